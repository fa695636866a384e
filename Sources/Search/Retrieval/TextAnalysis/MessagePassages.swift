import Domain
import TextReading

/// The parts of a message that get a vector besides the whole: the sentences of a message that is long enough for a
/// single sentence to have little weight in the vector of the whole.
enum MessagePassages {
    static let minWords = 16
    static let minWordsInSentence = 3
    static let maxPassages = 12

    /// In order; empty for a short message.
    static func ranges(in text: String) -> [Range<String.Index>] {
        guard wordCount(text[...], upTo: minWords) == minWords else { return [] }
        let sentences = text.sentenceRanges.filter {
            wordCount(text[$0], upTo: minWordsInSentence) == minWordsInSentence
        }
        return sentences.count > 1 ? Array(sentences.prefix(maxPassages)) : []
    }

    static func texts(of text: String) -> [String] { ranges(in: text).map { String(text[$0]).trimmed } }

    private static func wordCount(_ text: Substring, upTo limit: Int) -> Int {
        text.split(maxSplits: limit, whereSeparator: \.isWhitespace).prefix(limit).count
    }
}
