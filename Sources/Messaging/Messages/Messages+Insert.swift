import Accounts
import Contacts
import Domain
import Storage

/// Stores a message in a transaction of the writer. A plain message costs one statement and reads nothing.
extension Messages {
    struct Stored: Sendable {
        let message: Message
        /// The users to whom it is published; `nil` for a repeat.
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
        // A repeat returns the first message, whatever has changed since. A repeated plain message is detected when it
        // is stored.
        if !send.isPlain || chat.isBlocked, let first = try earlier(send, on: connection) {
            return Stored(message: first, recipients: nil)
        }
        try chat.requireUnblocked(send.sender)
        guard chat.kind == .group || chat.members.count > 1 else {
            if let first = try earlier(send, on: connection) { return Stored(message: first, recipients: nil) }
            throw SpotterError.otherMemberLeft
        }
        var message = Message(
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
        if let target = send.replyTo { message.quote = try quote(target, in: send.chatId, on: connection) }
        if !send.mediaIds.isEmpty { message.media = try media(send.mediaIds, of: send.sender, on: connection) }
        if Mentions.mayBe(in: text) { message.mentions = try Mentions.find(in: message, on: connection) }
        guard try write(message, on: connection) else {
            guard let first = try earlier(send, on: connection) else { throw SpotterError.notAMember }
            return Stored(message: first, recipients: nil)
        }
        states.advance(send.chatId, to: message.seq, activeAt: message.createdAt)
        return Stored(message: message, recipients: chat.recipients)
    }

    /// Returns `false` if there is a message with the same sender, chat and `clientMessageId`.
    private func write(_ message: Message, on connection: any SQLConnection) throws -> Bool {
        let extras = MessageExtras()
            .setting(.media, to: !message.media.isEmpty).setting(.mentions, to: !message.mentions.isEmpty)
        let inserted = try connection.execute(
            """
            INSERT INTO messages
                (num, id, chat_id, seq, sender_id, client_message_id, text, reply_to, created_at, via, extras)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            ON CONFLICT (sender_id, chat_id, client_message_id) DO NOTHING
            """,
            try states.nextNumber(on: connection),
            message.id,
            message.chatId,
            message.seq,
            message.senderId,
            message.clientMessageId,
            message.text,
            message.replyTo,
            message.createdAt,
            message.via.rawValue,
            extras.rawValue
        )
        guard inserted > 0 else { return false }
        for (position, media) in message.media.enumerated() {
            try connection.execute(
                "INSERT INTO message_media (message_id, position, media_id) VALUES ($1, $2, $3)",
                message.id,
                position,
                media.id
            )
        }
        try Mentions.write(message.mentions, of: message, on: connection)
        return true
    }

    private func quote(_ target: MessageID, in chat: ChatID, on connection: any SQLConnection) throws -> Quote {
        let quote = try connection.first(
            "SELECT \(Quote.columns) FROM messages m WHERE m.id = $1 AND m.chat_id = $2",
            target,
            chat
        ) { try Quote(row: $0) }
        guard let quote else { throw SpotterError.invalid("replyTo must name a message of the same chat.") }
        return quote
    }

    /// The sender's own finished uploads, in the given order.
    private func media(
        _ ids: [MediaID],
        of sender: Actor,
        on connection: any SQLConnection
    ) throws -> [Media] {
        let files = try media.files(ids, on: connection)
        return try ids.map { id in
            guard let file = files[id], Access.can(sender, .own(file.ownerId)) else {
                throw SpotterError.notFound("file of yours")
            }
            guard file.isReady else {
                throw SpotterError(.conflict, "A file is still being uploaded; send the message when it's ready.")
            }
            return file.media
        }
    }

    private func earlier(_ send: Send, on connection: any SQLConnection) throws -> Message? {
        let found = try query.read(
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
    /// The other member of the direct chat has left it.
    static let otherMemberLeft = SpotterError(
        .conflict,
        "The other person has left this chat; open a new one with them to go on."
    )
}
