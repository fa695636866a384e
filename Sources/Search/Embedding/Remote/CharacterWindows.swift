/// Cuts a text by its characters, for models whose tokenizer isn't known.
struct CharacterWindows {
    /// Characters of a window.
    let length: Int
    /// Characters that neighbouring windows share.
    let overlap: Int
    /// Text after the last window isn't embedded.
    var maxWindows = 16

    /// The text itself if it is short enough, otherwise overlapping parts of it, in order.
    func cut(_ text: String) -> [Substring] {
        // A character is at least a byte.
        guard text.utf8.count > length, length > 0 else { return [text[...]] }
        var windows: [Substring] = []
        var start = text.startIndex
        while windows.count < maxWindows {
            guard let limit = text.index(start, offsetBy: length, limitedBy: text.endIndex), limit < text.endIndex
            else {
                windows.append(text[start...])
                break
            }
            let end = boundary(in: text, before: limit, notBefore: text.index(limit, offsetBy: -length / 4))
            windows.append(text[start..<end])
            // At most a quarter, so that each window ends further on than the one before.
            let shared = min(max(0, overlap), length / 4)
            let next = text.index(end, offsetBy: -shared)
            start = boundary(in: text, before: next, notBefore: text.index(next, offsetBy: -shared / 2))
        }
        return windows
    }

    /// The index after the last space before `limit`, or `limit` itself if there is none after `earliest`.
    private func boundary(
        in text: String,
        before limit: String.Index,
        notBefore earliest: String.Index
    ) -> String.Index {
        var index = limit
        while index > earliest {
            let before = text.index(before: index)
            if text[before].isWhitespace { return index }
            index = before
        }
        return limit
    }
}
