public import Domain
public import Foundation

/// A frame from a client, decoded and validated as far as possible without the database.
///
/// ```swift
/// let hello = ClientFrame.hello(.init(deviceId: "laptop", positions: [chatId: 17]))
/// let bytes = try hello.json()  // {"type":"hello",…}
/// ```
public enum ClientFrame: Sendable, Equatable {
    /// The first frame of a connection.
    case hello(Hello)
    case send(Send)
    case change(Change)
    /// All messages up to `seq` have reached the device.
    case delivered(ChatID, seq: Int64)
    /// All messages up to `seq` have been read.
    case read(ChatID, seq: Int64)
    case typing(ChatID, isTyping: Bool)
    /// `viewing` is the chat on the screen. Its messages send no notifications while it is there.
    case presence(PresenceStatus, viewing: ChatID? = nil)
    case ping(id: String?)

    /// Identifies the client and its positions.
    public struct Hello: Sendable, Equatable {
        /// Not required if the upgrade request had one.
        public let token: Secret?
        public let deviceId: String?
        /// The latest `seq` seen of each chat. The server replays what came after; an omitted chat counts as 0. `nil`
        /// requests no replay.
        public let positions: [ChatID: Int64]?

        public init(token: Secret? = nil, deviceId: String? = nil, positions: [ChatID: Int64]? = nil) {
            self.token = token
            self.deviceId = deviceId
            self.positions = positions
        }
    }

    /// A new message.
    public struct Send: Sendable, Equatable {
        /// Returned with the ack or error.
        public let id: String
        public let chatId: ChatID
        public let clientMessageId: String
        public let text: String
        public let replyTo: MessageID?
        public let mediaIds: [MediaID]

        public init(
            id: String,
            chatId: ChatID,
            clientMessageId: String,
            text: String,
            replyTo: MessageID? = nil,
            mediaIds: [MediaID] = []
        ) {
            self.id = id
            self.chatId = chatId
            self.clientMessageId = clientMessageId
            self.text = text
            self.replyTo = replyTo
            self.mediaIds = mediaIds
        }
    }

    /// A change to an existing message. It is acknowledged like a send.
    public struct Change: Sendable, Equatable {
        /// The kind of change.
        public enum Kind: Sendable, Equatable {
            case react(emoji: String, added: Bool)
            case edit(text: String)
            case delete
        }

        public let id: String
        public let chatId: ChatID
        public let messageId: MessageID
        public let kind: Kind

        public init(id: String, chatId: ChatID, messageId: MessageID, kind: Kind) {
            self.id = id
            self.chatId = chatId
            self.messageId = messageId
            self.kind = kind
        }
    }
}

/// Why a frame was refused, and the request's id, so that the client can assign the error.
public struct RefusedFrame: Error, Equatable {
    public let id: String?
    public let error: SpotterError
}

extension ClientFrame {
    /// The frame as one JSON object.
    /// - Throws: `EncodingError`.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(fields)
    }

    private var fields: ClientFrameFields {
        var fields = ClientFrameFields()
        switch self {
        case .hello(let hello):
            fields.type = ClientFrameType.hello.rawValue
            fields.token = hello.token
            fields.deviceId = hello.deviceId
            fields.positions = hello.positions?.byText
        case .send(let send):
            fields.type = ClientFrameType.messageSend.rawValue
            fields.id = send.id
            fields.chatId = send.chatId.description
            fields.clientMessageId = send.clientMessageId
            fields.text = send.text
            fields.replyTo = send.replyTo?.description
            fields.mediaIds = send.mediaIds.isEmpty ? nil : send.mediaIds.map(\.description)
        case .change(let change): fields.set(change)
        case .delivered(let chat, let seq), .read(let chat, let seq):
            let isRead = if case .read = self { true } else { false }
            fields.type = (isRead ? ClientFrameType.receiptRead : .receiptDelivered).rawValue
            fields.chatId = chat.description
            fields.seq = seq
        case .typing(let chat, let isTyping):
            fields.type = (isTyping ? ClientFrameType.typingStart : .typingStop).rawValue
            fields.chatId = chat.description
        case .presence(let status, let view):
            fields.type = ClientFrameType.presenceSet.rawValue
            fields.status = status.rawValue
            fields.chatId = view?.description
        case .ping(let id):
            fields.type = ClientFrameType.ping.rawValue
            fields.id = id
        }
        return fields
    }
}

extension ClientFrameFields {
    fileprivate mutating func set(_ change: ClientFrame.Change) {
        id = change.id
        chatId = change.chatId.description
        messageId = change.messageId.description
        switch change.kind {
        case .react(let emoji, let added):
            type = ClientFrameType.reactionSet.rawValue
            self.emoji = emoji
            self.added = added
        case .edit(let text):
            type = ClientFrameType.messageEdit.rawValue
            self.text = text
        case .delete: type = ClientFrameType.messageDelete.rawValue
        }
    }
}
