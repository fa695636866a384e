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
        /// The chat's position at which the recipients are its members.
        fileprivate let at: ChangePosition
        fileprivate var receipts: [(receipt: Receipt, recipients: [UserID])] = []

        func publish(to publisher: any ChatEventPublisher) {
            for published in receipts where !published.recipients.isEmpty {
                publisher.enqueue(ServerFrames.receipt(published.receipt), about: at, to: published.recipients)
            }
        }
    }

    private struct Row {
        var delivered: Int64
        var read: Int64
        var shown: Int64
        var counters: ReadCounters
    }

    func apply() throws -> Outcome {
        let user = move.actor.userId
        // The member's own messages of this group are counted, too.
        try states.writePositions(on: connection)
        guard let state = try states.load(move.chat, on: connection),
            Access.can(move.actor, .moveCursor(state.members[user])),
            let before = try row(of: user)
        else { throw SpotterError.notAMember }
        var after = before
        after.read = max(before.read, min(move.read, state.seq))
        if after.read != before.read {
            try after.counters.move(from: before.read, to: after.read, of: user, in: state, on: connection)
            after.read = try after.counters.passOwnMessages(after: after.read, of: user, in: state, on: connection)
        }
        // What the other member of a blocked chat may not see isn't recorded, so no fetch shows it later.
        if !state.isBlocked {
            after.delivered = max(before.delivered, min(move.delivered, state.seq), after.read)
            if !state.hidingReadReceipts.contains(user) { after.shown = after.read }
        }
        let hasMoved = after.read != before.read || after.delivered != before.delivered
        if hasMoved { try write(after, before) }
        var outcome = Outcome(
            position: position(after, in: state),
            at: ChangePosition(chatId: move.chat, seq: state.seq)
        )
        guard hasMoved else { return outcome }
        outcome.receipts = receipts(before, after, state)
        return outcome
    }

    private func row(of user: UserID) throws -> Row? {
        try connection.first(
            """
            SELECT delivered_seq, read_seq, shown_read_seq, read_ordinal, uncounted FROM members
            WHERE chat_id = $1 AND user_id = $2
            """,
            move.chat,
            user
        ) { row in
            Row(
                delivered: try row.int(0),
                read: try row.int(1),
                shown: try row.int(2),
                counters: ReadCounters(readOrdinal: try row.int(3), uncounted: try row.int(4))
            )
        }
    }

    private func write(_ after: Row, _ before: Row) throws {
        let user = move.actor.userId
        try connection.executeLater(
            """
            UPDATE members SET delivered_seq = $1, read_seq = $2, shown_read_seq = $3, read_ordinal = $4, uncounted = $5
            WHERE chat_id = $6 AND user_id = $7
            """,
            after.delivered,
            after.read,
            after.shown,
            after.counters.readOrdinal,
            after.counters.uncounted,
            move.chat,
            user
        )
        for (kind, seq, former) in [
            ("delivered", after.delivered, before.delivered), ("read", after.shown, before.shown),
        ] where seq != former {
            try connection.executeLater(
                "INSERT INTO receipt_marks (chat_id, user_id, kind, seq, at) VALUES ($1, $2, $3, $4, $5)",
                move.chat,
                user,
                kind,
                seq,
                now
            )
        }
    }

    private func position(_ after: Row, in state: ChatState) -> ReadPosition? {
        guard !move.completions.isEmpty else { return nil }
        let unread = state.messageCount - after.counters.readOrdinal - after.counters.uncounted
        return ReadPosition(readSeq: after.read, unread: Int(clamping: max(0, unread)))
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
