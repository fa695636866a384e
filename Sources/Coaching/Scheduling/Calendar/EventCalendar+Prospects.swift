public import Contacts
public import Domain
public import Storage

/// Events follow the prospects that they're planned with.
extension EventCalendar: ProspectObserver {
    public func prospectWillBeDeleted(_ id: ProspectID, of trainer: UserID, on connection: any SQLConnection) throws {
        for table in ["calendar_events", "event_series"] {
            try connection.execute("DELETE FROM \(table) WHERE prospect_id = $1 AND trainer_id = $2", id, trainer)
        }
    }

    /// The client is told of what was planned before.
    public func prospectWillConvert(_ id: ProspectID, to client: UserID, on connection: any SQLConnection) throws {
        let events = try connection.query(
            """
            SELECT \(CalendarEvent.columns) FROM calendar_events
            WHERE prospect_id = $1 AND status = 'scheduled' ORDER BY starts_at, id
            """,
            id
        ) { try CalendarEvent(row: $0) }
        for table in ["calendar_events", "event_series"] {
            try connection.execute(
                "UPDATE \(table) SET client_id = $1, prospect_id = NULL WHERE prospect_id = $2",
                client,
                id
            )
        }
        let now = clock.now()
        // Of recurring events the client is told once.
        var told: Set<EventSeriesID> = []
        for var event in events where event.seriesId.map({ told.insert($0).inserted }) ?? true {
            event.clientId = client
            try EventNotices.insert(.eventCreated, event, by: event.trainerId, at: now, on: connection) { ids.next() }
        }
    }

    /// A trainer's events with a prospect, in any state.
    package static func events(
        with prospect: ProspectID,
        of trainer: UserID,
        on connection: any SQLConnection
    ) throws -> [EventID] {
        try connection.query(
            "SELECT id FROM calendar_events WHERE prospect_id = $1 AND trainer_id = $2",
            prospect,
            trainer
        ) { try $0.id(0) }
    }
}
