public import Domain
import Storage

/// Editing and deleting. Only the sender may do so, and each change is durable with its own `seq`.
extension Messages {
    /// Changes the text. The former text stays readable to members. An identical text changes nothing.
    ///
    /// Fails with `invalid_request` if the text is invalid, `not_a_member` if the actor isn't in the chat, `forbidden`
    /// if one member of a direct chat has blocked the other, or `not_found` if the message isn't the actor's.
    public func edit(
        _ id: MessageID,
        in chat: ChatID,
        to text: String,
        by actor: Actor,
        completion: @escaping @Sendable (Result<Message, any Error>) -> Void
    ) {
        let observer = observer
        do {
            _ = try Validation.messageText(text, mayBeEmpty: true)
        } catch {
            return completion(.failure(error))
        }
        transactions.change(
            chat,
            of: actor.userId,
            bytes: text.utf8.count,
            committed: { (done: (message: Message, isChanged: Bool)) in
                if done.isChanged { observer.messageDidChange(done.message) }
            }
        ) { transaction in
            let old = try Self.ownMessage(id, of: actor, in: transaction)
            try transaction.state.requireMayWrite(actor)
            _ = try Validation.messageText(text, mayBeEmpty: !old.media.isEmpty)
            guard text != old.text else {
                return (
                    message: try transaction.message(id)?.shown(to: actor, in: transaction) ?? old, isChanged: false
                )
            }
            try Self.keepFormerText(of: old, in: transaction)
            let mentioned = try Mentions.write(text, of: old, in: transaction)
            try transaction.connection.execute(
                """
                UPDATE message_rows SET text = $1, edited_at = $2, edit_count = edit_count + 1, extras = $3
                WHERE id = $4
                """,
                text,
                transaction.now,
                try Self.extras(of: id, on: transaction.connection).setting(.mentions, to: !mentioned.isEmpty).rawValue,
                id
            )
            try FullText.textDidChange(on: transaction.connection)
            try observer.messageWillChange(id, in: chat, newText: text, on: transaction.connection)
            // What was heard is still to be found, by whatever is written.
            if old.transcript?.status == .ready {
                try observer.messageWillBeTranscribed(id, in: chat, on: transaction.connection)
            }
            return (
                message: try transaction.changed(.messageEdited, id).shown(to: actor, in: transaction), isChanged: true
            )
        } completion: {
            completion($0.map(\.message))
        }
    }

    /// - Throws: `invalid_request` if the text is invalid; `not_a_member` if the actor isn't in the chat; `forbidden`
    ///   if one member of a direct chat has blocked the other; `not_found` if the message isn't the actor's.
    public func edit(_ id: MessageID, in chat: ChatID, to text: String, by actor: Actor) async throws -> Message {
        try await withCheckedThrowingContinuation { continuation in
            edit(id, in: chat, to: text, by: actor) { continuation.resume(with: $0) }
        }
    }

    /// Deletes the contents of a message for all members: text, former texts, files, transcript, reactions, mentions and its pin.
    /// It keeps its position in the chat.
    ///
    /// Fails with `not_a_member` if the actor isn't in the chat, or `not_found` if the message isn't the actor's.
    public func delete(
        _ id: MessageID,
        in chat: ChatID,
        by actor: Actor,
        completion: @escaping @Sendable (Result<Message, any Error>) -> Void
    ) {
        let observer = observer
        transactions.change(chat, of: actor.userId, committed: { observer.messageDidChange($0) }) { transaction in
            _ = try Self.ownMessage(id, of: actor, in: transaction)
            let wasPinned = try self.erase(id, in: transaction)
            let deleted = try transaction.changed(.messageDeleted, id)
            if wasPinned { try transaction.changedHeader() }
            return deleted.shown(to: actor, in: transaction)
        } completion: {
            completion($0)
        }
    }

    /// - Throws: `not_a_member` if the actor isn't in the chat; `not_found` if the message isn't the actor's.
    public func delete(_ id: MessageID, in chat: ChatID, by actor: Actor) async throws {
        _ = try await withCheckedThrowingContinuation { continuation in
            delete(id, in: chat, by: actor) { continuation.resume(with: $0) }
        }
    }

    /// The former texts, oldest first, each with the time at which it was written.
    /// - Throws: `not_a_member` if the actor isn't in the chat; `not_found` if it has no such message.
    public func edits(of id: MessageID, in chat: ChatID, for actor: Actor) async throws -> [MessageEdit] {
        try await database.read { connection in
            try Chats.requireMember(actor, of: chat, on: connection)
            guard try Message.exists(id, in: chat, on: connection) else { throw SpotterError.notFound("message") }
            return try connection.query(
                "SELECT text, at FROM message_edits WHERE message_id = $1 ORDER BY version",
                id
            ) { MessageEdit(text: try $0.text(0), at: try $0.timestamp(1)) }
        }
    }

    // MARK: Inside a transaction

    /// - Throws: `not_a_member` if the actor isn't in the chat; `not_found` if the message isn't the actor's.
    private static func ownMessage(_ id: MessageID, of actor: Actor, in transaction: ChatTransaction) throws -> Message
    {
        let role = try transaction.requireMember(actor)
        guard let message = try transaction.find(id),
            Access.can(actor, .changeMessage(role, sender: message.senderId)),
            message.deletedAt == nil
        else { throw SpotterError.notFound("message of yours") }
        return message
    }

    private static func keepFormerText(of message: Message, in transaction: ChatTransaction) throws {
        try transaction.connection.execute(
            "INSERT INTO message_edits (message_id, version, text, at) VALUES ($1, $2, $3, $4)",
            message.id,
            message.editCount + 1,
            message.text,
            message.editedAt ?? message.createdAt
        )
    }

    /// Removes the contents of a message and marks it deleted. Returns whether it was pinned. The caller logs the
    /// change.
    func erase(_ id: MessageID, in transaction: ChatTransaction) throws -> Bool {
        let connection = transaction.connection
        try FullText.textWillBeErased(on: connection)
        try ReadCounters.messageWasDeleted(id, in: transaction.id, on: connection)
        try connection.execute(
            """
            UPDATE message_rows SET text = '', spoken = NULL, deleted_at = $1, edit_count = 0, extras = extras & $2
            WHERE id = $3
            """,
            transaction.now,
            MessageExtras.imported.rawValue,
            id
        )
        try FullText.textDidChange(on: connection)
        try observer.messageWillBeErased(id, in: transaction.id, on: connection)
        for table in ["message_edits", "reactions", "mentions", "message_media", "message_transcripts"] {
            try connection.execute("DELETE FROM \(table) WHERE message_id = $1", id)
        }
        return try connection.execute("DELETE FROM pins WHERE chat_id = $1 AND message_id = $2", transaction.id, id) > 0
    }

    static func extras(of id: MessageID, on connection: any SQLConnection) throws -> MessageExtras {
        MessageExtras(
            rawValue: try connection.first("SELECT extras FROM message_rows WHERE id = $1", id) { try $0.int(0) } ?? 0
        )
    }
}

extension Message {
    /// The message as visible to this member.
    func shown(to actor: Actor, in transaction: ChatTransaction) -> Message {
        hidingReadStatus(transaction.state.hidingReadReceipts.contains(actor.userId))
    }
}
