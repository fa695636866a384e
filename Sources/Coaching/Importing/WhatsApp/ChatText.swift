/// Reads the bytes of a chat's text: UTF-8, or UTF-16 with a byte order mark or without.
enum ChatText {
    /// The text as UTF-8. Units of UTF-16 that pair with nothing become U+FFFD; bytes that aren't UTF-16 are returned
    /// as they are.
    static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        let text = utf16(bytes) ?? bytes
        // Other line separators count only where the file has no usual one: elsewhere somebody wrote them.
        guard !text.contains(0x0A), !text.contains(0x0D) else { return text }
        let separators = ["\u{2028}", "\u{2029}", "\u{85}"] as [Unicode.Scalar]
        let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
        guard scalars.contains(where: separators.contains) else { return text }
        var lines = String.UnicodeScalarView()
        for scalar in scalars { lines.append(separators.contains(scalar) ? "\n" : scalar) }
        return Array(String(lines).utf8)
    }

    private static func utf16(_ bytes: [UInt8]) -> [UInt8]? {
        guard let isBigEndian = isBigEndian(bytes) else { return nil }
        let (high, low) = isBigEndian ? (0, 1) : (1, 0)
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { at in
            UInt16(bytes[at + high]) << 8 | UInt16(bytes[at + low])
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// `nil` unless the bytes are UTF-16. Without a mark its digits, spaces and line ends tell: each has a zero byte, and
    /// a text in UTF-8 has none.
    private static func isBigEndian(_ bytes: [UInt8]) -> Bool? {
        if bytes.starts(with: [0xFE, 0xFF]) { return true }
        if bytes.starts(with: [0xFF, 0xFE]) { return false }
        var zeros = (even: 0, odd: 0)
        let sample = bytes.prefix(512)
        for (index, byte) in sample.enumerated() where byte == 0 {
            if index.isMultiple(of: 2) { zeros.even += 1 } else { zeros.odd += 1 }
        }
        guard (zeros.even + zeros.odd) * 16 > sample.count, min(zeros.even, zeros.odd) * 4 <= max(zeros.even, zeros.odd)
        else { return nil }
        return zeros.even > zeros.odd
    }
}

/// A line of a chat's text, without what ends it.
struct ChatLine {
    /// What ended the line before.
    enum Break { case start, lineFeed, carriageReturn, both }

    /// From 1.
    let number: Int
    let bytes: ArraySlice<UInt8>
    let follows: Break

    /// Calls `body` with each line of a text in UTF-8, one at a time.
    static func forEach(
        in text: [UInt8],
        _ body: (ChatLine) throws(ImportFailure) -> Void
    ) throws(ImportFailure) {
        var (rest, number, follows) = (text[...], 0, Break.start)
        while true {
            let feed = rest.firstIndex(of: 0x0A)
            var chunk = feed.map { rest[..<$0] } ?? rest
            var end = Break.lineFeed
            // Tools that translate line ends twice write several carriage returns.
            while feed != nil, chunk.last == 0x0D {
                chunk.removeLast()
                end = .both
            }
            while let carriage = chunk.firstIndex(of: 0x0D) {
                number += 1
                try body(ChatLine(number: number, bytes: chunk[..<carriage], follows: follows))
                (chunk, follows) = (chunk[(carriage + 1)...], .carriageReturn)
            }
            number += 1
            try body(ChatLine(number: number, bytes: chunk, follows: follows))
            guard let feed else { return }
            (rest, follows) = (rest[(feed + 1)...], end)
        }
    }
}
