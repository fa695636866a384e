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
