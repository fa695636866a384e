import Crypto
public import Domain

/// The digest in every `pong`: client and server compare it, so that a client notices what it missed.
///
/// ```swift
/// let isComplete = PositionsDigest.text([chatId: 17]) == pongDigest
/// ```
public enum PositionsDigest {
    /// The first 16 hexadecimal digits of SHA-256 over the lines `chatId:seq`, sorted and joined by a line feed.
    ///
    /// - Parameter positions: of all of a user's chats.
    public static func text(_ positions: [ChatID: Int64]) -> String {
        var lines: [UInt8] = []
        lines.reserveCapacity(positions.count * (ChatID.textLength + 8))
        // Ids sort as their texts do.
        for (chat, seq) in positions.sorted(by: { $0.key < $1.key }) {
            if !lines.isEmpty { lines.append(UInt8(ascii: "\n")) }
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: ChatID.textLength) { text in
                chat.writeText(to: text)
                lines.append(contentsOf: text)
            }
            lines.append(contentsOf: ":\(seq)".utf8)
        }
        return Hexadecimal.encode(SHA256.hash(data: lines).prefix(8))
    }
}
