import Domain
import Foundation
import Messaging
import NIOCore
import NIOFoundationCompat

/// A frame from a client, decoded and checked as far as that goes without knowing anything else.
enum ClientFrame: Sendable {
    case hello(Hello)
    case send(Send)
    case change(Change)
    case receipt(chatId: ChatID, seq: Int64, isRead: Bool)
    case typing(chatId: ChatID, isTyping: Bool)
    /// `viewing` is the chat that the device shows.
    case presence(PresenceStatus, viewing: ChatID? = nil)
    case ping(id: String?)

    struct Hello: Sendable {
        let token: Secret?
        let deviceId: String?
        let positions: [ChatID: Int64]?
    }

    struct Send: Sendable {
        let id: String
        let chatId: ChatID
        let clientMessageId: String
        let text: String
        let replyTo: MessageID?
        let mediaIds: [MediaID]
    }

    /// Something done to a message that exists; acked like a send.
    struct Change: Sendable {
        enum Kind: Sendable {
            case react(emoji: String, added: Bool)
            case edit(text: String)
            case delete
        }

        let id: String
        let chatId: ChatID
        let messageId: MessageID
        let kind: Kind
    }
}

/// Why a frame can't be acted on, and which request it was, so that the client can tell.
struct RefusedFrame: Error {
    let id: String?
    let error: SpotterError
}

extension ClientFrame {
    /// Total: whatever the bytes are, a frame or the reason why not.
    init(_ text: ByteBuffer) throws(RefusedFrame) {
        let fields: Fields
        do {
            fields = try Fields(plain: text) ?? JSONDecoder().decode(Fields.self, from: Data(buffer: text))
        } catch {
            throw RefusedFrame(id: Self.id(in: text), error: Self.describe(error))
        }
        do {
            self = try Self.frame(fields)
        } catch let error as SpotterError {
            throw RefusedFrame(id: fields.id, error: error)
        } catch {
            throw RefusedFrame(id: fields.id, error: .invalid("\(error)"))
        }
    }

    private static func frame(_ fields: Fields) throws -> ClientFrame {
        switch fields.type {
        case "hello":
            return .hello(
                Hello(token: fields.token, deviceId: fields.deviceId, positions: try positions(fields.positions))
            )
        case "message.send":
            return .send(try send(fields))
        case "message.edit": return try change(fields, .edit(text: try required(fields.text, "text")))
        case "message.delete": return try change(fields, .delete)
        case "reaction.set":
            let emoji = try required(fields.emoji, "emoji")
            return try change(fields, .react(emoji: emoji, added: try required(fields.added, "added")))
        case "receipt.delivered", "receipt.read":
            return .receipt(
                chatId: try chat(fields),
                seq: try required(fields.seq, "seq"),
                isRead: fields.type == "receipt.read"
            )
        case "typing.start", "typing.stop":
            return .typing(chatId: try chat(fields), isTyping: fields.type == "typing.start")
        case "presence.set":
            guard let status = fields.status.flatMap(PresenceStatus.init), status != .offline else {
                throw SpotterError.invalid("status must be online or away.")
            }
            let view = try fields.chatId.map { text in
                guard let id = ChatID(text) else { throw SpotterError.invalid("chatId must be a chat's id or null.") }
                return id
            }
            return .presence(status, viewing: view)
        case "ping": return .ping(id: fields.id)
        case let type?:
            throw SpotterError(
                .unknownType,
                "'\(type.prefix(64))' is not a frame type. Known: hello, message.send, message.edit, message.delete, "
                    + "reaction.set, receipt.delivered, receipt.read, typing.start, typing.stop, presence.set, ping."
            )
        case nil: throw SpotterError(.unknownType, "The frame has no type.")
        }
    }

    private static func send(_ fields: Fields) throws -> Send {
        guard let id = fields.id else { throw SpotterError.invalid("message.send needs an id, to be acked by.") }
        let mediaIds = try Self.mediaIds(fields.mediaIds)
        return Send(
            id: id,
            chatId: try chat(fields),
            clientMessageId: try required(fields.clientMessageId, "clientMessageId"),
            text: try mediaIds.isEmpty ? required(fields.text, "text") : fields.text ?? "",
            replyTo: try replyTo(fields.replyTo),
            mediaIds: mediaIds
        )
    }

    private static func change(_ fields: Fields, _ kind: Change.Kind) throws -> ClientFrame {
        guard let id = fields.id else {
            throw SpotterError.invalid("\(fields.type ?? "This frame") needs an id, to be acked by.")
        }
        let chatId = try chat(fields)
        guard let messageId = MessageID(try required(fields.messageId, "messageId")) else {
            throw SpotterError.notFound("message")
        }
        return .change(Change(id: id, chatId: chatId, messageId: messageId, kind: kind))
    }

    /// Files to send; an id that can't be one is nobody's.
    static func mediaIds(_ texts: [String]?) throws -> [MediaID] {
        try (texts ?? []).map { text in
            guard let id = MediaID(text) else { throw SpotterError.notFound("file of yours") }
            return id
        }
    }

    private static func required<Value>(_ value: Value?, _ name: String) throws -> Value {
        guard let value else { throw SpotterError.invalid("The field '\(name)' is missing.") }
        return value
    }

    private static func chat(_ fields: Fields) throws -> ChatID {
        guard let id = ChatID(try required(fields.chatId, "chatId")) else { throw SpotterError.notAMember }
        return id
    }

    private static func replyTo(_ text: String?) throws -> MessageID? {
        guard let text else { return nil }
        guard let id = MessageID(text) else { throw SpotterError.notFound("message to reply to") }
        return id
    }

    private static func positions(_ positions: [String: Int64]?) throws -> [ChatID: Int64]? {
        guard let positions else { return nil }
        guard positions.count <= 10_000 else { throw SpotterError.invalid("positions names more than 10 000 chats.") }
        return try Dictionary(
            positions.map { key, seq in
                guard let id = ChatID(key) else { throw SpotterError.invalid("'\(key.prefix(64))' is not a chat id.") }
                return (id, seq)
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    private static func describe(_ error: any Error) -> SpotterError {
        SpotterError(presenting: error) ?? SpotterError(.invalidJSON, "The frame is not valid JSON.")
    }

    /// The request id of a frame that has a field of the wrong type, if it can be made out.
    private static func id(in text: ByteBuffer) -> String? {
        struct Named: Decodable { let id: String? }
        return (try? JSONDecoder().decode(Named.self, from: Data(buffer: text)))?.id
    }
}
