import Domain
import Messaging
import Storage

/// A row of `scheduled_messages`.
struct ScheduledRow: Sendable {
    var message: ScheduledMessage
    let ownerId: UserID
    /// The wall clock of the first occurrence, from which the others are counted, in whatever zone it then is.
    var startDay: Int
    var startSecond: Int
    /// The chat's position when it was scheduled: what others write after it is a reply.
    var afterSeq: Int64
    /// The occurrence that was sent last.
    var lastOccurrence: Timestamp?
    /// What the clock said when the next occurrence was chosen.
    var advancedAt: Timestamp
    /// Counts the changes of the row.
    var version: Int64

    var plan: RecurringPlan {
        RecurringPlan(
            rrule: message.rrule,
            zone: message.zone,
            startDay: startDay,
            startSecond: startSecond,
            next: message.sendAt,
            last: lastOccurrence
        )
    }
    var clock: LocalClock { plan.clock }
    var start: Timestamp { plan.start }

    /// The next occurrence after an instant; `nil` if there is none.
    func occurrence(after instant: Timestamp) -> Timestamp? { plan.occurrence(after: instant) }

    mutating func setStart(_ instant: Timestamp) {
        let local = clock.local(instant)
        (startDay, startSecond) = (local.day.number, local.second)
        message.sendAt = instant
    }

    /// The client's id of the message of an occurrence. Sending it again returns the first message.
    var clientMessageId: String { "scheduled-\(message.id)-\(message.sendAt.milliseconds)" }

    // MARK: SQL

    static let columns = """
        s.id, s.chat_id, s.text, s.send_at, s.due_at, s.rrule, s.zone, s.follows_receiver, s.stop_on_reply,
        s.quiet_from, s.quiet_to, s.state, s.failure_code, s.failure, s.sent_count, s.message_id, s.sent_at,
        s.created_at, s.owner_id, s.start_day, s.start_second, s.after_seq, s.last_occurrence, s.advanced_at, s.version
        """

    /// Reads a row of `scheduled_messages s` that begins with `columns`.
    init(row: any SQLRow) throws {
        var quiet: QuietSpan?
        if let from = try row.optionalInt(9), let to = try row.optionalInt(10) {
            quiet = QuietSpan(from: Int(from), to: Int(to))
        }
        message = ScheduledMessage(
            id: try row.id(0),
            chatId: try row.id(1),
            text: try row.text(2),
            sendAt: try row.timestamp(3),
            dueAt: try row.timestamp(4),
            rrule: try row.optionalText(5),
            zone: try row.text(6),
            followsReceiver: try row.bool(7),
            stopOnReply: try row.bool(8),
            quietHours: quiet?.hours,
            state: try row.word(11),
            failure: try row.optionalText(12).map {
                .init(code: ErrorCode(rawValue: $0) ?? .internalError, message: try row.optionalText(13) ?? "")
            },
            sentCount: Int(try row.int(14)),
            messageId: try row.optionalID(15),
            sentAt: try row.optionalTimestamp(16),
            createdAt: try row.timestamp(17)
        )
        ownerId = try row.id(18)
        startDay = Int(try row.int(19))
        startSecond = Int(try row.int(20))
        afterSeq = try row.int(21)
        lastOccurrence = try row.optionalTimestamp(22)
        advancedAt = try row.timestamp(23)
        version = try row.int(24)
    }

    init(_ message: ScheduledMessage, of owner: UserID, afterSeq: Int64, at now: Timestamp) {
        self.message = message
        ownerId = owner
        (startDay, startSecond) = (0, 0)
        self.afterSeq = afterSeq
        advancedAt = now
        version = 0
    }

    static func find(_ id: ScheduledMessageID, on connection: any SQLConnection) throws -> ScheduledRow? {
        try connection.first("SELECT \(columns) FROM scheduled_messages s WHERE s.id = $1", id) {
            try ScheduledRow(row: $0)
        }
    }

    /// What a client has scheduled under an id of its own.
    static func find(
        _ clientId: String,
        in chat: ChatID,
        of owner: UserID,
        on connection: any SQLConnection
    ) throws -> ScheduledRow? {
        try connection.first(
            """
            SELECT \(columns) FROM scheduled_messages s
            WHERE s.owner_id = $1 AND s.chat_id = $2 AND s.client_message_id = $3
            """,
            owner,
            chat,
            clientId
        ) { try ScheduledRow(row: $0) }
    }

    /// Stores the id under which the client may ask again.
    func name(_ clientId: String, on connection: any SQLConnection) throws {
        try connection.execute(
            "UPDATE scheduled_messages SET client_message_id = $1 WHERE id = $2",
            clientId,
            message.id
        )
    }

    /// - Parameter wakeAt: when the service looks at it next.
    func write(wakeAt: Timestamp?, on connection: any SQLConnection) throws {
        let quiet = try message.quietHours.map { try QuietSpan($0) }
        let values: [any SQLBindable] = [
            message.id, ownerId, message.chatId, message.text, message.sendAt, message.dueAt, message.rrule,
            message.zone, message.followsReceiver, message.stopOnReply, quiet?.from, quiet?.to,
            message.state.rawValue, message.failure?.code.rawValue, message.failure?.message, message.sentCount,
            message.messageId, message.sentAt, message.createdAt, startDay, startSecond, afterSeq, lastOccurrence,
            advancedAt, version + 1, wakeAt,
        ]
        try connection.insert(
            """
            INSERT INTO scheduled_messages (id, owner_id, chat_id, text, send_at, due_at, rrule, zone,
                follows_receiver, stop_on_reply, quiet_from, quiet_to, state, failure_code, failure, sent_count,
                message_id, sent_at, created_at, start_day, start_second, after_seq, last_occurrence, advanced_at,
                version, wake_at)
            """,
            values,
            """
            ON CONFLICT (id) DO UPDATE SET text = excluded.text, send_at = excluded.send_at, due_at = excluded.due_at,
                rrule = excluded.rrule, zone = excluded.zone, follows_receiver = excluded.follows_receiver,
                stop_on_reply = excluded.stop_on_reply, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
                state = excluded.state, failure_code = excluded.failure_code, failure = excluded.failure,
                sent_count = excluded.sent_count, message_id = excluded.message_id, sent_at = excluded.sent_at,
                start_day = excluded.start_day, start_second = excluded.start_second, after_seq = excluded.after_seq,
                last_occurrence = excluded.last_occurrence, advanced_at = excluded.advanced_at,
                version = excluded.version, wake_at = excluded.wake_at
            """
        )
    }
}
