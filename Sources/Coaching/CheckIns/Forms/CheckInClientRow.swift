import Domain
import Scheduling
import Storage

/// A row of `check_in_clients`: when one client is asked, and how far that has come.
struct CheckInClientRow: Sendable {
    let checkIn: CheckInID
    let client: UserID
    let chat: ChatID
    var plan: RecurringPlan
    /// What the clock said when the next time was chosen.
    var advancedAt: Timestamp
    /// When the service looks at it next; `nil` if nothing is asked any more.
    var wakeAt: Timestamp?
    var failure: SendFailure?
    /// Counts the changes of the row.
    var version: Int64

    /// The client's id of the message of an occurrence. Sending it again returns the first message.
    var clientMessageId: String { "check-in-\(checkIn)-\(plan.next.milliseconds)" }

    var recipient: CheckIn.Recipient { .init(userId: client, nextAt: wakeAt, failure: failure) }

    /// When the next occurrence is asked: at the end of the quiet hours that it falls into, those of the check-in and
    /// those of the client.
    /// - Parameter now: what is late isn't asked in quiet hours either.
    func due(_ quiet: QuietSpan?, at now: Timestamp, on connection: any SQLConnection) throws -> Timestamp {
        try Self.loud(from: max(plan.next, now), of: client, quiet, on: connection)
    }

    /// The first instant from one on that is in nobody's quiet hours.
    static func loud(
        from instant: Timestamp,
        of client: UserID,
        _ quiet: QuietSpan?,
        on connection: any SQLConnection
    ) throws -> Timestamp {
        let spans = [quiet, try QuietHoursSettings.span(of: client, on: connection)].compactMap { $0 }
        guard !spans.isEmpty else { return instant }
        return QuietSpan.end(of: spans, from: instant, on: try LocalClock.of(client, on: connection) ?? .utc)
    }

    // MARK: SQL

    private static let selection = """
        SELECT c.check_in_id, c.client_id, c.chat_id, c.zone, c.next_at, c.last_at, c.advanced_at, c.wake_at,
            c.failure_code, c.failure, c.version, f.rrule, f.start_day, f.start_second
        FROM check_in_clients c JOIN check_ins f ON f.id = c.check_in_id
        """

    init(checkIn: CheckInID, client: UserID, chat: ChatID, plan: RecurringPlan, advancedAt: Timestamp) {
        self.checkIn = checkIn
        self.client = client
        self.chat = chat
        self.plan = plan
        self.advancedAt = advancedAt
        version = 0
    }

    private init(row: any SQLRow) throws {
        checkIn = try row.id(0)
        client = try row.id(1)
        chat = try row.id(2)
        plan = RecurringPlan(
            rrule: try row.optionalText(11),
            zone: try row.text(3),
            startDay: Int(try row.int(12)),
            startSecond: Int(try row.int(13)),
            next: try row.timestamp(4),
            last: try row.optionalTimestamp(5)
        )
        advancedAt = try row.timestamp(6)
        wakeAt = try row.optionalTimestamp(7)
        failure = try row.optionalText(8).map {
            SendFailure(code: ErrorCode(rawValue: $0) ?? .internalError, message: try row.optionalText(9) ?? "")
        }
        version = try row.int(10)
    }

    static func find(
        _ checkIn: CheckInID,
        _ client: UserID,
        on connection: any SQLConnection
    ) throws -> CheckInClientRow? {
        try connection.first("\(selection) WHERE c.check_in_id = $1 AND c.client_id = $2", checkIn, client) {
            try CheckInClientRow(row: $0)
        }
    }

    static func list(of checkIn: CheckInID, on connection: any SQLConnection) throws -> [CheckInClientRow] {
        try connection.query("\(selection) WHERE c.check_in_id = $1 ORDER BY c.client_id", checkIn) {
            try CheckInClientRow(row: $0)
        }
    }

    /// All whom a trainer asks.
    static func list(askedBy trainer: UserID, on connection: any SQLConnection) throws -> [CheckInClientRow] {
        try connection.query("\(selection) WHERE f.trainer_id = $1 ORDER BY c.client_id", trainer) {
            try CheckInClientRow(row: $0)
        }
    }

    static func list(with client: UserID, on connection: any SQLConnection) throws -> [CheckInClientRow] {
        try connection.query("\(selection) WHERE c.client_id = $1", client) { try CheckInClientRow(row: $0) }
    }

    /// Those that the service has to look at, who wait longest first.
    static func due(at now: Timestamp, limit: Int, on connection: any SQLConnection) throws -> [CheckInClientRow] {
        try connection.query(
            "\(selection) WHERE c.wake_at <= $1 ORDER BY c.wake_at, c.check_in_id, c.client_id LIMIT $2",
            now,
            limit
        ) { try CheckInClientRow(row: $0) }
    }

    /// Those whose next time was chosen when the clock said something later.
    static func advanced(after now: Timestamp, on connection: any SQLConnection) throws -> [CheckInClientRow] {
        try connection.query("\(selection) WHERE c.advanced_at > $1 AND c.last_at IS NOT NULL", now) {
            try CheckInClientRow(row: $0)
        }
    }

    /// Inserts or replaces.
    func write(on connection: any SQLConnection) throws {
        let values: [any SQLBindable] = [
            checkIn, client, chat, plan.zone, plan.next, plan.last, advancedAt, wakeAt, failure?.code.rawValue,
            failure?.message, version + 1,
        ]
        try connection.insert(
            """
            INSERT INTO check_in_clients (check_in_id, client_id, chat_id, zone, next_at, last_at, advanced_at, wake_at,
                failure_code, failure, version)
            """,
            values,
            """
            ON CONFLICT (check_in_id, client_id) DO UPDATE SET chat_id = excluded.chat_id, zone = excluded.zone,
                next_at = excluded.next_at, last_at = excluded.last_at, advanced_at = excluded.advanced_at,
                wake_at = excluded.wake_at, failure_code = excluded.failure_code, failure = excluded.failure,
                version = excluded.version
            """
        )
    }
}
