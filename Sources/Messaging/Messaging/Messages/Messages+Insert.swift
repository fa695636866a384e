import Accounts
import Contacts
import Domain
import Storage

/// Stores a message in a transaction of the writer. A plain message costs one statement and reads nothing.
extension Messages {
    /// A class, because a message is large, and goes from the writer to the delivery and on to the answer.
    final class Stored: Sendable {
        let message: Message
        /// The users to whom it is published; `nil` for a repeat.
        let recipients: [UserID]?

        init(message: Message, recipients: [UserID]?) {
            self.message = message
            self.recipients = recipients
        }
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
        let sender = try states.senderNumber(of: send.sender.userId, on: connection)
        let key = ClientMessageKey(send.clientMessageId)
        let hash = try sentMessages.hash(of: key, in: chat.num, on: connection)
        // A repeat returns the first message, whatever has changed since.
        if let sender, let first = try sentMessages.find(key, hash, of: sender, in: chat.num, on: connection) {
            return Stored(message: try message(first, for: send, on: connection), recipients: nil)
        }
        try chat.requireMayWrite(send.sender)
        guard chat.kind == .group || chat.members.count > 1 else { throw SpotterError.otherMemberLeft }
        var message = Message(
            id: id,
            chatId: send.chatId,
            seq: chat.seq + 1,
            senderId: send.sender.userId,
            clientMessageId: send.clientMessageId,
            text: text,
            replyTo: send.replyTo,
            createdAt: now,
            via: send.via,
            bot: send.bot,
            imported: send.isImported ? true : nil
        )
        if let target = send.replyTo { message.quote = try quote(target, in: send.chatId, on: connection) }
        if !send.mediaIds.isEmpty { message.media = try media(send.mediaIds, of: send.sender, on: connection) }
        if MentionParser.mayMention(text) { message.mentions = try Mentions.find(in: message, on: connection) }
        let row = MessageIdentity(
            num: try states.nextNumber(on: connection),
            chat: chat.num,
            sender: try sender ?? states.addSender(send.sender.userId, on: connection),
            client: key
        )
        try write(message, as: row, hash, ordinal: chat.messageCount + 1, on: connection)
        states.advance(
            send.chatId,
            to: message.seq,
            messageCount: chat.messageCount + 1,
            activeAt: message.createdAt,
            sender: send.sender.userId,
            isByPerson: send.via.isByPerson
        )
        return Stored(message: message, recipients: chat.recipients)
    }

    private func write(
        _ message: Message,
        as row: MessageIdentity,
        _ hash: Int64,
        ordinal: Int64,
        on connection: any SQLConnection
    ) throws {
        let extras = MessageExtras()
            .setting(.media, to: !message.media.isEmpty).setting(.mentions, to: !message.mentions.isEmpty)
            .setting(.imported, to: message.imported == true)
        try connection.executeLater(
            """
            INSERT INTO message_rows
                (num, id, chat, seq, ordinal, sender, client_id, text, reply_to, created_at, via, extras)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
            """,
            row.num,
            message.id,
            row.chat,
            message.seq,
            ordinal,
            row.sender,
            row.client,
            message.text,
            message.replyTo,
            message.createdAt,
            StoredOrigin.text(message.via, message.bot),
            extras.rawValue
        )
        sentMessages.add(row, hash)
        for (position, media) in message.media.enumerated() {
            try connection.executeLater(
                "INSERT INTO message_media (message_id, position, media_id) VALUES ($1, $2, $3)",
                message.id,
                position,
                media.id
            )
        }
        try Mentions.write(message.mentions, of: message, on: connection)
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
            let file = try files.own(id, of: sender)
            guard file.isReady else {
                throw SpotterError(.conflict, "A file is still being uploaded; send the message when it's ready.")
            }
            return file.media
        }
    }

    private func message(_ num: Int64, for send: Send, on connection: any SQLConnection) throws -> Message {
        guard let message = try query.read("WHERE m.num = $1", num, on: connection).first else {
            throw SpotterError.notFound("message")
        }
        return try Cursors(of: send.chatId, for: send.sender.userId, on: connection).withStatus(message)
    }
}

extension SpotterError {
    /// The other member of the direct chat has left it.
    static let otherMemberLeft = SpotterError(
        .conflict,
        "The other person has left this chat; open a new one with them to go on."
    )
}
