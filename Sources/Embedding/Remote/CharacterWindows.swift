/// Cuts a text by its characters, for models whose own tokens aren't known.
struct CharacterWindows {
    /// Characters of a window.
    let length: Int
    /// Characters that neighbours share.
    let overlap: Int
    /// What lies behind the last window isn't embedded.
    var most = 16

    /// The text itself where it is short enough, else overlapping parts of it, in order.
    func cut(_ text: String) -> [Substring] {
        // A character is at least a byte.
        guard text.utf8.count > length, length > 0 else { return [text[...]] }
        var windows: [Substring] = []
        var start = text.startIndex
        while windows.count < most {
            guard let limit = text.index(start, offsetBy: length, limitedBy: text.endIndex), limit < text.endIndex
            else {
                windows.append(text[start...])
                break
            }
            let end = border(in: text, before: limit, notBefore: text.index(limit, offsetBy: -length / 4))
            windows.append(text[start..<end])
            // Each window gets further than the one before.
            let shared = min(max(0, overlap), length / 4)
            let next = text.index(end, offsetBy: -shared)
            start = border(in: text, before: next, notBefore: text.index(next, offsetBy: -shared / 2))
        }
        return windows
    }

    /// After the last space before `limit`, or `limit` itself where there is none near.
    private func border(in text: String, before limit: String.Index, notBefore earliest: String.Index) -> String.Index {
        var index = limit
        while index > earliest {
            let before = text.index(before: index)
            if text[before].isWhitespace { return index }
            index = before
        }
        return limit
    }
}
