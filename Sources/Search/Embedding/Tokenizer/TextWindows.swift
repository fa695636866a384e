/// How a long text is cut into windows. Sizes are in word pieces.
struct WindowLimits {
    /// The maximum of one window, without `[CLS]` and `[SEP]`.
    var pieces = 254
    /// What neighbouring windows share, so that a phrase across a boundary is whole in one of them.
    var overlap = 32...48
    /// Text after the last window isn't embedded.
    var windows = 16
}

extension WordPieceTokenizer {
    /// The text itself if it fits one window, otherwise substrings of it that each do, in order.
    ///
    /// A window ends with a sentence if one ends in its last quarter, otherwise with a word. A word that is longer than
    /// a window is cut anywhere. Every word is in a window, as far as `limits.windows` of them reach.
    func windows(of text: String, limits: WindowLimits = .init()) -> [Substring] {
        // No piece is shorter than a byte.
        guard text.utf8.count > limits.pieces else { return [text[...]] }
        var cutter = WindowCutter(text: text, limits: limits)
        var scanner = scanner(of: text[...])
        var ids: [Int32] = []
        while !cutter.isFull, scanner.next() {
            ids.removeAll(keepingCapacity: true)
            appendPieces(ofWordIn: scanner, to: &ids, maximum: limits.pieces + 1)
            if ids.count <= limits.pieces {
                cutter.append(scanner.range, pieces: ids.count)
            } else {
                for part in parts(of: text[scanner.range], limits: limits) { cutter.appendAlone(part) }
            }
        }
        return cutter.finish()
    }

    /// Cuts a word that is longer than a window into substrings that fit.
    private func parts(of word: Substring, limits: WindowLimits) -> [Substring] {
        var parts: [Substring] = []
        var rest = word
        while !rest.isEmpty, parts.count < limits.windows {
            // A scalar may become several pieces, and many scalars one: what fits is found by trying.
            var part = Substring(rest.unicodeScalars.prefix(limits.pieces * Self.maxWordLength))
            while count(part, upTo: limits.pieces + 1) > limits.pieces, part.unicodeScalars.count > 1 {
                part = Substring(part.unicodeScalars.prefix(part.unicodeScalars.count * 3 / 4))
            }
            parts.append(part)
            rest = rest[part.endIndex...]
        }
        return parts
    }

    private func count(_ text: Substring, upTo maximum: Int) -> Int {
        var scanner = scanner(of: text)
        var ids: [Int32] = []
        while ids.count < maximum, scanner.next() { appendPieces(ofWordIn: scanner, to: &ids, maximum: maximum) }
        return ids.count
    }
}
