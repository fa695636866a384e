public import Domain
import Storage

/// Editing and deleting: the sender's right, and a durable change with its own `seq`.
extension Messages {
    public func edit(_ id: MessageID, in chat: ChatID, to text: String, by actor: Actor) async throws -> Message {
        let text = try Validation.messageText(text)
        let now = clock.now()
        return try await change(id, in: chat, by: actor, kind: .messageEdited, at: now) { connection in
            try connection.execute(
                "UPDATE messages SET text = $1, edited_at = $2 WHERE id = $3 AND deleted_at IS NULL",
                text,
                now,
                id
            )
            // Not searchable by its old meaning for a moment: the vector goes with the text that it came from.
            try connection.execute("DELETE FROM vectors WHERE message_id = $1", id)
            try connection.execute(
                """
                INSERT INTO embedding_queue (message_id, chat_id, due_at) VALUES ($1, $2, $3)
                ON CONFLICT (message_id) DO UPDATE SET attempts = 0, due_at = excluded.due_at
                """,
                id,
                chat,
                0
            )
        }
    }

    /// The text is gone for all; the message's place in the chat stays.
    public func delete(_ id: MessageID, in chat: ChatID, by actor: Actor) async throws {
        let now = clock.now()
        _ = try await change(id, in: chat, by: actor, kind: .messageDeleted, at: now) { connection in
            try connection.execute("UPDATE messages SET text = '', deleted_at = $1 WHERE id = $2", now, id)
            try connection.execute("DELETE FROM vectors WHERE message_id = $1", id)
            try connection.execute("DELETE FROM embedding_queue WHERE message_id = $1", id)
        }
    }

    private func change(
        _ id: MessageID,
        in chatId: ChatID,
        by actor: Actor,
        kind: ChatEvent.Kind,
        at now: Timestamp,
        _ apply: @escaping @Sendable (any SQLConnection) throws -> Void
    ) async throws -> Message {
        try await withCheckedThrowingContinuation { continuation in
            database.enqueue { connection in
                guard let chat = try states.load(chatId, on: connection),
                    let message = try Message.find(id, in: chatId, on: connection),
                    Access.can(actor, .changeMessage(chat.members[actor.userId], sender: message.senderId)),
                    message.deletedAt == nil
                else { throw SpotterError.notFound("message of yours") }
                try apply(connection)
                let seq = try states.append(
                    kind,
                    to: chatId,
                    after: chat.seq,
                    messageId: id,
                    at: now,
                    on: connection
                )
                guard var changed = try Message.find(id, in: chatId, on: connection) else {
                    throw SpotterError.notFound("message of yours")
                }
                changed.status = try Cursors(of: chatId, for: nil, on: connection).status(of: changed)
                return (
                    event: ChatEvent(type: kind, chatId: chatId, seq: seq, message: changed), message: changed,
                    recipients: chat.recipients
                )
            } completion: { result in
                if case .success(let done) = result {
                    index.messageChanged(done.message)
                    hub.gather(done.event, to: done.recipients)
                }
                continuation.resume(with: result.map(\.message))
            }
        }
    }
}

extension ChatStates {
    /// Writes a durable change that isn't a new message at the chat's next `seq`.
    func append(
        _ kind: ChatEvent.Kind,
        to chat: ChatID,
        after last: Int64,
        messageId: MessageID? = nil,
        member: ChatEvent.MemberChange? = nil,
        name: String? = nil,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> Int64 {
        let seq = last + 1
        try connection.execute(
            """
            INSERT INTO chat_events (chat_id, seq, kind, message_id, user_id, change, name, at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            """,
            chat,
            seq,
            kind.rawValue,
            messageId,
            member?.userId,
            member?.change.rawValue,
            name,
            now
        )
        try connection.execute("UPDATE chats SET seq = $1 WHERE id = $2", seq, chat)
        advance(chat, to: seq)
        return seq
    }
}
