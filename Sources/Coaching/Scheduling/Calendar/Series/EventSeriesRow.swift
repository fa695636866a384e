import Domain
import Storage

/// Recurring events: what they have in common, and up to when they have been made.
struct EventSeriesRow: Equatable {
    let id: EventSeriesID
    /// The first event, with its title, person and times.
    var event: CalendarEvent
    /// Whether the title was derived from the person's name.
    var namesClient: Bool
    var rule: String
    let zone: String
    /// Each occurrence at or before is made, or was left out.
    var madeUntil: Timestamp
    /// Whether nothing more is to be made.
    var hasEnded: Bool
    var version: Int64 = 0
    let createdAt: Timestamp

    /// The rule and clock that tell its occurrences.
    /// - Throws: `internal_error` for a rule or zone that isn't valid any more.
    var recurrence: EventRecurrence {
        get throws { try EventRecurrence(rule: rule, zone: zone, firstAt: event.startsAt) }
    }

    static let columns = """
        id, trainer_id, event_type, title, client_id, prospect_id, starts_at, ends_at, location, notes, created_by, \
        names_client, rrule, zone, made_until, ended, version, created_at, \
        day_zone, is_free
        """

    init(
        id: EventSeriesID,
        event: CalendarEvent,
        namesClient: Bool,
        rule: String,
        zone: String,
        createdAt: Timestamp
    ) {
        self.id = id
        self.event = event
        self.namesClient = namesClient
        self.rule = rule
        self.zone = zone
        madeUntil = createdAt
        hasEnded = false
        self.createdAt = createdAt
    }

    /// From a row that starts with `columns`.
    init(row: any SQLRow) throws {
        id = try row.id(0)
        rule = try row.text(12)
        event = CalendarEvent(
            id: EventID(high: id.high, low: id.low),
            trainerId: try row.id(1),
            eventType: try row.word(2),
            title: try row.text(3),
            clientId: try row.optionalID(4),
            prospectId: try row.optionalID(5),
            startsAt: try row.timestamp(6),
            endsAt: try row.timestamp(7),
            location: try row.optionalText(8),
            notes: try row.optionalText(9),
            createdBy: try row.word(10),
            seriesId: id,
            rrule: rule,
            dayZone: try row.optionalText(18),
            free: try row.bool(19)
        )
        namesClient = try row.int(11) != 0
        zone = try row.text(13)
        madeUntil = try row.timestamp(14)
        hasEnded = try row.int(15) != 0
        version = try row.int(16)
        createdAt = try row.timestamp(17)
    }

    static func find(_ id: EventSeriesID, on connection: any SQLConnection) throws -> EventSeriesRow? {
        try connection.first("SELECT \(columns) FROM event_series WHERE id = $1", id) { try EventSeriesRow(row: $0) }
    }

    func insert(on connection: any SQLConnection) throws {
        try connection.execute(
            """
            INSERT INTO event_series (\(Self.columns))
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
            """,
            id,
            event.trainerId,
            event.eventType.rawValue,
            event.title,
            event.clientId,
            event.prospectId,
            event.startsAt,
            event.endsAt,
            event.location,
            event.notes,
            event.createdBy.rawValue,
            namesClient,
            rule,
            zone,
            madeUntil,
            hasEnded,
            version,
            createdAt,
            event.dayZone,
            event.free
        )
    }

    /// Makes the event of an occurrence.
    @discardableResult
    func make(
        at start: Timestamp,
        id: EventID,
        now: Timestamp,
        on connection: any SQLConnection
    ) throws -> CalendarEvent {
        let made = CalendarEvent(
            id: id,
            trainerId: event.trainerId,
            eventType: event.eventType,
            title: event.title,
            clientId: event.clientId,
            prospectId: event.prospectId,
            startsAt: start,
            endsAt: event.length.end(after: start),
            location: event.location,
            notes: event.notes,
            createdBy: event.createdBy,
            seriesId: self.id,
            rrule: rule,
            dayZone: event.dayZone,
            free: event.free
        )
        try made.insert(namesClient: namesClient, occurrence: start, at: now, on: connection)
        return made
    }
}
