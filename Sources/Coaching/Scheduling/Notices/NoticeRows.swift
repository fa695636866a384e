import Accounts
package import Domain
package import Storage

extension Notice {
    /// What is stored of a notice. Names are read when it is told.
    struct Draft {
        var id: NoticeID
        var userId: UserID
        var kind: Kind
        /// Of an event that is titled by its type and the other person; its `text` is `nil`.
        var eventType: EventType?
        var text: String?
        var personId: UserID?
        var reminderId: ReminderID?
        var eventId: EventID?
        var startsAt: Timestamp
        var endsAt: Timestamp?
        var previousStartsAt: Timestamp?
        var previousEndsAt: Timestamp?

        func insert(at now: Timestamp, on connection: any SQLConnection) throws {
            try connection.execute(
                """
                INSERT INTO notices (id, user_id, kind, event_type, text, person_id, reminder_id, event_id,
                    starts_at, ends_at, previous_starts_at, previous_ends_at, created_at)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
                """,
                id,
                userId,
                kind.rawValue,
                eventType?.rawValue,
                text,
                personId,
                reminderId,
                eventId,
                startsAt,
                endsAt,
                previousStartsAt,
                previousEndsAt,
                now
            )
        }
    }

    private static let columns = """
        n.id, n.user_id, n.kind, n.event_type, n.text, p.display_name, n.reminder_id, n.event_id,
        n.starts_at, n.ends_at, n.previous_starts_at, n.previous_ends_at, n.created_at, n.seen_at, e.location
        """

    /// The event as long as the reader still takes part in it.
    private static let event = """
        LEFT JOIN calendar_events e ON e.id = n.event_id AND (e.client_id = n.user_id OR e.trainer_id = n.user_id)
            AND e.status <> 'cancelled'
        """

    /// Reads notices.
    /// - Parameter rest: what follows the tables of the statement, in which `n` is the notice.
    static func query(
        _ rest: String,
        _ arguments: [any SQLBindable],
        on connection: any SQLConnection
    ) throws -> [Notice] {
        try connection.query(
            "SELECT \(columns) FROM notices n \(User.leftJoin("p", on: "n.person_id")) \(event) \(rest)",
            arguments
        ) { try Notice(row: $0) }
    }

    /// One notice; `nil` if it is gone.
    package static func find(_ id: NoticeID, on connection: any SQLConnection) throws -> Notice? {
        try query("WHERE n.id = $1", [id], on: connection).first
    }

    private init(row: any SQLRow) throws {
        let name = try row.optionalText(5)
        let type = try row.optionalText(3).flatMap { EventType(rawValue: $0) }
        self.init(
            id: try row.id(0),
            userId: try row.id(1),
            kind: try row.word(2),
            text: try row.optionalText(4) ?? (type ?? .adhoc).title(with: name),
            startsAt: try row.timestamp(8),
            endsAt: try row.optionalTimestamp(9),
            previousStartsAt: try row.optionalTimestamp(10),
            previousEndsAt: try row.optionalTimestamp(11),
            location: try row.optionalText(14),
            with: name.map { [$0] } ?? [],
            reminderId: try row.optionalID(6),
            eventId: try row.optionalID(7),
            createdAt: try row.timestamp(12),
            seenAt: try row.optionalTimestamp(13)
        )
    }
}
