public import Domain
import SpotterAPI
import Storage

/// The chats in which somebody waits for the user's answer, longest first.
///
/// Of direct chats, those in which the other person wrote after the user did; of groups, those in which the user was
/// mentioned since their own last message. A chat leaves the inbox when the user writes there, says that it's done, or
/// snoozes it; what somebody writes afterwards brings it back. Imported messages make nobody wait, except the last words
/// of a chat that came as a whole. It is derived from positions in the member's row, so a send costs nothing more.
public struct Inbox: Sendable {
    let database: any Database
    let clock: any WallClock
    let states: ChatStateCache
    let publisher: any ChatEventPublisher
    let query: MessageQuery

    /// - Parameter includesSnoozed: also chats that are snoozed at present.
    public func items(for actor: Actor, includesSnoozed: Bool = false) async throws -> [InboxItem] {
        let now = clock.now()
        return try await database.read { connection in
            let rows = try InboxRow.waiting(for: actor.userId, at: now, on: connection)
                .filter { includesSnoozed || !$0.isSnoozed(at: now) }
            let last = try lastMessages(of: rows, for: actor, on: connection)
            return rows.compactMap { row in
                last[row.chatId].map { message in
                    InboxItem(
                        chatId: row.chatId,
                        waitingSince: row.since,
                        lastMessage: message,
                        snoozedUntil: row.isSnoozed(at: now) ? row.snoozedUntil : nil
                    )
                }
            }
        }
    }

    /// Hides a chat until an instant, or until somebody writes there; `nil` shows it again.
    /// - Throws: `not_a_member` if the actor isn't in the chat; `invalid_request` if the instant has passed.
    public func snooze(_ chat: ChatID, until end: Timestamp?, by actor: Actor) async throws -> InboxState {
        if let end, end <= clock.now() {
            throw SpotterError.invalid("That time has already passed; give a time ahead.")
        }
        return try await change(chat, by: actor) { connection, seq in
            try connection.execute(
                "UPDATE members SET snoozed_until = $1, snoozed_seq = $2 WHERE chat_id = $3 AND user_id = $4",
                end,
                seq,
                chat,
                actor.userId
            )
        }
    }

    /// Nothing that was written in the chat so far waits for an answer.
    /// - Throws: `not_a_member` if the actor isn't in the chat.
    public func done(_ chat: ChatID, by actor: Actor) async throws -> InboxState {
        try await change(chat, by: actor) { connection, seq in
            try connection.execute(
                "UPDATE members SET done_seq = $1, snoozed_until = NULL WHERE chat_id = $2 AND user_id = $3",
                seq,
                chat,
                actor.userId
            )
        }
    }

    /// Takes `done` back: whatever was written after the user's own last message waits again.
    /// - Throws: `not_a_member` if the actor isn't in the chat.
    public func reopen(_ chat: ChatID, by actor: Actor) async throws -> InboxState {
        try await change(chat, by: actor) { connection, _ in
            try connection.execute(
                "UPDATE members SET done_seq = 0 WHERE chat_id = $1 AND user_id = $2",
                chat,
                actor.userId
            )
        }
    }

    // MARK: Rows

    /// - Parameter body: gets the chat's position.
    private func change(
        _ chat: ChatID,
        by actor: Actor,
        _ body: @escaping @Sendable (any SQLConnection, Int64) throws -> Void
    ) async throws -> InboxState {
        try await withCheckedThrowingContinuation { continuation in
            database.enqueue { connection in
                try states.requireMember(actor, of: chat, on: connection)
                guard let seq = try states.load(chat, on: connection)?.seq else { throw SpotterError.notAMember }
                try body(connection, seq)
                let state = try connection.first(
                    "SELECT done_seq, snoozed_until FROM members WHERE chat_id = $1 AND user_id = $2",
                    chat,
                    actor.userId
                ) { InboxState(chatId: chat, doneSeq: try $0.int(0), snoozedUntil: try $0.optionalTimestamp(1)) }
                guard let state else { throw SpotterError.notAMember }
                return state
            } completion: { result in
                if case .success(let state) = result {
                    publisher.enqueue(ServerFrames.inbox(state), to: [actor.userId])
                }
                continuation.resume(with: result)
            }
        }
    }

    private func lastMessages(
        of rows: [InboxRow],
        for actor: Actor,
        on connection: any SQLConnection
    ) throws -> [ChatID: Message] {
        var last: [ChatID: Message] = [:]
        var rest = rows[...]
        while !rest.isEmpty {
            let batch = rest.prefix(100)
            rest = rest.dropFirst(batch.count)
            let condition = "WHERE m.num IN (\(connection.placeholders(count: batch.count)))"
            let messages = try query.read(condition, batch.map(\.lastNum), on: connection)
            let cursors = try Cursors.read(of: messages.map(\.chatId), for: actor.userId, on: connection)
            for message in messages { last[message.chatId] = cursors[message.chatId]?.withStatus(message) ?? message }
        }
        return last
    }
}
