import Domain
package import Retrieval
import TextReading

/// A question in another language, in the English words that mean the same. The recognisers of questions over data know English.
package enum QuestionGloss {
    private static let maxWords = 6

    /// - Returns: `nil` for a question in English. Words that aren't known stay as they are; names always do.
    package static func english(_ question: String, directory: PeopleDirectory) -> String? {
        let words = TextWord.words(of: question)
        let language = TextLanguage.of(words)
        guard let phrases = phrases[language] else { return nil }
        let names = directory.mentions(in: words)
        var (parts, index) = ([String](), 0)
        while index < words.count {
            if let name = names.first(where: { $0.words.contains(index) }) {
                parts.append(name.spelling)
                index = max(index + 1, name.words.upperBound)
                continue
            }
            let longest = min(maxWords, words.count - index)
            let match = stride(from: longest, through: 1, by: -1).lazy.compactMap { count -> (String, Int)? in
                let spelling = words[index..<(index + count)].map(\.folded).joined(separator: " ")
                return (phrases[spelling] ?? Glossary.english(spelling, in: language)).map { ($0, count) }
            }.first
            if let (english, count) = match {
                parts.append(english)
                index += count
                continue
            }
            if ContentWords.isContent(words[index], in: language) { parts.append(words[index].text) }
            index += 1
        }
        return parts.joined(separator: " ")
    }

    /// "¿Qué dijo Rosa de la rodilla?", "was hat Petra über ihre Migräne gesagt?"
    static func asksForWords(_ folded: [String]) -> Bool {
        guard let first = folded.first, AnswerWords.what.contains(first) else { return false }
        return AnswerWords.said.isIn(folded)
    }

    private static let phrases: [TextLanguage: [String: String]] = [
        .spanish: read(PackageResources.es_questions_tsv), .portuguese: read(PackageResources.pt_questions_tsv),
        .german: read(PackageResources.de_questions_tsv), .french: read(PackageResources.fr_questions_tsv),
        .swedish: read(PackageResources.sv_questions_tsv),
    ]

    private static func read(_ bytes: [UInt8]) -> [String: String] {
        VocabularyFile(bytes).entries.reduce(into: [:]) { phrases, entry in
            for spelling in entry.spellings { phrases[String(spelling)] = String(entry.meaning) }
        }
    }
}
