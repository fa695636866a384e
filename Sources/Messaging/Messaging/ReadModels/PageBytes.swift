import Domain

/// Bounds an answer that holds messages. Counting them alone doesn't: a text may have 40 000 bytes.
enum PageBytes {
    /// The maximum bytes of a page as JSON, more or less.
    static let max = 1 << 20

    /// More was asked for than fits a page.
    struct Exceeded: Error {}

    /// How many of the first messages fit a page: at least one.
    static func prefix(of messages: [Message]) -> Int { prefix(of: messages.lazy.map(size)) }

    /// - Parameter sizes: of each message.
    static func prefix(of sizes: some Sequence<Int>) -> Int {
        var (left, count) = (max, 0)
        for size in sizes {
            left -= size
            if left < 0 { return Swift.max(count, 1) }
            count += 1
        }
        return count
    }

    /// About the bytes of a message as JSON.
    static func size(of message: Message) -> Int {
        var size = plain + escaped(message.text)
        if let transcript = message.transcript { size += 96 + escaped(transcript.text) }
        if let quote = message.quote { size += 160 + escaped(quote.text) }
        for reaction in message.reactions { size += 64 + 40 * reaction.userIds.count }
        return size + 480 * message.media.count + 40 * message.mentions.count
    }

    /// About the bytes of a message with nothing but a text.
    static func size(ofPlain text: UnsafeBufferPointer<UInt8>) -> Int { plain + escaped(text) }

    /// About the bytes of a message without a text.
    private static let plain = 440

    /// The bytes of a text within a JSON string.
    private static func escaped(_ text: String) -> Int {
        var text = text
        return text.withUTF8(escaped)
    }

    private static func escaped(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        var size = text.count
        for byte in text where byte < 0x20 || byte == 0x22 || byte == 0x5C { size += byte < 0x20 ? 5 : 1 }
        return size
    }
}
