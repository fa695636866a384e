public import Domain
import Storage

/// Editing and deleting: the sender's right, and a durable change with its own `seq`.
extension Messages {
    /// Changes the text; the former one stays readable to members. The same text again changes nothing.
    public func edit(
        _ id: MessageID,
        in chat: ChatID,
        to text: String,
        by actor: Actor,
        completion: @escaping @Sendable (Result<Message, any Error>) -> Void
    ) {
        let index = index
        do {
            _ = try Validation.messageText(text, mayBeEmpty: true)
        } catch {
            return completion(.failure(error))
        }
        writer.change(
            chat,
            committed: { (done: (message: Message, isChanged: Bool)) in
                if done.isChanged { index.messageChanged(done.message) }
            }
        ) { job in
            let old = try Self.own(id, of: actor, in: job)
            try job.state.requireUnblocked(actor)
            _ = try Validation.messageText(text, mayBeEmpty: !old.media.isEmpty)
            guard text != old.text else {
                return (message: try job.message(id)?.shown(to: actor, in: job) ?? old, isChanged: false)
            }
            try Self.keepFormerText(of: old, in: job)
            let mentioned = try Mentions.write(text, of: old, in: job)
            try job.connection.execute(
                """
                UPDATE messages SET text = $1, edited_at = $2, edit_count = edit_count + 1, extras = $3
                WHERE id = $4
                """,
                text,
                job.now,
                try Self.extras(of: id, on: job.connection).setting(.mentions, to: !mentioned.isEmpty).rawValue,
                id
            )
            try Self.forgetMeaning(of: id, on: job.connection)
            if !text.isEmpty { try Self.queueMeaning(of: id, in: chat, on: job.connection) }
            return (message: try job.changed(.messageEdited, id).shown(to: actor, in: job), isChanged: true)
        } completion: {
            completion($0.map(\.message))
        }
    }

    public func edit(_ id: MessageID, in chat: ChatID, to text: String, by actor: Actor) async throws -> Message {
        try await withCheckedThrowingContinuation { continuation in
            edit(id, in: chat, to: text, by: actor) { continuation.resume(with: $0) }
        }
    }

    /// Everything in it is gone for all: text, former texts, files, reactions, mentions, its pin. Its place stays.
    public func delete(
        _ id: MessageID,
        in chat: ChatID,
        by actor: Actor,
        completion: @escaping @Sendable (Result<Message, any Error>) -> Void
    ) {
        let index = index
        writer.change(chat, committed: { index.messageChanged($0) }) { job in
            _ = try Self.own(id, of: actor, in: job)
            let wasPinned = try Self.erase(id, in: job)
            let deleted = try job.changed(.messageDeleted, id)
            if wasPinned { try job.changedHead() }
            return deleted.shown(to: actor, in: job)
        } completion: {
            completion($0)
        }
    }

    public func delete(_ id: MessageID, in chat: ChatID, by actor: Actor) async throws {
        _ = try await withCheckedThrowingContinuation { continuation in
            delete(id, in: chat, by: actor) { continuation.resume(with: $0) }
        }
    }

    /// The former texts, oldest first, each with the time at which it was written.
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

    // MARK: Inside the writer

    private static func own(_ id: MessageID, of actor: Actor, in job: ChatJob) throws -> Message {
        let role = try job.requireMember(actor)
        guard let message = try Message.find(id, in: job.id, on: job.connection),
            Access.can(actor, .changeMessage(role, sender: message.senderId)),
            message.deletedAt == nil
        else { throw SpotterError.notFound("message of yours") }
        return message
    }

    private static func keepFormerText(of message: Message, in job: ChatJob) throws {
        try job.connection.execute(
            "INSERT INTO message_edits (message_id, version, text, at) VALUES ($1, $2, $3, $4)",
            message.id,
            message.editCount + 1,
            message.text,
            message.editedAt ?? message.createdAt
        )
    }

    /// Takes everything out of a message and marks it deleted; whether it was pinned. The caller logs the change.
    static func erase(_ id: MessageID, in job: ChatJob) throws -> Bool {
        let connection = job.connection
        try connection.execute(
            "UPDATE messages SET text = '', deleted_at = $1, edit_count = 0, extras = 0 WHERE id = $2",
            job.now,
            id
        )
        for table in ["message_edits", "reactions", "mentions", "message_media"] {
            try connection.execute("DELETE FROM \(table) WHERE message_id = $1", id)
        }
        try forgetMeaning(of: id, on: connection)
        return try connection.execute("DELETE FROM pins WHERE chat_id = $1 AND message_id = $2", job.id, id) > 0
    }

    static func extras(of id: MessageID, on connection: any SQLConnection) throws -> MessageExtras {
        MessageExtras(
            rawValue: try connection.first("SELECT extras FROM messages WHERE id = $1", id) { try $0.int(0) } ?? 0
        )
    }

    /// Not searchable by its old meaning for a moment: the vector goes with the text that it came from.
    private static func forgetMeaning(of id: MessageID, on connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM vectors WHERE message_id = $1", id)
        try connection.execute("DELETE FROM embedding_queue WHERE message_id = $1", id)
    }

    static func queueMeaning(of id: MessageID, in chat: ChatID, on connection: any SQLConnection) throws {
        try connection.execute(
            "INSERT INTO embedding_queue (message_id, chat_id, due_at) VALUES ($1, $2, $3)",
            id,
            chat,
            0
        )
    }
}

extension Message {
    /// As this member may see it.
    func shown(to actor: Actor, in job: ChatJob) -> Message {
        shown(toReticent: job.state.reticent.contains(actor.userId))
    }

    static func exists(_ id: MessageID, in chat: ChatID, on connection: any SQLConnection) throws -> Bool {
        try connection.exists("SELECT 1 FROM messages WHERE id = $1 AND chat_id = $2", id, chat)
    }
}
