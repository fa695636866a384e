import Accounts
public import Domain
import SpotterAPI
import Storage

/// Sends, edits and deletes messages. A returned result is stored on disk; members receive the change afterwards.
///
/// A class, so that a message that waits for the writer holds one reference instead of one to each service.
public final class Messages: Sendable {
    let database: any Database
    let clock: any WallClock
    let ids: any IDSource
    let states: ChatStateCache
    let sentMessages: SentMessageIndex
    let publisher: any ChatEventPublisher
    let observer: any MessageObserver
    let media: any MediaCatalog
    let transactions: ChatTransactionRunner

    init(
        database: any Database,
        clock: any WallClock,
        ids: any IDSource,
        states: ChatStateCache,
        sentMessages: SentMessageIndex,
        publisher: any ChatEventPublisher,
        observer: any MessageObserver,
        media: any MediaCatalog,
        transactions: ChatTransactionRunner
    ) {
        self.database = database
        self.clock = clock
        self.ids = ids
        self.states = states
        self.sentMessages = sentMessages
        self.publisher = publisher
        self.observer = observer
        self.media = media
        self.transactions = transactions
    }

    /// Reads messages with all parts except their status.
    package var query: MessageQuery { transactions.query }

    public struct Send: Sendable {
        public let chatId: ChatID
        public let sender: Actor
        public let clientMessageId: String
        public let text: String
        public let replyTo: MessageID?
        /// The sender's own finished uploads. If there are any, the text may be empty.
        public let mediaIds: [MediaID]
        public let via: MessageOrigin
        /// Set if a program sends it with an API key.
        public let bot: BotMark?
        /// The time of writing; `nil` means now. Only an import sets it.
        public let sentAt: Timestamp?
        /// Written elsewhere and now imported. Only `ImportedHistory` sets it.
        var isImported = false
        /// The sending connection. It receives an ack instead of the event.
        public let connection: ConnectionID?

        public static let maxMedia = 10

        public init(
            chatId: ChatID,
            sender: Actor,
            clientMessageId: String,
            text: String,
            replyTo: MessageID? = nil,
            mediaIds: [MediaID] = [],
            via: MessageOrigin = .user,
            bot: BotMark? = nil,
            sentAt: Timestamp? = nil,
            connection: ConnectionID? = nil
        ) {
            self.chatId = chatId
            self.sender = sender
            self.clientMessageId = clientMessageId
            self.text = text
            self.replyTo = replyTo
            self.mediaIds = mediaIds
            self.via = via
            self.bot = bot
            self.sentAt = sentAt
            self.connection = connection
        }
    }

    public struct Sent: Sendable {
        private let stored: Stored
        private let encoded: ArraySlice<UInt8>?

        init(_ stored: Stored, json: ArraySlice<UInt8>? = nil) {
            self.stored = stored
            encoded = json
        }

        public var message: Message { stored.message }
        /// Whether the message already existed. Sender, chat and `clientMessageId` identify a message permanently.
        public var isRepeat: Bool { stored.recipients == nil }
        /// The message as JSON, encoded once for the ack and for all recipients.
        public var json: ArraySlice<UInt8> { encoded ?? ServerFrames.message(message)[...] }
    }

    /// Queues a message. `completion` is called in the order of commits, after it is stored and before it is published.
    ///
    /// Fails with `invalid_request` if the message is invalid, `not_a_member` if the sender isn't in the chat,
    /// `forbidden` if one member of a direct chat has blocked the other or only admins write in the group, `conflict` if
    /// the other has left or a file's upload is unfinished, or `not_found` if a file isn't the sender's.
    public func send(_ send: Send, completion: @escaping @Sendable (Result<Sent, any Error>) -> Void) {
        do {
            try send.check()
        } catch {
            return completion(.failure(error))
        }
        database.enqueue(
            PendingSend(send, id: ids.next(), at: send.sentAt ?? clock.now(), of: self, completion: completion)
        )
    }

    /// - Throws: `invalid_request` if the message is invalid; `not_a_member` if the sender isn't in the chat;
    ///   `forbidden` if one member of a direct chat has blocked the other or only admins write in the group; `conflict`
    ///   if the other has left or a file's upload is unfinished; `not_found` if a file isn't the sender's.
    public func send(_ send: Send) async throws -> Sent {
        try await withCheckedThrowingContinuation { continuation in
            self.send(send) { continuation.resume(with: $0) }
        }
    }

    /// Stores a message as part of a larger transaction, without publishing it.
    /// - Throws: the codes of `send(_:)`.
    func store(_ send: Send, on connection: any SQLConnection) throws -> Sent {
        try send.check()
        let stored = try insert(
            send,
            id: ids.next(),
            text: send.text,
            at: send.sentAt ?? clock.now(),
            on: connection
        )
        return Sent(stored)
    }

    /// Sets a chat's activity time to that of its latest message, after older messages were stored.
    func recomputeActivity(of chat: ChatID, on connection: any SQLConnection) throws {
        try states.writePositions(on: connection)
        try connection.execute(
            """
            UPDATE chats
            SET active_at = coalesce((SELECT max(created_at) FROM message_rows WHERE chat = chats.num), active_at)
            WHERE id = $1
            """,
            chat
        )
    }

    /// Publishes a stored message after its commit.
    /// - Parameter frame: the encoded event; `nil` to encode it here.
    func publish(_ stored: Stored, _ frame: [UInt8]? = nil, except connection: ConnectionID? = nil) {
        guard let recipients = stored.recipients else { return }
        let message = stored.message
        publisher.enqueue(
            frame ?? ServerFrames.created(message).frame,
            at: ChangePosition(chatId: message.chatId, seq: message.seq),
            admitting: .nobody,
            to: recipients,
            except: connection
        )
        observer.messageWasCreated()
    }
}

extension Messages.Send {
    /// Validates the parts that need no lookup.
    /// - Throws: `invalid_request` if one is invalid.
    func check() throws(SpotterError) {
        _ = try Validation.messageText(text, mayBeEmpty: !mediaIds.isEmpty)
        _ = try Validation.clientMessageId(clientMessageId)
        guard mediaIds.count <= Self.maxMedia, Set(mediaIds).count == mediaIds.count else {
            throw .invalid("A message takes at most \(Self.maxMedia) files, each once.")
        }
    }
}
