/// How a long text is cut into windows, in word pieces.
struct WindowLimits {
    /// In one window, without `[CLS]` and `[SEP]`.
    var pieces = 254
    /// Between two neighbours: what is said across a border is whole in one of them.
    var overlap = 32...48
    /// What lies behind the last window isn't embedded.
    var windows = 16
}

extension WordPieceTokenizer {
    /// The text itself where it fits one window, else substrings of it that each do, in order.
    ///
    /// Cuts where a sentence ends if one does in a window's last quarter, else between words; a "word" that is too
    /// long by itself is cut anywhere. Covers every word as far as `limits.windows` of them reach.
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

    /// Cuts what has no border into substrings that fit.
    private func parts(of word: Substring, limits: WindowLimits) -> [Substring] {
        var parts: [Substring] = []
        var rest = word
        while !rest.isEmpty, parts.count < limits.windows {
            // A scalar may become several pieces, or many of them one; halving finds what fits soon enough.
            var part = Substring(rest.unicodeScalars.prefix(limits.pieces * Self.maximumWordLength))
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
