/// Messages as texts that a bus with a limit can carry.
///
/// A part is `sender message index count text`, separated by spaces; the text is a piece of a UTF-8 message.
package struct MessageParts: Sendable {
    /// What a part may be longer than its piece of the message.
    package static let overhead = 100

    let sender: UInt64

    /// - Parameter sender: distinguishes those who use the bus.
    package init(sender: UInt64) { self.sender = sender }

    /// - Parameters:
    ///   - number: distinguishes the sender's messages.
    ///   - maxBytes: what one part may hold of the message.
    package func cut(_ message: [UInt8], number: UInt64, maxBytes: Int) -> [String] {
        var pieces: [String] = []
        var rest = message[...]
        repeat {
            // A character isn't cut in two.
            var end = rest.startIndex + min(max(maxBytes, 4), rest.count)
            while end < rest.endIndex, end > rest.startIndex, rest[end] & 0xC0 == 0x80 { end -= 1 }
            if end == rest.startIndex { end = rest.endIndex }
            pieces.append(String(decoding: rest[..<end], as: UTF8.self))
            rest = rest[end...]
        } while !rest.isEmpty
        return pieces.enumerated().map { index, piece in
            "\(String(sender, radix: 36)) \(String(number, radix: 36)) \(index) \(pieces.count) \(piece)"
        }
    }

    /// Puts messages together again. A message's parts come one after another; whatever isn't complete when another
    /// message of its sender begins is dropped, and so is what is too long.
    package struct Joining: Sendable {
        private struct Started {
            let number: Substring
            var texts: [Substring]
            var bytes: Int
        }

        private static let maxSenders = 256
        private static let maxBytes = 64 << 20
        private var started: [Substring: Started] = [:]

        package init() {}

        /// - Returns: the message that this part completes.
        package mutating func add(_ part: String) -> [UInt8]? {
            let fields = part.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
            guard fields.count == 5, let index = Int(fields[2]), let count = Int(fields[3]) else { return nil }
            if count == 1 { return Array(fields[4].utf8) }
            let (sender, number, text) = (fields[0], fields[1], fields[4])
            var message: Started
            if index == 0 {
                if started.count >= Self.maxSenders { started = [:] }
                message = Started(number: number, texts: [], bytes: 0)
            } else {
                guard let begun = started[sender], begun.number == number, begun.texts.count == index else {
                    return nil
                }
                message = begun
            }
            started[sender] = nil
            // A text keeps the whole part in memory, so that all of it counts, even if the text is empty.
            message.bytes += part.utf8.count
            guard message.bytes <= Self.maxBytes else { return nil }
            message.texts.append(text)
            guard message.texts.count == count else {
                started[sender] = message
                return nil
            }
            return message.texts.flatMap { Array($0.utf8) }
        }
    }
}
