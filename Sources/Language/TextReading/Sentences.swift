extension String {
    /// The positions of sentences. A sentence ends at a full stop, question mark or exclamation mark before white
    /// space, or at the end of a line.
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

extension StringProtocol {
    /// Whether a sentence ends in what stands between two words: at a mark before white space, or at the end of a line.
    /// - Parameter word: the one before it, folded. "Dr. Lee" and "3 p.m. tomorrow" go on.
    package func endsSentence(after word: String) -> Bool {
        if contains(where: \.isNewline) { return true }
        guard contains(where: \.isWhitespace), let mark = first(where: { ".!?…;".contains($0) }) else { return false }
        return mark != "." || !abbreviations.contains(word)
    }
}

private let abbreviations = ReadingWords.of("abbreviation")
