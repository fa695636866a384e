/// Phrases of a few words, found in a sentence by their first word.
package struct PhraseSet: Sendable {
    private let phrases: [String: [[String]]]

    package init(_ spellings: [String]) {
        let all = spellings.map { $0.split(separator: " " as Character).map(String.init) }
        phrases = Dictionary(grouping: all.filter { !$0.isEmpty }) { $0[0] }
    }

    /// Whether one of them stands in the sentence, outside of quotes.
    /// - Parameter isAffirmed: whether it must stand without a "no" before it.
    package func isIn(_ sentence: SpokenText.Sentence, of spoken: SpokenText, isAffirmed: Bool = false) -> Bool {
        sentence.words.contains { index in
            guard !spoken.words[index].isQuoted, length(at: index, before: sentence.words.upperBound, in: spoken) != nil
            else { return false }
            let before = max(sentence.words.lowerBound, index - 2)..<index
            return !isAffirmed || !before.contains { Self.negations.contains(spoken.words[$0].word) }
        }
    }

    private static let negations = ReadingWords.of("negation")

    /// Whether the sentence begins with one of them.
    package func begins(_ sentence: SpokenText.Sentence, of spoken: SpokenText) -> Bool {
        length(at: sentence.words.lowerBound, before: sentence.words.upperBound, in: spoken) != nil
    }

    /// The number of words of one that stands here; `nil` if none does.
    package func length(at index: Int, before end: Int, in spoken: SpokenText) -> Int? {
        guard index < end, let candidates = phrases[spoken.words[index].word] else { return nil }
        return candidates.first { spoken.matches($0, at: index, before: end) }?.count
    }
}
