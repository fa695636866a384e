import TextReading

/// What takes a whole request back: "cancel Tom tomorrow. No, don't."
enum Retraction {
    private static let skipped = PhraseIndex(RequestVocabulary.read.phrases(.polite, .wish, .correction))

    /// Whether the words say nothing else.
    static func isOne(_ words: [String]) -> Bool {
        var position = 0
        while position < words.count {
            let length =
                RequestWords.length(of: Qualifiers.read.retractions, in: words, at: position)
            if length > 0, position + length == words.count { return true }
            let polite = RequestWords.length(of: skipped, in: words, at: position)
            guard polite > 0 else { return false }
            position += polite
        }
        return false
    }

    /// Whether a text of several sentences ends with one.
    static func ends(_ text: String) -> Bool {
        let sentences = text.sentenceRanges
        guard sentences.count > 1, let last = sentences.last else { return false }
        return isOne(TextWord.words(of: String(text[last])).map(\.folded))
    }
}
