import Domain
package import Storage

extension CalendarEvent {
    package static let columns = """
        id, trainer_id, event_type, title, client_id, prospect_id, starts_at, ends_at, location, notes, status, \
        created_by, series_id, (SELECT s.rrule FROM event_series s WHERE s.id = calendar_events.series_id), \
        day_zone, is_free
        """
    /// The number of the column after those.
    static let columnCount = 16

    /// The condition that an event is in the calendar of the user bound at `placeholder`: a trainer's own, and a client's
    /// unless it is cancelled.
    static func isVisible(to placeholder: String) -> String {
        "(trainer_id = \(placeholder) OR (client_id = \(placeholder) AND status <> 'cancelled'))"
    }

    /// From a row that starts with `columns`.
    package init(row: any SQLRow) throws {
        self.init(
            id: try row.id(0),
            trainerId: try row.id(1),
            eventType: try row.word(2),
            title: try row.text(3),
            clientId: try row.optionalID(4),
            prospectId: try row.optionalID(5),
            startsAt: try row.timestamp(6),
            endsAt: try row.timestamp(7),
            location: try row.optionalText(8),
            notes: try row.optionalText(9),
            status: try row.word(10),
            createdBy: try row.word(11),
            seriesId: try row.optionalID(12),
            rrule: try row.optionalText(13),
            dayZone: try row.optionalText(14),
            free: try row.bool(15)
        )
    }

    /// - Parameters:
    ///   - namesClient: whether the title was derived from the client's name.
    ///   - reference: an import's own identifier, unique per trainer.
    ///   - occurrence: of a series, when its rule has this event.
    /// - Returns: whether it is new, and not imported before.
    @discardableResult
    func insert(
        namesClient: Bool,
        reference: String? = nil,
        occurrence: Timestamp? = nil,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO calendar_events
                (
                    id, trainer_id, event_type, title, client_id, prospect_id, starts_at, ends_at, location, notes, status,
                    created_by, series_id, occurs_at, import_ref, created_at, names_client, day_zone, is_free
                )
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
            ON CONFLICT (trainer_id, import_ref) DO NOTHING
            """,
            id,
            trainerId,
            eventType.rawValue,
            title,
            clientId,
            prospectId,
            startsAt,
            endsAt,
            location,
            notes,
            status.rawValue,
            createdBy.rawValue,
            seriesId,
            occurrence,
            reference,
            now,
            namesClient,
            dayZone,
            free
        ) == 1
    }

    /// Writes what can change.
    func update(namesClient: Bool, on connection: any SQLConnection) throws {
        try connection.execute(
            """
            UPDATE calendar_events
            SET event_type = $1, title = $2, client_id = $3, prospect_id = $4, starts_at = $5, ends_at = $6, location = $7,
                notes = $8, status = $9, names_client = $10, day_zone = $11, is_free = $12, version = version + 1
            WHERE id = $13
            """,
            eventType.rawValue,
            title,
            clientId,
            prospectId,
            startsAt,
            endsAt,
            location,
            notes,
            status.rawValue,
            namesClient,
            dayZone,
            free,
            id
        )
    }
}
