import TextReading

/// What a model has read in one answer that the user didn't type: messages, titles, names, its own earlier answers.
///
/// Most answers propose nothing, so the words are looked at only when a proposal is compared with them, and once.
package struct ForeignText: Sendable {
    private var unread: [String] = []
    private var read = ForeignWords()

    package init() {}

    package mutating func add(_ text: String) { unread.append(text) }

    package mutating func words() -> ForeignWords {
        for text in unread { read.add(text) }
        unread = []
        return read
    }
}

/// The words of foreign text, to compare a proposal with.
package struct ForeignWords: Sendable {
    package private(set) var stems: Set<String> = []
    private var runs: Set<String> = []
    private var quotes: Set<String> = []

    package init() {}

    /// So many words in a row are no coincidence.
    private static let runLength = 6

    package mutating func add(_ text: String) {
        let words = TextWord.words(of: text)
        stems.formUnion(ContentWords.stems(of: words))
        let folded = words.map(\.folded)
        runs.formUnion(Self.runs(of: folded))
        for quote in Self.quoted(in: text) {
            let words = TextWord.words(of: quote).map(\.folded)
            if (2...40).contains(words.count) { quotes.insert(words.joined(separator: " ")) }
        }
    }

    /// Whether the text repeats a quotation or a run of words from here that the user's own words don't hold.
    package func isQuoted(in text: String, unless said: String) -> Bool {
        let words = TextWord.words(of: text).map(\.folded)
        let line = " " + words.joined(separator: " ") + " "
        let own = " " + TextWord.words(of: said).map(\.folded).joined(separator: " ") + " "
        if quotes.contains(where: { line.contains(" \($0) ") && !own.contains(" \($0) ") }) { return true }
        return Self.runs(of: words).contains { runs.contains($0) && !own.contains(" \($0) ") }
    }

    private static func runs(of words: [String]) -> [String] {
        guard words.count >= runLength else { return [] }
        return (0...(words.count - runLength)).map { words[$0..<$0 + runLength].joined(separator: " ") }
    }

    private static func quoted(in text: String) -> [String] {
        let ranges = Quotation.ranges(in: text).map { String(text[$0]) }
        // The search for an expression is slow, and few texts have such a mark.
        guard text.contains(where: { $0 == "'" || $0 == "‘" }) else { return ranges }
        let single = text.matches(of: /(?:^|[\s(:])['‘]([^'‘’]{3,200})['’](?=$|[\s.,;:!?)])/).map { String($0.1) }
        return ranges + single
    }
}
