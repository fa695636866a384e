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
        let lines = positions.map { "\($0.key):\($0.value)" }.sorted().joined(separator: "\n")
        return Hexadecimal.encode(SHA256.hash(data: Array(lines.utf8)).prefix(8))
    }
}
