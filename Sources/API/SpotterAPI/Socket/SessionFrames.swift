public import Domain

/// The remainder of a user's rate limit for messages.
///
/// ```swift
/// let status = RateLimitStatus(remaining: 12, resetMs: 800)
/// ```
public struct RateLimitStatus: Sendable, Hashable, Codable {
    public let remaining: Int
    /// Milliseconds until the full limit is available again.
    public let resetMs: Int

    public init(remaining: Int, resetMs: Int) {
        self.remaining = remaining
        self.resetMs = resetMs
    }
}

/// Frames about the session itself: errors, resync, pong. Their keys are sorted.
extension ServerFrames {
    private struct Failure: Encodable {
        let type = ServerFrameType.error
        @Nullable var id: String?
        let error: ErrorEnvelope.Body
    }

    private struct Resync: Encodable {
        let type = ServerFrameType.resync
        let chatId: ChatID
        let seq: Int64
        let gone: Bool
    }

    private struct Pong: Encodable {
        let type = ServerFrameType.pong
        @Nullable var id: String?
        let digest: String
        let limit: RateLimitStatus?
    }

    /// - Parameter id: the id of the refused frame; `nil` if frames of its kind aren't acknowledged.
    public static func failure(_ error: SpotterError, id: String?, requestId: String) -> [UInt8] {
        encode(Failure(id: id, error: ErrorEnvelope.Body(error, requestId: requestId)))
    }

    /// - Parameter gone: whether the user is no longer a member of the chat.
    public static func resync(_ chatId: ChatID, seq: Int64, gone: Bool) -> [UInt8] {
        encode(Resync(chatId: chatId, seq: seq, gone: gone))
    }

    /// - Parameters:
    ///   - digest: over all of the user's chats and their positions.
    ///   - limit: `nil` if messages aren't limited.
    public static func pong(id: String?, digest: String, limit: RateLimitStatus?) -> [UInt8] {
        encode(Pong(id: id, digest: digest, limit: limit))
    }

    private static func encode(_ frame: some Encodable) -> [UInt8] {
        // Encoding strings, numbers and arrays of them can't fail. An empty object would be a valid fallback.
        (try? frame.json()).map(Array.init) ?? Array("{}".utf8)
    }
}
