public import Domain
import Foundation

/// A frame from the server.
public enum ServerEvent: Sendable, Equatable {
    case welcome(Welcome)
    /// A message of ours is stored; `id` is that of the frame that sent it.
    case ack(id: String, Message)
    /// A refused frame, or the reason for which the server is about to close.
    case error(id: String?, ClientError)
    /// A durable change in a chat.
    case chat(ChatEvent)
    case receipt(Receipt)
    case typing(Typing)
    case presence(Presence)
    case pong(id: String?)
    /// What was missed is too much to replay: fetch the chat anew, or everything when there's no `chatId`.
    case resync(chatId: ChatID?, seq: Int64?)
    /// Of a kind that this client doesn't know; with its place in the chat's order if it has one.
    case other(type: String, chatId: ChatID?, seq: Int64?)
}

extension ServerEvent: Decodable {
    private enum Key: String, CodingKey { case type, id, result, error, chatId, seq }
    private struct Stored: Decodable { let message: Message }

    /// - Throws: `DecodingError` when a known type comes in another shape.
    init(frame: String) throws {
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
            self = .error(id: id, ClientError(try ErrorEnvelope(from: decoder)))
        case "receipt.updated":
            self = .receipt(try Receipt(from: decoder))
        case "typing":
            self = .typing(try Typing(from: decoder))
        case "presence":
            self = .presence(try Presence(from: decoder))
        case "pong":
            self = .pong(id: try box.decodeIfPresent(String.self, forKey: .id))
        default:
            let chatId = try box.decodeIfPresent(ChatID.self, forKey: .chatId)
            let seq = try box.decodeIfPresent(Int64.self, forKey: .seq)
            if type == "resync" {
                self = .resync(chatId: chatId, seq: seq)
            } else if ChatEvent.Kind(rawValue: type) != nil {
                self = .chat(try ChatEvent(from: decoder))
            } else {
                self = .other(type: type, chatId: chatId, seq: seq)
            }
        }
    }
}
