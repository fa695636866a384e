public import Domain
import Foundation

/// A frame to the server.
public enum ClientFrame: Sendable, Equatable {
    /// The first one. `positions` asks for what happened after them, a chat left out counting as 0; without any the
    /// server replays nothing.
    case hello(deviceId: String, positions: [ChatID: Int64]?)
    /// `id` comes back with the ack or error; it's the draft's `clientMessageId`.
    case send(Draft)
    case delivered(ChatID, seq: Int64)
    case read(ChatID, seq: Int64)
    case typing(ChatID, isTyping: Bool)
    /// `viewing` is the chat before the user's eyes: its messages make no notifications meanwhile.
    case presence(PresenceStatus, viewing: ChatID? = nil)
    case ping(id: String)

    private struct Wire: Encodable {
        let type: String
        var id: String?
        var deviceId: String?
        var positions: [String: Int64]?
        var chatId: ChatID?
        var clientMessageId: String?
        var text: String?
        var replyTo: MessageID?
        var mediaIds: [MediaID]?
        var seq: Int64?
        var status: PresenceStatus?
    }

    private var wire: Wire {
        switch self {
        case .hello(let deviceId, let positions):
            Wire(type: "hello", deviceId: deviceId, positions: positions?.wire)
        case .send(let draft):
            Wire(
                type: "message.send",
                id: draft.clientMessageId,
                chatId: draft.chatId,
                clientMessageId: draft.clientMessageId,
                text: draft.text,
                replyTo: draft.replyTo,
                mediaIds: draft.mediaIds.isEmpty ? nil : draft.mediaIds
            )
        case .delivered(let chat, let seq): Wire(type: "receipt.delivered", chatId: chat, seq: seq)
        case .read(let chat, let seq): Wire(type: "receipt.read", chatId: chat, seq: seq)
        case .typing(let chat, let isTyping): Wire(type: isTyping ? "typing.start" : "typing.stop", chatId: chat)
        case .presence(let status, let view): Wire(type: "presence.set", chatId: view, status: status)
        case .ping(let id): Wire(type: "ping", id: id)
        }
    }

    /// One JSON object.
    func encoded() throws -> Data { try JSONEncoder().encode(wire) }
}
