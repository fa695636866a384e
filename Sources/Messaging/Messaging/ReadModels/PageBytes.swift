import Domain

/// Bounds an answer that holds messages. Counting them alone doesn't: a text may have 40 000 bytes.
enum PageBytes {
    /// The maximum bytes of a page as JSON, more or less.
    static let max = 1 << 20

    /// More was asked for than fits a page.
    struct Exceeded: Error {}

    /// How many of the first messages fit a page: at least one.
    static func prefix(of messages: [Message]) -> Int {
        var left = max
        for (index, message) in messages.enumerated() {
            left -= size(of: message)
            if left < 0 { return Swift.max(index, 1) }
        }
        return messages.count
    }

    /// About the bytes of a message as JSON.
    static func size(of message: Message) -> Int {
        var size = 440 + escaped(message.text)
        if let transcript = message.transcript { size += 96 + escaped(transcript.text) }
        if let quote = message.quote { size += 160 + escaped(quote.text) }
        for reaction in message.reactions { size += 64 + 40 * reaction.userIds.count }
        return size + 480 * message.media.count + 40 * message.mentions.count
    }

    /// The bytes of a text within a JSON string.
    private static func escaped(_ text: String) -> Int {
        var text = text
        return text.withUTF8 { bytes in
            var size = bytes.count
            for byte in bytes where byte < 0x20 || byte == 0x22 || byte == 0x5C { size += byte < 0x20 ? 5 : 1 }
            return size
        }
    }
}
