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

    /// - Parameter id: the id of the refused frame; `nil` if frames of its kind aren't acknowledged.
    public static func failure(_ error: SpotterError, id: String?, requestId: String) -> [UInt8] {
        encode(Failure(id: id, error: ErrorEnvelope.Body(error, requestId: requestId)))
    }

    /// - Parameter gone: whether the user is no longer a member of the chat.
    public static func resync(_ chatId: ChatID, seq: Int64, gone: Bool) -> [UInt8] {
        JSONWriter.object { writer in
            writer.field("chatId", chatId)
            writer.field("gone", gone)
            writer.field("seq", seq)
            writer.field(type: .resync)
        }
    }

    /// By hand, because every open connection asks for one again and again.
    /// - Parameters:
    ///   - digest: over all of the user's chats and their positions.
    ///   - limit: `nil` if messages aren't limited.
    public static func pong(id: String?, digest: String, limit: RateLimitStatus?) -> [UInt8] {
        JSONWriter.object { writer in
            writer.field("digest", digest)
            if let id { writer.field("id", id) } else { writer.null("id") }
            if let limit {
                writer.object("limit") {
                    $0.field("remaining", Int64(limit.remaining))
                    $0.field("resetMs", Int64(limit.resetMs))
                }
            }
            writer.field(type: .pong)
        }
    }

    private static func encode(_ frame: some Encodable) -> [UInt8] {
        // Encoding strings, numbers and arrays of them can't fail. An empty object would be a valid fallback.
        (try? frame.json()).map(Array.init) ?? Array("{}".utf8)
    }
}
