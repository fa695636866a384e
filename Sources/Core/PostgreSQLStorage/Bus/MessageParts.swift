/// Messages as texts that a notification can hold, which has to be shorter than 8000 bytes.
///
/// A part is `sender message index count text`, separated by spaces; the text is a piece of a UTF-8 message.
struct MessageParts {
    /// Bytes of a message in one part.
    static let maxBytes = 7900

    let sender: UInt64

    func cut(_ message: [UInt8], number: UInt64) -> [String] {
        var pieces: [String] = []
        var rest = message[...]
        repeat {
            // A character isn't cut in two.
            var end = min(rest.startIndex + Self.maxBytes, rest.endIndex)
            while end < rest.endIndex, end > rest.startIndex, rest[end] & 0xC0 == 0x80 { end -= 1 }
            if end == rest.startIndex { end = rest.endIndex }
            pieces.append(String(decoding: rest[..<end], as: UTF8.self))
            rest = rest[end...]
        } while !rest.isEmpty
        return pieces.enumerated().map { index, piece in
            "\(String(sender, radix: 36)) \(String(number, radix: 36)) \(index) \(pieces.count) \(piece)"
        }
    }

    /// Puts messages together again. Parts of a transaction come one after another; whatever isn't complete when another
    /// message of its sender begins is dropped.
    struct Joining {
        private struct Started {
            let number: Substring
            var texts: [Substring]
        }

        private static let maxSenders = 256
        private var started: [Substring: Started] = [:]

        /// - Returns: the message that this part completes.
        mutating func add(_ part: String) -> [UInt8]? {
            let fields = part.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
            guard fields.count == 5, let index = Int(fields[2]), let count = Int(fields[3]) else { return nil }
            if count == 1 { return Array(fields[4].utf8) }
            let (sender, number, text) = (fields[0], fields[1], fields[4])
            if index == 0 {
                if started.count >= Self.maxSenders { started = [:] }
                started[sender] = Started(number: number, texts: [text])
            } else {
                guard let begun = started[sender], begun.number == number, begun.texts.count == index else {
                    return nil
                }
                started[sender]?.texts.append(text)
            }
            guard let whole = started[sender], whole.texts.count == count else { return nil }
            started[sender] = nil
            return whole.texts.flatMap { Array($0.utf8) }
        }
    }
}
