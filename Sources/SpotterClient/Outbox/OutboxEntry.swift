public import Domain

/// A message that was written here and isn't yet part of the chat's history.
public struct OutboxEntry: Sendable, Hashable, Codable, Identifiable {
    public enum State: Sendable, Hashable, Codable {
        /// Waits for its attachments, for the messages before it, or for a connection.
        case staged
        /// Was handed to a connection; without an ack it goes out again under the same id.
        case sending
        /// Stored by the server as `seq`; its event is still on the way.
        case sent(seq: Int64)
        /// Won't be sent until somebody asks for it. `retryable`: sending the same again can succeed.
        case failed(reason: String, retryable: Bool)
    }

    /// The message's `clientMessageId`; the same on every try.
    public let id: String
    public let chatId: ChatID
    public let text: String
    public let replyTo: MessageID?
    public var attachments: [FileAttachment]
    /// By this device's clock: for people, never for order.
    public let writtenAt: Timestamp
    public var state: State

    public init(
        id: String,
        chatId: ChatID,
        text: String,
        replyTo: MessageID? = nil,
        attachments: [FileAttachment] = [],
        writtenAt: Timestamp,
        state: State = .staged
    ) {
        self.id = id
        self.chatId = chatId
        self.text = text
        self.replyTo = replyTo
        self.attachments = attachments
        self.writtenAt = writtenAt
        self.state = state
    }

    /// What goes over the socket; `nil` while an attachment isn't uploaded.
    var outgoing: Draft? {
        let mediaIds = attachments.compactMap(\.mediaId)
        guard mediaIds.count == attachments.count else { return nil }
        return Draft(chatId: chatId, clientMessageId: id, text: text, replyTo: replyTo, mediaIds: mediaIds)
    }

    var sentSeq: Int64? { if case .sent(let seq) = state { seq } else { nil } }

    public var isFailed: Bool { if case .failed = state { true } else { false } }
}

/// A file that goes with a message. It's uploaded first, under an id chosen here, so that a repeat makes no second copy.
public struct FileAttachment: Sendable, Hashable, Codable {
    public let clientMediaId: String
    public let path: String
    public let fileName: String
    /// Given by the server once it has the whole file.
    public var mediaId: MediaID?

    public init(clientMediaId: String, path: String, fileName: String, mediaId: MediaID? = nil) {
        self.clientMediaId = clientMediaId
        self.path = path
        self.fileName = fileName
        self.mediaId = mediaId
    }
}

/// Brings an attachment's bytes to the server.
public protocol AttachmentUploader: Sendable {
    /// - Returns: the media's id. Calling it again with the same `clientMediaId` goes on where it stopped.
    /// - Throws: `ClientError`; a transient one is tried again, any other fails the message.
    func upload(_ attachment: FileAttachment) async throws -> MediaID
}
