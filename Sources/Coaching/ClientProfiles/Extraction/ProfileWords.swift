import Domain

/// Words and patterns by purpose, from a file in `Words`: a line is a purpose, a tab, and what is between "|". What is about a
/// topic has the topic after its purpose.
struct ProfileWords: Sendable {
    private let entries: [(meaning: String, spellings: [String])]

    init(_ file: [UInt8]) {
        entries = VocabularyFile(file).entries.map { (String($0.meaning), $0.spellings.map(String.init)) }
    }

    func words(_ purpose: String) -> Set<String> { Set(spellings(purpose)) }

    func phrases(_ purpose: String) -> PhraseList { PhraseList(spellings(purpose)) }

    func terms(_ purpose: String) -> TermList { TermList(topics(purpose)) }

    /// What is said of each topic.
    func lists(_ purpose: String) -> [String: [String]] {
        Dictionary(topics(purpose)) { $0 + $1 }
    }

    /// The topic of each word.
    func meanings(_ purpose: String) -> [String: String] {
        Dictionary(topics(purpose).flatMap { topic, words in words.map { ($0, topic) } }) { first, _ in first }
    }

    private func spellings(_ purpose: String) -> [String] {
        entries.filter { $0.meaning == purpose }.flatMap(\.spellings)
    }

    private func topics(_ purpose: String) -> [(String, [String])] {
        entries.filter { $0.meaning.hasPrefix(purpose + " ") }.map {
            (String($0.meaning.dropFirst(purpose.count + 1)), $0.spellings)
        }
    }
}
