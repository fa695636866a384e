import Domain

/// The words of a message, and where its sentences and clauses may begin.
package struct SpokenText: Sendable {
    package enum Boundary: Int, Sendable, Comparable {
        /// The word goes on in the same clause.
        case none
        /// A comma, colon or dash stands before it, or it is "and", "but", "so".
        case clause
        /// The first word of a sentence.
        case sentence

        package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    package struct Word: Sendable {
        package let range: Range<String.Index>
        /// In lower case and without accents. A short form is replaced by its whole word: "u" by `you`.
        package let word: String
        package let isCapitalized: Bool
        package let boundary: Boundary
        /// Whether a colon stands before it.
        package let followsColon: Bool
        /// Whether it stands in quotes: somebody else's words.
        package let isQuoted: Bool
    }

    package struct Sentence: Sendable {
        package let words: Range<Int>
        package let isQuestion: Bool
    }

    package let text: String
    package let words: [Word]
    package let sentences: [Sentence]

    package init(_ text: String) {
        self.text = text
        let found = TextWord.words(of: text)
        var words: [Word] = []
        var end = text.startIndex
        var isQuoted = false
        for word in found {
            let gap = text[end..<word.range.lowerBound]
            let spoken = Self.spoken(word)
            for mark in gap {
                if mark == "\"" { isQuoted.toggle() }
                if "“«".contains(mark) { isQuoted = true }
                if "”»".contains(mark) { isQuoted = false }
            }
            let boundary =
                words.isEmpty ? .sentence : Self.boundary(in: gap, after: words.last?.word ?? "", before: spoken)
            words.append(
                Word(
                    range: word.range,
                    word: spoken,
                    isCapitalized: word.isCapitalized,
                    boundary: boundary,
                    followsColon: gap.contains(":") && boundary != .none,
                    isQuoted: isQuoted
                )
            )
            end = word.range.upperBound
        }
        self.words = words
        sentences = Self.sentences(of: words, in: text)
    }

    /// The text from one word up to another, without the punctuation around it.
    package func text(_ range: Range<Int>) -> String {
        guard let first = words[range].first, let last = words[range].last else { return "" }
        return String(text[first.range.lowerBound..<last.range.upperBound])
    }

    /// A sentence with its final punctuation.
    package func text(of sentence: Sentence) -> String {
        guard let first = words[sentence.words].first else { return "" }
        let end =
            words.indices.contains(sentence.words.upperBound)
            ? words[sentence.words.upperBound].range.lowerBound : text.endIndex
        return String(text[first.range.lowerBound..<end]).trimmed
    }

    /// Whether the words from a position on begin with these.
    package func matches(_ pattern: [String], at index: Int, before end: Int) -> Bool {
        index >= 0 && index + pattern.count <= end && zip(pattern, words[index...]).allSatisfy { $0 == $1.word }
    }

    private static func sentences(of words: [Word], in text: String) -> [Sentence] {
        var starts = words.indices.filter { words[$0].boundary == .sentence }
        starts.append(words.count)
        return zip(starts, starts.dropFirst()).map { start, end in
            let last = words[start..<end].last?.range.upperBound ?? text.startIndex
            let next = words.indices.contains(end) ? words[end].range.lowerBound : text.endIndex
            return Sentence(words: start..<end, isQuestion: text[last..<next].contains("?"))
        }
    }

    private static let conjunctions = ReadingWords.of("clause joint")

    private static func boundary(in gap: Substring, after last: String, before word: String) -> Boundary {
        if gap.endsSentence(after: last) { return .sentence }
        // "2.5" and "18:30" are one.
        let isOpen = gap.contains(where: \.isWhitespace)
        if isOpen, gap.contains(where: { !$0.isWhitespace && !"'\"“”‘’@#$€£".contains($0) }) { return .clause }
        return conjunctions.contains(word) ? .clause : .none
    }

    private static let shortForms = ReadingWords.meanings("short form")

    private static func spoken(_ word: TextWord) -> String {
        // A possessive "'s" may be "is", as in "let's".
        let folded = word.isPossessive ? "\(word.folded)'s" : word.folded
        return shortForms[folded] ?? folded
    }
}
