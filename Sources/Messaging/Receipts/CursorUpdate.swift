import Domain
import SpotterAPI
import Storage

/// Moves one member's cursors in one chat, and determines what each member may see of the move.
struct CursorUpdate {
    private let move: ReceiptQueue.Move
    private let states: ChatStateCache
    private let now: Timestamp
    private let connection: any SQLConnection

    init(_ move: ReceiptQueue.Move, states: ChatStateCache, at now: Timestamp, on connection: any SQLConnection) {
        self.move = move
        self.states = states
        self.now = now
        self.connection = connection
    }

    struct Outcome: Sendable {
        /// `nil` if no caller waits for it.
        let position: ReadPosition?
        fileprivate var receipts: [(receipt: Receipt, recipients: [UserID])] = []

        func publish(to publisher: any ChatEventPublisher) {
            for published in receipts where !published.recipients.isEmpty {
                publisher.enqueue(ServerFrames.receipt(published.receipt), to: published.recipients)
            }
        }
    }

    private struct Row {
        var delivered: Int64
        var read: Int64
        var shown: Int64
    }

    func apply() throws -> Outcome {
        let user = move.actor.userId
        guard let state = try states.load(move.chat, on: connection),
            Access.can(move.actor, .moveCursor(state.members[user])),
            let before = try row(of: user)
        else { throw SpotterError.notAMember }
        var after = before
        after.read = max(before.read, min(move.read, state.seq))
        // What the other member of a blocked chat may not see isn't recorded, so no fetch shows it later.
        if !state.isBlocked {
            after.delivered = max(before.delivered, min(move.delivered, state.seq), after.read)
            if !state.hidingReadReceipts.contains(user) { after.shown = after.read }
        }
        let hasMoved = after.read != before.read || after.delivered != before.delivered
        if hasMoved { try write(after, before) }
        var outcome = Outcome(position: try position(after))
        guard hasMoved else { return outcome }
        outcome.receipts = receipts(before, after, state)
        return outcome
    }

    private func row(of user: UserID) throws -> Row? {
        try connection.first(
            "SELECT delivered_seq, read_seq, shown_read_seq FROM members WHERE chat_id = $1 AND user_id = $2",
            move.chat,
            user
        ) { Row(delivered: try $0.int(0), read: try $0.int(1), shown: try $0.int(2)) }
    }

    private func write(_ after: Row, _ before: Row) throws {
        let user = move.actor.userId
        try connection.execute(
            """
            UPDATE members SET delivered_seq = $1, read_seq = $2, shown_read_seq = $3
            WHERE chat_id = $4 AND user_id = $5
            """,
            after.delivered,
            after.read,
            after.shown,
            move.chat,
            user
        )
        for (kind, seq, former) in [
            ("delivered", after.delivered, before.delivered), ("read", after.shown, before.shown),
        ] where seq != former {
            try connection.execute(
                "INSERT INTO receipt_marks (chat_id, user_id, kind, seq, at) VALUES ($1, $2, $3, $4, $5)",
                move.chat,
                user,
                kind,
                seq,
                now
            )
        }
    }

    private func position(_ after: Row) throws -> ReadPosition? {
        guard !move.completions.isEmpty else { return nil }
        let unread = try Unread.counts(of: move.actor.userId, in: move.chat, on: connection)
        return ReadPosition(readSeq: after.read, unread: unread[move.chat]?.messages ?? 0)
    }

    /// The member's own devices receive the actual position, other members the shared one. Members who don't share read
    /// receipts receive only deliveries. In a direct chat in which one has blocked the other, nothing reaches the other.
    private func receipts(
        _ before: Row,
        _ after: Row,
        _ state: ChatState
    ) -> [(receipt: Receipt, recipients: [UserID])] {
        let user = move.actor.userId
        func receipt(read: Int64) -> Receipt {
            Receipt(chatId: move.chat, userId: user, deliveredSeq: after.delivered, readSeq: read, at: now)
        }
        guard !state.isBlocked else { return [(receipt(read: after.read), [user])] }
        let isDelivery = after.delivered != before.delivered
        guard !state.hidingReadReceipts.isEmpty else { return [(receipt(read: after.read), state.recipients)] }
        let others = state.recipients.filter { $0 != user }
        return [
            (receipt(read: after.read), [user]),
            (
                receipt(read: after.shown),
                isDelivery || after.shown != before.shown
                    ? others.filter { !state.hidingReadReceipts.contains($0) } : []
            ),
            (receipt(read: 0), isDelivery ? others.filter(state.hidingReadReceipts.contains) : []),
        ]
    }
}
