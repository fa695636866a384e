public import Domain

/// A message that was written on this device and isn't part of the chat's history yet.
///
///     for entry in try await engine.outbox() where entry.isFailed {
///         try await engine.retry(entry.id, in: entry.chatId)
///     }
public struct OutboxEntry: Sendable, Hashable, Codable, Identifiable {
    public enum State: Sendable, Hashable, Codable {
        /// Waits for its attachments, for earlier messages, or for a connection.
        case staged
        /// Passed to a connection. Without an acknowledgement, it is sent again under the same id.
        case sending
        /// Stored by the server as `seq`; its event hasn't arrived yet.
        case sent(seq: Int64)
        /// Not sent until the user requests it. `retryable`: sending it unchanged can succeed.
        case failed(reason: String, retryable: Bool)
    }

    /// The message's `clientMessageId`, the same for every attempt.
    public let id: String
    public let chatId: ChatID
    public let text: String
    public let replyTo: MessageID?
    public var attachments: [FileAttachment]
    /// By this device's clock: for display, not for ordering.
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

    /// The draft to send; `nil` until all attachments are uploaded.
    var outgoing: Draft? {
        let mediaIds = attachments.compactMap(\.mediaId)
        guard mediaIds.count == attachments.count else { return nil }
        return Draft(chatId: chatId, clientMessageId: id, text: text, replyTo: replyTo, mediaIds: mediaIds)
    }

    /// Its position in the chat once the server has stored it.
    public var sentSeq: Int64? { if case .sent(let seq) = state { seq } else { nil } }

    public var isFailed: Bool { if case .failed = state { true } else { false } }
}

/// A file attached to a message. It is uploaded first, under an id chosen by the client, so that a repeated upload
/// creates no second copy.
///
///     let file = FileAttachment(clientMediaId: "photo-1", path: "/tmp/squat.jpg", fileName: "squat.jpg")
///     try await engine.send("My squat", to: chat, attachments: [file])
public struct FileAttachment: Sendable, Hashable, Codable {
    public let clientMediaId: String
    public let path: String
    public let fileName: String
    /// Set by the server once it has the whole file.
    public var mediaId: MediaID?

    public init(clientMediaId: String, path: String, fileName: String, mediaId: MediaID? = nil) {
        self.clientMediaId = clientMediaId
        self.path = path
        self.fileName = fileName
        self.mediaId = mediaId
    }
}

/// How much of an attachment the server has.
///
///     if case .progress(let upload) = change { print(upload.done * 100 / max(upload.total, 1), "%") }
public struct UploadProgress: Sendable, Hashable {
    public let chatId: ChatID
    /// The message's `OutboxEntry.id`.
    public let entryId: String
    public let clientMediaId: String
    /// In bytes.
    public let done: Int64
    public let total: Int64

    public init(chatId: ChatID, entryId: String, clientMediaId: String, done: Int64, total: Int64) {
        self.chatId = chatId
        self.entryId = entryId
        self.clientMediaId = clientMediaId
        self.done = done
        self.total = total
    }
}

/// Uploads attachments to the server. `SpotterHTTP` is one.
///
///     let engine = SyncEngine(api: api, deviceId: "laptop", cache: cache, uploader: api)
public protocol AttachmentUploader: Sendable {
    /// - Parameter progress: called with the bytes that have arrived and the total.
    /// - Returns: the id of the media. Called again with the same `clientMediaId`, it resumes the upload.
    /// - Throws: `ClientError`. A transient one is retried; any other fails the message.
    func upload(
        _ attachment: FileAttachment,
        progress: @escaping @Sendable (_ done: Int64, _ total: Int64) -> Void
    ) async throws -> MediaID
}
