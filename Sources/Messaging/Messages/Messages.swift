public import Domain
import SpotterAPI
package import Storage

/// Sending, editing and deleting. A result means "on disk", and everybody concerned is told after that.
public struct Messages: Sendable {
    let database: any Database
    let clock: any WallClock
    let ids: any IDSource
    let states: ChatStates
    let hub: Hub
    let index: any IndexListener

    public struct Send: Sendable {
        public let chatId: ChatID
        public let sender: Actor
        public let clientMessageId: String
        public let text: String
        public let replyTo: MessageID?
        /// The sender's own uploads, ready; the text may then be empty.
        public let mediaIds: [MediaID]
        public let via: MessageOrigin
        /// When it was written; only an import says so, otherwise the server's clock counts.
        public let sentAt: Timestamp?
        /// The connection that sends: it gets the ack, not the event.
        public let connection: ConnectionID?

        public static let mostMedia = 10

        public init(
            chatId: ChatID,
            sender: Actor,
            clientMessageId: String,
            text: String,
            replyTo: MessageID? = nil,
            mediaIds: [MediaID] = [],
            via: MessageOrigin = .user,
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
            self.sentAt = sentAt
            self.connection = connection
        }
    }

    var writer: ChatWriter { ChatWriter(database: database, clock: clock, states: states, hub: hub) }

    public struct Sent: Sendable {
        public let message: Message
        /// The message was there already: `(sender, chat, clientMessageId)` names one for ever.
        public let isRepeat: Bool
        private let encoded: [UInt8]?

        init(_ stored: Stored, encoded: [UInt8]? = nil) {
            message = stored.message
            isRepeat = stored.recipients == nil
            self.encoded = encoded
        }

        /// The message as JSON: written once, for the ack and for everybody's event.
        public var json: [UInt8] { encoded ?? ServerFrames.message(message) }
    }

    /// Queues a message; `completion` is called in the order of commits once it's on disk, before it's told to others.
    public func send(_ send: Send, completion: @escaping @Sendable (Result<Sent, any Error>) -> Void) {
        do {
            try send.check()
        } catch {
            return completion(.failure(error))
        }
        let id: MessageID = ids.next()
        let now = send.sentAt ?? clock.now()
        database.enqueue { connection in
            try insert(send, id: id, text: send.text, at: now, on: connection)
        } completion: { result in
            switch result {
            case .success(let stored):
                let json = ServerFrames.message(stored.message)
                completion(.success(Sent(stored, encoded: json)))
                tell(stored, json: json, except: send.connection)
            case .failure(let error): completion(.failure(error))
            }
        }
    }

    public func send(_ send: Send) async throws -> Sent {
        try await withCheckedThrowingContinuation { continuation in
            self.send(send) { continuation.resume(with: $0) }
        }
    }

    /// Stores a message as part of a larger job, such as an import. Nobody is told.
    package func store(_ send: Send, on connection: any SQLConnection) throws -> Sent {
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

    /// Puts a chat where its latest message belongs among the others, after older ones were stored.
    package func settleActivity(of chat: ChatID, on connection: any SQLConnection) throws {
        try states.writePositions(on: connection)
        try connection.execute(
            """
            UPDATE chats SET active_at = coalesce((SELECT max(created_at) FROM messages WHERE chat_id = $1), active_at)
            WHERE id = $1
            """,
            chat
        )
    }

    /// Says that what `store` wrote is on disk, so that it's indexed now and not at the next send.
    package func noticeStored() { index.messageCreated() }

    /// Hands a stored message to everybody concerned, after its commit.
    /// - Parameter json: the message, where it was encoded already.
    func tell(_ stored: Stored, json: [UInt8]? = nil, except connection: ConnectionID? = nil) {
        guard let recipients = stored.recipients else { return }
        let message = stored.message
        let frame = ServerFrames.created(
            in: message.chatId,
            seq: message.seq,
            message: json ?? ServerFrames.message(message)
        )
        let position = Delivery.Position(chatId: message.chatId, seq: message.seq)
        hub.gather(hub.encode(frame, position: position), to: recipients, except: connection)
        index.messageCreated()
    }
}

extension Messages.Send {
    /// Says nothing of other rows, so that nothing can be wrong with it but its being a repeat.
    var isPlain: Bool { replyTo == nil && mediaIds.isEmpty }

    /// What can be known without looking anything up.
    func check() throws(SpotterError) {
        _ = try Validation.messageText(text, mayBeEmpty: !mediaIds.isEmpty)
        _ = try Validation.clientMessageId(clientMessageId)
        guard mediaIds.count <= Self.mostMedia, Set(mediaIds).count == mediaIds.count else {
            throw .invalid("A message takes at most \(Self.mostMedia) files, each once.")
        }
    }
}
