public import Domain
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
        public let via: MessageOrigin
        /// When it was written; only an import says so, otherwise the server's clock counts.
        public let sentAt: Timestamp?
        /// The connection that sends: it gets the ack, not the event.
        public let connection: ConnectionID?

        public init(
            chatId: ChatID,
            sender: Actor,
            clientMessageId: String,
            text: String,
            replyTo: MessageID? = nil,
            via: MessageOrigin = .user,
            sentAt: Timestamp? = nil,
            connection: ConnectionID? = nil
        ) {
            self.chatId = chatId
            self.sender = sender
            self.clientMessageId = clientMessageId
            self.text = text
            self.replyTo = replyTo
            self.via = via
            self.sentAt = sentAt
            self.connection = connection
        }
    }

    public struct Sent: Sendable {
        public let message: Message
        /// The message was there already: `(sender, chat, clientMessageId)` names one for ever.
        public let isRepeat: Bool
    }

    /// Queues a message; `completion` is called on the writer's thread once it's on disk, before it's told to others.
    public func send(_ send: Send, completion: @escaping @Sendable (Result<Sent, any Error>) -> Void) {
        let checked: (text: String, clientMessageId: String)
        do {
            checked = (
                try Validation.messageText(send.text), try Validation.clientMessageId(send.clientMessageId)
            )
        } catch {
            completion(.failure(error))
            return
        }
        let id: MessageID = ids.next()
        let now = send.sentAt ?? clock.now()
        database.enqueue { connection in
            try insert(send, id: id, text: checked.text, at: now, on: connection)
        } completion: { result in
            completion(result.map { Sent(message: $0.message, isRepeat: $0.recipients == nil) })
            if case .success(let stored) = result { tell(stored, except: send.connection) }
        }
    }

    public func send(_ send: Send) async throws -> Sent {
        try await withCheckedThrowingContinuation { continuation in
            self.send(send) { continuation.resume(with: $0) }
        }
    }

    /// Stores a message as part of a larger job, such as an import. Nobody is told.
    package func store(_ send: Send, on connection: any SQLConnection) throws -> Sent {
        let text = try Validation.messageText(send.text)
        _ = try Validation.clientMessageId(send.clientMessageId)
        let at = send.sentAt ?? clock.now()
        let stored = try insert(send, id: ids.next(), text: text, at: at, on: connection)
        return Sent(message: stored.message, isRepeat: stored.recipients == nil)
    }

    /// Says that what `store` wrote is on disk, so that it's indexed now and not at the next send.
    package func noticeStored() { index.messageCreated() }

    /// Hands a stored message to everybody concerned, after its commit.
    func tell(_ stored: Stored, except connection: ConnectionID? = nil) {
        guard let recipients = stored.recipients else { return }
        let message = stored.message
        let event = ChatEvent(type: .messageCreated, chatId: message.chatId, seq: message.seq, message: message)
        hub.gather(event, to: recipients, except: connection)
        index.messageCreated()
    }

    // MARK: Inside the writer

    struct Stored: Sendable {
        let message: Message
        /// Who is to be told; nobody for a repeat.
        let recipients: [UserID]?
    }

    func insert(
        _ send: Send,
        id: MessageID,
        text: String,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> Stored {
        let chat = try states.load(send.chatId, on: connection)
        guard let chat, Access.can(send.sender, .sendMessage(chat.members[send.sender.userId])) else {
            throw SpotterError.notAMember
        }
        if let first = try earlier(send, on: connection) { return Stored(message: first, recipients: nil) }
        if let target = send.replyTo {
            guard try Message.find(target, in: send.chatId, on: connection) != nil else {
                throw SpotterError.invalid("replyTo must name a message of the same chat.")
            }
        }
        let message = Message(
            id: id,
            chatId: send.chatId,
            seq: chat.seq + 1,
            senderId: send.sender.userId,
            clientMessageId: send.clientMessageId,
            text: text,
            replyTo: send.replyTo,
            createdAt: now,
            via: send.via
        )
        try connection.execute(
            """
            INSERT INTO messages (id, chat_id, seq, sender_id, client_message_id, text, reply_to, created_at, via)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            """,
            message.id,
            message.chatId,
            message.seq,
            message.senderId,
            message.clientMessageId,
            message.text,
            message.replyTo,
            message.createdAt,
            message.via.rawValue
        )
        try connection.execute(
            "UPDATE chats SET seq = $1, active_at = $2 WHERE id = $3",
            message.seq,
            now,
            message.chatId
        )
        try connection.execute(
            "INSERT INTO embedding_queue (message_id, chat_id, due_at) VALUES ($1, $2, $3)",
            message.id,
            message.chatId,
            0
        )
        states.advance(send.chatId, to: message.seq)
        return Stored(message: message, recipients: chat.recipients)
    }

    private func earlier(_ send: Send, on connection: any SQLConnection) throws -> Message? {
        let found = try MessageReader.read(
            "WHERE m.sender_id = $1 AND m.chat_id = $2 AND m.client_message_id = $3",
            send.sender.userId,
            send.chatId,
            send.clientMessageId,
            on: connection
        ).first
        return try found.map {
            try Cursors(of: send.chatId, for: send.sender.userId, on: connection).withStatus($0)
        }
    }
}

extension SpotterError {
    /// The same for a chat that doesn't exist and one that isn't the asker's.
    public static let notAMember = SpotterError(.notAMember, "There is no such chat, or you are not in it.")
}

extension Hub {
    /// Encodes a durable change once and keeps it for its group's end.
    func gather(_ event: ChatEvent, to recipients: [UserID], except: ConnectionID? = nil) {
        let delivery = encode(ServerFrames.event(event), position: .init(chatId: event.chatId, seq: event.seq))
        gather(delivery, to: recipients, except: except)
    }
}
