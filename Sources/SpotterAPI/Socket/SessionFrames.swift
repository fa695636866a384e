import Domain
import Foundation
import Messaging

/// What a session says for itself; events come from the Hub.
enum SessionFrames {
    /// What a session begins with; written by hand, since everybody comes back at once after a restart.
    struct Welcome {
        let userId: UserID
        let sessionId: SessionID
        let serverTime: Timestamp
        let heartbeatSeconds: Int
        let chats: [Sync.ChatGap]

        func encoded() -> [UInt8] {
            JSONWriter.object(capacity: 256 + chats.count * 128) { writer in
                writer.field("type", "welcome")
                writer.field("userId", userId)
                writer.field("sessionId", sessionId)
                writer.field("serverTime", serverTime)
                writer.field("heartbeatSeconds", Int64(heartbeatSeconds))
                writer.list("chats", chats) { list, chat in
                    list.object {
                        $0.field("chatId", chat.chatId)
                        $0.field("seq", chat.seq)
                        $0.field("readSeq", chat.readSeq)
                        $0.field("unread", Int64(chat.unread))
                        $0.field("unreadMentions", Int64(chat.unreadMentions))
                    }
                }
            }
        }
    }

    struct Failure: Encodable {
        let type = "error"
        @Nullable var id: String?
        let error: ErrorEnvelope.Body
    }

    struct Resync: Encodable {
        let type = "resync"
        let chatId: ChatID
        let seq: Int64
        /// The chat is no longer the user's.
        let gone: Bool
    }

    struct Pong: Encodable {
        let type = "pong"
        @Nullable var id: String?
        let digest: String
        /// What is left of the user's messages; nothing where they aren't limited.
        var limit: Left?
    }

    struct Left: Encodable {
        let remaining: Int
        let resetMs: Int
    }

    static func encode(_ frame: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        // All values are strings, numbers and lists of them: this can't fail, and an empty object says nothing false.
        return (try? encoder.encode(frame)).map(Array.init) ?? Array("{}".utf8)
    }

    static func failure(_ error: any Error, id: String?, requestId: String) -> [UInt8] {
        let shown =
            SpotterError(presenting: error)
            ?? SpotterError(.internalError, "Something went wrong on the server; try again.", retryable: true)
        return encode(Failure(id: id, error: ErrorEnvelope(shown, requestId: requestId).error))
    }
}
