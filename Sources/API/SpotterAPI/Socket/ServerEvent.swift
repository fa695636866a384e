public import Domain
import Foundation

/// A frame from the server, as a client decodes it.
///
/// ```swift
/// if case .chat(let event) = try ServerEvent(frame: text) { print(event.type, event.seq) }
/// ```
public enum ServerEvent: Sendable, Equatable {
    case welcome(Welcome)
    /// The server has stored a message of this client. `id` is that of the frame that sent it.
    case ack(id: String, Message)
    /// A frame was refused, or the server is about to close the connection.
    case error(id: String?, ErrorEnvelope.Body)
    /// A durable change in a chat.
    case chat(ChatEvent)
    case receipt(Receipt)
    case typing(Typing)
    case presence(Presence)
    case draft(DraftChange)
    case settings(ChatSettings)
    case user(UserChange)
    /// A reminder is due, or somebody else has changed the calendar.
    case notice(Notice)
    /// A device of the user has shown these notices.
    case noticesSeen(NoticesSeen)
    /// A trainer asks to become the user's.
    case contactRequest(ReceivedContactRequest)
    /// `digest` covers the positions of all of the user's chats, as in `EventSequencer.digest`.
    case pong(id: String?, digest: String?)
    /// Too much was missed to replay it. Refetch the chat, or everything if there is no `chatId`.
    case resync(chatId: ChatID?, seq: Int64?)
    /// The user is no longer a member of the chat.
    case gone(ChatID)
    /// A kind that this version doesn't know, with its position in the chat if it has one, and the whole frame.
    case other(type: String, chatId: ChatID?, seq: Int64?, frame: JSONValue = .null)
}

extension ServerEvent {
    /// The chat that the event belongs to.
    public var chatId: ChatID? {
        switch self {
        case .ack(_, let message): message.chatId
        case .chat(let event): event.chatId
        case .receipt(let receipt): receipt.chatId
        case .typing(let typing): typing.chatId
        case .draft(let change): change.chatId
        case .settings(let settings): settings.chatId
        case .resync(let chat, _), .other(_, let chat, _, _): chat
        case .gone(let chat): chat
        case .welcome, .error, .presence, .user, .notice, .noticesSeen, .contactRequest, .pong: nil
        }
    }
}

extension ServerEvent: Decodable {
    private enum Key: String, CodingKey { case type, id, result, error, request, chatId, seq, gone, digest }
    private struct Stored: Decodable { let message: Message }

    /// - Throws: `DecodingError` if a known type has another shape.
    public init(frame: String) throws {
        self = try JSONDecoder().decode(ServerEvent.self, from: Data(frame.utf8))
    }

    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        let type = try box.decode(String.self, forKey: .type)
        switch type {
        case "welcome":
            self = .welcome(try Welcome(from: decoder))
        case "ack":
            let id = try box.decode(String.self, forKey: .id)
            self = .ack(id: id, try box.decode(Stored.self, forKey: .result).message)
        case "error":
            let id = try box.decodeIfPresent(String.self, forKey: .id)
            self = .error(id: id, try ErrorEnvelope(from: decoder).error)
        case "receipt.updated":
            self = .receipt(try Receipt(from: decoder))
        case "typing":
            self = .typing(try Typing(from: decoder))
        case "presence":
            self = .presence(try Presence(from: decoder))
        case "draft.changed":
            self = .draft(try DraftChange(from: decoder))
        case "settings.changed":
            self = .settings(try ChatSettings(from: decoder))
        case "user.updated":
            self = .user(try UserChange(from: decoder))
        case "notice.seen":
            self = .noticesSeen(try NoticesSeen(from: decoder))
        case "contact.request":
            self = .contactRequest(try box.decode(ReceivedContactRequest.self, forKey: .request))
        case "pong":
            self = .pong(
                id: try box.decodeIfPresent(String.self, forKey: .id),
                digest: try box.decodeIfPresent(String.self, forKey: .digest)
            )
        default:
            let chatId = try box.decodeIfPresent(ChatID.self, forKey: .chatId)
            let seq = try box.decodeIfPresent(Int64.self, forKey: .seq)
            if type == "resync", let chatId, try box.decodeIfPresent(Bool.self, forKey: .gone) == true {
                self = .gone(chatId)
            } else if type == "resync" {
                self = .resync(chatId: chatId, seq: seq)
            } else if Notice.Kind(rawValue: type) != nil {
                self = .notice(try NoticeFrame(from: decoder).notice)
            } else if ChatEvent.Kind(rawValue: type) != nil {
                self = .chat(try ChatEvent(from: decoder))
            } else {
                self = .other(type: type, chatId: chatId, seq: seq, frame: try JSONValue(from: decoder))
            }
        }
    }
}
