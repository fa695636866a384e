extension UnigramTokenizer {
    /// The text itself if it fits one window, otherwise substrings of it that each do, in order, as
    /// `WordPieceTokenizer.windows` cuts them.
    func windows(of text: String, limits: WindowLimits) -> [Substring] {
        // Nearly no piece is shorter than a byte.
        guard text.utf8.count > limits.pieces else { return [text[...]] }
        var cutter = WindowCutter(text: text, limits: limits)
        for word in text.split(whereSeparator: \.isWhitespace) {
            guard !cutter.isFull else { break }
            // Of a word without spaces, at most so much is looked at.
            let count = word.utf8.count > limits.pieces * 8 ? Int.max : pieces(of: word).count
            if count <= limits.pieces {
                cutter.append(word.startIndex..<word.endIndex, pieces: count)
            } else {
                for part in parts(of: word, limits: limits) { cutter.appendAlone(part) }
            }
        }
        return cutter.finish()
    }

    /// Cuts a word that is longer than a window into substrings that fit.
    private func parts(of word: Substring, limits: WindowLimits) -> [Substring] {
        var parts: [Substring] = []
        var rest = word
        while !rest.isEmpty, parts.count < limits.windows {
            var part = Substring(rest.unicodeScalars.prefix(limits.pieces * 2))
            while part.unicodeScalars.count > 1, pieces(of: part).count > limits.pieces {
                part = Substring(part.unicodeScalars.prefix(part.unicodeScalars.count * 3 / 4))
            }
            parts.append(part)
            rest = rest[part.endIndex...]
        }
        return parts
    }
}
