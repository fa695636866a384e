public import Domain
import SpotterAPI
import Storage

/// Unsent messages, shared by all of a user's devices. The last write to reach the server wins.
public struct Drafts: Sendable {
    let database: any Database
    let clock: any WallClock
    let states: ChatStateCache
    let publisher: any ChatEventPublisher

    /// Stores a draft. A draft without text and reply is cleared.
    /// - Throws: `not_a_member` if the actor isn't in the chat; `invalid_request` if the text or `replyTo` is invalid.
    public func put(_ text: String, replyTo: MessageID?, in chat: ChatID, by actor: Actor) async throws -> DraftChange {
        let text = try Validation.messageText(text, mayBeEmpty: true)
        guard !text.isEmpty || replyTo != nil else { return try await clear(chat, by: actor) }
        let draft = ChatDraft(text: text, replyTo: replyTo, updatedAt: clock.now())
        return try await write(DraftChange(chatId: chat, draft: draft), by: actor) { connection in
            if let replyTo, try !Message.exists(replyTo, in: chat, on: connection) {
                throw SpotterError.invalid("replyTo must name a message of the same chat.")
            }
            try connection.execute(
                """
                INSERT INTO drafts (user_id, chat_id, text, reply_to, updated_at) VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT (user_id, chat_id) DO UPDATE
                SET text = excluded.text, reply_to = excluded.reply_to, updated_at = excluded.updated_at
                """,
                actor.userId,
                chat,
                draft.text,
                draft.replyTo,
                draft.updatedAt
            )
        }
    }

    /// - Throws: `not_a_member` if the actor isn't in the chat.
    @discardableResult
    public func clear(_ chat: ChatID, by actor: Actor) async throws -> DraftChange {
        try await write(DraftChange(chatId: chat, draft: nil), by: actor) { connection in
            connection.markErasure()
            try connection.execute("DELETE FROM drafts WHERE user_id = $1 AND chat_id = $2", actor.userId, chat)
        }
    }

    /// All of the actor's drafts, latest first.
    public func list(for actor: Actor) async throws -> [DraftChange] {
        try await database.read { connection in
            try Self.read(of: actor.userId, on: connection).map { DraftChange(chatId: $0.key, draft: $0.value) }
                .sorted {
                    ($0.draft?.updatedAt ?? .earliest, $0.chatId) > ($1.draft?.updatedAt ?? .earliest, $1.chatId)
                }
        }
    }

    static func read(of user: UserID, on connection: any SQLConnection) throws -> [ChatID: ChatDraft] {
        let rows = try connection.query(
            """
            SELECT d.chat_id, d.text, d.reply_to, d.updated_at
            FROM drafts d JOIN members m ON m.chat_id = d.chat_id AND m.user_id = d.user_id WHERE d.user_id = $1
            """,
            user
        ) {
            (
                try $0.id(0, ChatID.self),
                ChatDraft(text: try $0.text(1), replyTo: try $0.optionalID(2), updatedAt: try $0.timestamp(3))
            )
        }
        return Dictionary(rows) { first, _ in first }
    }

    private func write(
        _ change: DraftChange,
        by actor: Actor,
        _ body: @escaping @Sendable (any SQLConnection) throws -> Void
    ) async throws -> DraftChange {
        try await withCheckedThrowingContinuation { continuation in
            database.enqueue { connection in
                try states.requireMember(actor, of: change.chatId, on: connection)
                try body(connection)
                return change
            } completion: { result in
                if case .success(let change) = result {
                    publisher.enqueue(ServerFrames.draft(change), to: [actor.userId])
                }
                continuation.resume(with: result)
            }
        }
    }
}
