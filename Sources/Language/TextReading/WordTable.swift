import Domain

/// Words and phrases by purpose, of several languages together, from files of words: a line is a purpose, a tab, and words or
/// phrases between "|", folded as words are compared. A purpose is named where it is used.
package struct WordTable: Sendable {
    package let lists: [String: WordList]

    package init(_ files: [[UInt8]]) {
        lists = VocabularyFile.spellings(in: files).mapValues(WordList.init)
    }

    package subscript(_ purpose: String) -> WordList { lists[purpose] ?? WordList([]) }

    /// What each word means, of the purposes that are `kind` and a meaning: "past eat" gives "ate" the meaning "eat".
    package func meanings(_ kind: String) -> [String: String] {
        var meanings: [String: String] = [:]
        for (purpose, list) in lists where purpose.hasPrefix(kind + " ") {
            for word in list.all { meanings[word] = String(purpose.dropFirst(kind.count + 1)) }
        }
        return meanings
    }

    /// The number that each word means: "number 5" gives "five" the value 5.
    package func numbers(_ kind: String) -> [String: Int] { meanings(kind).compactMapValues { Int($0) } }
}

/// The words and phrases of one purpose.
package struct WordList: Sendable {
    package let all: Set<String>
    /// Those of one word.
    package let words: Set<String>
    /// Those of several words, each with a space at both ends.
    private let phrases: [String]

    package init(_ spellings: [String]) {
        all = Set(spellings)
        words = all.filter { !$0.contains(" ") }
        phrases = all.subtracting(words).map { " \($0) " }
    }

    /// Whether this is one of them.
    package func contains(_ folded: String) -> Bool { all.contains(folded) }

    /// Whether one of them stands among the folded words.
    package func isIn(_ folded: [String]) -> Bool {
        guard !folded.contains(where: words.contains) else { return true }
        guard !phrases.isEmpty else { return false }
        let text = " \(folded.joined(separator: " ")) "
        return phrases.contains { text.contains($0) }
    }

    /// Whether a text of folded words begins with one of them.
    package func begin(_ text: some StringProtocol) -> Bool {
        if words.contains(String(text.prefix { $0 != " " })) { return true }
        let start = " \(text) "
        return phrases.contains { start.hasPrefix($0) }
    }

    /// As lists of words, the longest first.
    package var sequences: [[String]] {
        all.map { $0.split(separator: " ").map(String.init) }.sorted { $0.count > $1.count }
    }
}
