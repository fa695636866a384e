import Domain

/// The parts of a message that get a vector beside the whole: the sentences of a message so long that one of them might
/// not show in the vector of all.
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

extension String {
    /// Where the sentences stand: up to a full stop, question or exclamation mark before white space, or a line's end.
    package var sentenceRanges: [Range<Index>] {
        var sentences: [Range<Index>] = []
        var start = startIndex
        var index = startIndex
        while index < endIndex {
            let next = self.index(after: index)
            let isEnd =
                self[index].isNewline || (".!?…".contains(self[index]) && (next == endIndex || self[next].isWhitespace))
            if isEnd {
                sentences.append(start..<next)
                start = next
            }
            index = next
        }
        if start < endIndex { sentences.append(start..<endIndex) }
        return sentences
    }
}
