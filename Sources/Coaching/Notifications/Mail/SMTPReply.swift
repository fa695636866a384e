/// A reply of a mail server: a code and lines of text.
struct SMTPReply: Sendable, Equatable {
    let code: Int
    let lines: [String]

    var isPositive: Bool { (200..<300).contains(code) }
}

/// Parses replies from a stream of bytes. Input that isn't a reply is an error, at bounded cost.
struct SMTPReplyParser {
    static let maxLineLength = 1024
    static let maxLines = 128

    struct Malformed: Error {}

    private var line: [UInt8] = []
    private var code: Int?
    private var lines: [String] = []

    /// Whether part of a reply is buffered.
    var isIncomplete: Bool { !line.isEmpty || code != nil }

    /// Returns the replies that these bytes complete.
    ///
    /// - Throws: `Malformed`.
    mutating func feed(_ bytes: some Sequence<UInt8>) throws(Malformed) -> [SMTPReply] {
        var replies: [SMTPReply] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                guard line.count < Self.maxLineLength else { throw Malformed() }
                line.append(byte)
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if let reply = try finishLine() { replies.append(reply) }
        }
        return replies
    }

    /// `250-text` continues a reply, `250 text` ends it.
    private mutating func finishLine() throws(Malformed) -> SMTPReply? {
        defer { line = [] }
        let digits = line.prefix(3)
        guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(String(decoding: digits, as: UTF8.self)), (200..<600).contains(number),
            code == nil || code == number, lines.count < Self.maxLines
        else { throw Malformed() }
        let mark = line.dropFirst(3).first
        guard mark == nil || mark == UInt8(ascii: " ") || mark == UInt8(ascii: "-") else { throw Malformed() }
        lines.append(String(decoding: line.dropFirst(4), as: UTF8.self))
        guard mark != UInt8(ascii: "-") else {
            code = number
            return nil
        }
        defer {
            lines = []
            code = nil
        }
        return SMTPReply(code: number, lines: lines)
    }
}
