import Domain
import Foundation

extension ClientFrame {
    /// Decodes a frame's text. Total: any input gives a frame or an error.
    /// - Throws: `RefusedFrame` with `invalid_json`, `invalid_request`, `unknown_type`, `not_a_member` if a chat's id
    ///   isn't a valid id, or `not_found` if the id of a message or file isn't.
    public init(_ text: UnsafeRawBufferPointer) throws(RefusedFrame) {
        if let send = Send(plain: text) {
            self = .send(send)
            return
        }
        let fields: ClientFrameFields
        do {
            fields =
                try ClientFrameFields(plain: text) ?? JSONDecoder().decode(ClientFrameFields.self, from: Data(text))
        } catch {
            throw RefusedFrame(id: Self.id(in: text), error: Self.describe(error))
        }
        do {
            self = try Self.frame(fields)
        } catch let error as SpotterError {
            throw RefusedFrame(id: fields.id, error: error)
        } catch {
            throw RefusedFrame(id: fields.id, error: Self.describe(error))
        }
    }

    static func frame(_ fields: ClientFrameFields) throws -> ClientFrame {
        guard let name = fields.type else { throw SpotterError(.unknownType, "The frame has no type.") }
        guard let type = ClientFrameType(rawValue: name) else {
            let known = ClientFrameType.allCases.map(\.rawValue).joined(separator: ", ")
            throw SpotterError(.unknownType, "'\(name.prefix(64))' is not a frame type. Known: \(known).")
        }
        switch type {
        case .hello:
            return .hello(
                Hello(
                    token: fields.token,
                    deviceId: fields.deviceId,
                    positions: try fields.positions.map(SyncRequest.positions)
                )
            )
        case .messageSend:
            return .send(try send(fields))
        case .messageEdit: return try change(fields, .edit(text: try required(fields.text, "text")))
        case .messageDelete: return try change(fields, .delete)
        case .reactionSet:
            let emoji = try required(fields.emoji, "emoji")
            return try change(fields, .react(emoji: emoji, added: try required(fields.added, "added")))
        case .receiptDelivered, .receiptRead:
            let id = try chat(fields)
            let seq = try required(fields.seq, "seq")
            return type == .receiptRead ? .read(id, seq: seq) : .delivered(id, seq: seq)
        case .typingStart, .typingStop:
            return .typing(try chat(fields), isTyping: type == .typingStart)
        case .presenceSet:
            guard let status = fields.status.flatMap(PresenceStatus.init), status != .offline else {
                throw SpotterError.invalid("status must be online or away.")
            }
            let view = try fields.chatId.map { text in
                guard let id = ChatID(text) else { throw SpotterError.invalid("chatId must be a chat's id or null.") }
                return id
            }
            return .presence(status, viewing: view)
        case .ping: return .ping(id: fields.id)
        }
    }

    private static func send(_ fields: ClientFrameFields) throws -> Send {
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

    private static func change(_ fields: ClientFrameFields, _ kind: Change.Kind) throws -> ClientFrame {
        guard let id = fields.id else {
            throw SpotterError.invalid("\(fields.type ?? "This frame") needs an id, to be acked by.")
        }
        let chatId = try chat(fields)
        guard let messageId = MessageID(try required(fields.messageId, "messageId")) else {
            throw SpotterError.notFound("message")
        }
        return .change(Change(id: id, chatId: chatId, messageId: messageId, kind: kind))
    }

    /// The files to send. Text that isn't a valid id is treated like a file that doesn't exist.
    private static func mediaIds(_ texts: [String]?) throws -> [MediaID] {
        try (texts ?? []).map { text in
            guard let id = MediaID(text) else { throw SpotterError.notFound("file of yours") }
            return id
        }
    }

    private static func required<Value>(_ value: Value?, _ name: String) throws -> Value {
        guard let value else { throw SpotterError.invalid("The field '\(name)' is missing.") }
        return value
    }

    private static func chat(_ fields: ClientFrameFields) throws -> ChatID {
        guard let id = ChatID(try required(fields.chatId, "chatId")) else { throw SpotterError.notAMember }
        return id
    }

    private static func replyTo(_ text: String?) throws -> MessageID? {
        guard let text else { return nil }
        guard let id = MessageID(text) else { throw SpotterError.notFound("message to reply to") }
        return id
    }

    private static func describe(_ error: any Error) -> SpotterError {
        (error as? DecodingError).map { SpotterError(decoding: $0) } ?? error as? SpotterError
            ?? SpotterError(.invalidJSON, "The frame is not valid JSON.")
    }

    /// The request id of a frame that has a field of the wrong type, if it can be found.
    private static func id(in text: UnsafeRawBufferPointer) -> String? {
        struct Named: Decodable { let id: String? }
        return (try? JSONDecoder().decode(Named.self, from: Data(text)))?.id
    }
}
