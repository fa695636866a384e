public import Domain
import Storage

/// Delivered and read cursors: they only go forward, and never beyond what there is.
public struct Receipts: Sendable {
    let database: any Database
    let clock: any WallClock
    let states: ChatStates
    let hub: Hub

    public enum Kind: Sendable {
        case delivered, read
    }

    public struct Position: Sendable, Codable {
        public let readSeq: Int64
        public let unread: Int
    }

    /// Moves a cursor up to `seq`; read implies delivered. Everybody in the chat is told if it moved.
    public func advance(
        _ kind: Kind,
        to seq: Int64,
        in chat: ChatID,
        by actor: Actor,
        completion: @escaping @Sendable (Result<Position, any Error>) -> Void
    ) {
        let now = clock.now()
        database.enqueue { connection -> (position: Position, receipt: Receipt?, recipients: [UserID]) in
            let state = try states.load(chat, on: connection)
            guard let state, Access.can(actor, .moveCursor(state.members[actor.userId])) else {
                throw SpotterError.notAMember
            }
            guard seq >= 0 else { throw SpotterError.invalid("seq must not be negative.") }
            let before = try connection.first(
                """
                SELECT m.delivered_seq, m.read_seq, u.shares_read FROM members m JOIN users u ON u.id = m.user_id
                WHERE m.chat_id = $1 AND m.user_id = $2
                """,
                chat,
                actor.userId
            ) { (delivered: try $0.int(0), read: try $0.int(1), shares: try $0.bool(2)) }
            guard let before else { throw SpotterError.notAMember }
            let target = min(seq, state.seq)
            let read = kind == .read ? max(before.read, target) : before.read
            let delivered = max(before.delivered, target, read)
            let hasMoved = read != before.read || delivered != before.delivered
            if hasMoved {
                try connection.execute(
                    """
                    UPDATE members SET delivered_seq = $1, read_seq = $2,
                        shown_read_seq = CASE WHEN $3 = 1 THEN $2 ELSE shown_read_seq END
                    WHERE chat_id = $4 AND user_id = $5
                    """,
                    delivered,
                    read,
                    before.shares,
                    chat,
                    actor.userId
                )
            }
            let unread = try Chats.unread(of: actor.userId, in: chat, after: read, on: connection)
            let receipt = Receipt(
                chatId: chat,
                userId: actor.userId,
                deliveredSeq: delivered,
                readSeq: read,
                at: now
            )
            return (Position(readSeq: read, unread: unread), hasMoved ? receipt : nil, state.recipients)
        } completion: { result in
            if case .success(let moved) = result, let receipt = moved.receipt {
                hub.gather(hub.encode(ServerFrames.receipt(receipt)), to: moved.recipients)
            }
            completion(result.map(\.position))
        }
    }

    public func advance(_ kind: Kind, to seq: Int64, in chat: ChatID, by actor: Actor) async throws -> Position {
        try await withCheckedThrowingContinuation { continuation in
            advance(kind, to: seq, in: chat, by: actor) { continuation.resume(with: $0) }
        }
    }
}
