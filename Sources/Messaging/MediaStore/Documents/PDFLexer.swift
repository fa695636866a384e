/// Splits the syntax of PDF (ISO 32000-2 §7.2) into tokens. Every input has tokens; each takes at least one byte.
struct PDFLexer {
    enum Kind: Sendable, Hashable {
        case name, string, number, keyword
        case dictionaryStart, dictionaryEnd, arrayStart, arrayEnd
        /// A byte that belongs to nothing.
        case stray
    }

    struct Token: Sendable, Hashable {
        let kind: Kind
        /// With the delimiters.
        let range: Range<Int>
    }

    let bytes: [UInt8]
    var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> Token? {
        skipBlanks()
        guard offset < bytes.count else { return nil }
        let start = offset
        let kind: Kind
        switch bytes[offset] {
        case UInt8(ascii: "/"):
            offset += 1
            skipRegular()
            kind = .name
        case UInt8(ascii: "("):
            skipLiteralString()
            kind = .string
        case UInt8(ascii: "<"):
            if peek(1) == UInt8(ascii: "<") {
                offset += 2
                kind = .dictionaryStart
            } else {
                while offset < bytes.count, bytes[offset] != UInt8(ascii: ">") { offset += 1 }
                offset = min(offset + 1, bytes.count)
                kind = .string
            }
        case UInt8(ascii: ">"):
            let isEnd = peek(1) == UInt8(ascii: ">")
            offset += isEnd ? 2 : 1
            kind = isEnd ? .dictionaryEnd : .stray
        case UInt8(ascii: "["), UInt8(ascii: "]"):
            kind = bytes[offset] == UInt8(ascii: "[") ? .arrayStart : .arrayEnd
            offset += 1
        case UInt8(ascii: ")"), UInt8(ascii: "{"), UInt8(ascii: "}"):
            offset += 1
            kind = .stray
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            skipRegular()
            kind = .number
        default:
            skipRegular()
            kind = .keyword
        }
        return Token(kind: kind, range: start..<offset)
    }

    private func peek(_ distance: Int) -> UInt8? {
        offset + distance < bytes.count ? bytes[offset + distance] : nil
    }

    /// White space and comments.
    private mutating func skipBlanks() {
        var isComment = false
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == 10 || byte == 13 {
                isComment = false
            } else if byte == UInt8(ascii: "%") {
                isComment = true
            } else if !isComment, !Self.isWhite(byte) {
                return
            }
            offset += 1
        }
    }

    private mutating func skipRegular() {
        while offset < bytes.count, Self.isRegular(bytes[offset]) { offset += 1 }
    }

    /// Parentheses in a string are balanced or escaped.
    private mutating func skipLiteralString() {
        var depth = 0
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "\\"): offset += 1
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            default: break
            }
            offset += 1
            if depth == 0 { break }
        }
        offset = min(offset, bytes.count)
    }

    static func isWhite(_ byte: UInt8) -> Bool {
        switch byte {
        case 0, 9, 10, 12, 13, 32: true
        default: false
        }
    }

    private static func isRegular(_ byte: UInt8) -> Bool {
        switch byte {
        case 0, 9, 10, 12, 13, 32: false
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "["),
            UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "/"), UInt8(ascii: "%"):
            false
        default: true
        }
    }

    // MARK: Values

    /// `nil` unless it's a non-negative integer.
    func integer(_ token: Token) -> Int? {
        guard token.kind == .number, token.range.count <= 10 else { return nil }
        return Int(String(decoding: bytes[token.range], as: UTF8.self)).flatMap { $0 >= 0 ? $0 : nil }
    }

    /// The name without its slash and with escapes (`#41`) resolved.
    func name(_ token: Token) -> String {
        var decoded: [UInt8] = []
        var rest = bytes[token.range].dropFirst().prefix(64)
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "#"), rest.count >= 2, let value = UInt8(digits, radix: 16) {
                decoded.append(value)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    func isKeyword(_ token: Token, _ text: StaticString) -> Bool {
        token.kind == .keyword && token.range.count == text.utf8CodeUnitCount
            && text.withUTF8Buffer { bytes[token.range].elementsEqual($0) }
    }

    /// Where `text` next occurs.
    func find(_ text: StaticString, from start: Int) -> Int? {
        text.withUTF8Buffer { text in
            guard let first = text.first, start >= 0 else { return nil }
            var place = start
            while place + text.count <= bytes.count {
                if bytes[place] == first, bytes[place..<place + text.count].elementsEqual(text) { return place }
                place += 1
            }
            return nil
        }
    }
}
