public import Domain
import Storage

/// Changes of an event of a series together with all that follow it.
extension EventCalendar {
    /// Changes an event and those that follow it in its series: they become a series of their own. What was changed by
    /// hand among them is made again; what is over stays. The client is told once.
    ///
    /// - Parameter rrule: a new rule; by default the old one, on another weekday if a weekly event is moved to another.
    /// - Returns: the event, or the first one after it that the new rule has.
    /// - Throws: the codes of `change` and `createSeries`; `conflict` if the event isn't of a series, or over.
    public func changeFollowing(
        _ id: EventID,
        _ change: EventChange,
        rrule: String? = nil,
        skipsTaken: Bool = false,
        by actor: Actor,
        admitText: @escaping AdmitText = { _ in }
    ) async throws -> NewEventSeries.Created {
        let ids = ids
        return try await changing { _, now, connection in
            let (before, row, occurrence) = try Self.seriesMember(id, for: actor, on: connection)
            if change.status != nil {
                throw SpotterError.invalid("Cancel or delete the events that follow; they can't be completed together.")
            }
            let event = try change.applied(to: before)
            let rule = try Self.rule(of: row, from: occurrence, event, after: before, rrule: rrule)
            try Self.cutOff(row, at: occurrence, on: connection)
            let new = NewEventSeries(
                first: NewEvent(
                    eventType: event.eventType,
                    title: change.title ?? (row.namesClient ? nil : row.event.title),
                    clientId: event.clientId,
                    prospectId: event.prospectId,
                    startsAt: event.startsAt,
                    endsAt: event.endsAt,
                    location: event.location,
                    notes: event.notes,
                    createdBy: event.createdBy,
                    dayZone: event.dayZone,
                    free: event.free
                ),
                rrule: rule,
                zone: row.zone,
                skipsTaken: skipsTaken
            )
            let created = try Self.createSeries(new, by: actor, ids: ids, at: now, admitText: admitText, on: connection)
            let ahead = created.made.first { $0.endsAt > now } ?? created.made[0]
            try Self.tell(
                of: ahead,
                after: before,
                by: actor,
                notices: { ids.next() },
                at: now,
                on: connection
            )
            return NewEventSeries.Created(event: created.made[0], skipped: created.skipped)
        }
    }

    /// Deletes an event and those that follow it in its series. What is over stays. The client is told once.
    ///
    /// - Throws: `not_found`; `conflict` if the event isn't of a series, or over.
    public func deleteFollowing(_ id: EventID, by actor: Actor) async throws {
        try await changing { notice, now, connection in
            let (event, row, occurrence) = try Self.seriesMember(id, for: actor, on: connection)
            try EventNotices.insert(.eventCancelled, event, by: actor.userId, at: now, on: connection) { notice }
            try Self.cutOff(row, at: occurrence, on: connection)
        }
    }

    private static func seriesMember(
        _ id: EventID,
        for actor: Actor,
        on connection: any SQLConnection
    ) throws -> (event: CalendarEvent, row: EventSeriesRow, occurrence: Timestamp) {
        let event = try event(id, for: actor, on: connection)
        let occurrence = try connection.first("SELECT occurs_at FROM calendar_events WHERE id = $1", id) {
            try $0.optionalTimestamp(0)
        }
        guard let series = event.seriesId, let occurrence = occurrence ?? nil,
            let row = try EventSeriesRow.find(series, on: connection)
        else { throw SpotterError(.conflict, "This event doesn't recur, so nothing follows it.") }
        guard event.status == .scheduled else {
            throw SpotterError(.conflict, "This event is \(event.status.rawValue); choose one that is ahead.")
        }
        return (event, row, occurrence)
    }

    /// Ends a series: from an occurrence on, or from the first that is ahead. What is over stays. The client is told once.
    static func endSeries(
        _ id: EventSeriesID,
        from occurrence: Timestamp? = nil,
        by actor: Actor,
        notice: NoticeID,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        guard let row = try EventSeriesRow.find(id, on: connection), Access.can(actor, .own(row.event.trainerId)) else {
            throw SpotterError.notFound("event")
        }
        let ahead = try firstAhead(of: id, from: occurrence, at: now, on: connection)
        if let ahead {
            try EventNotices.insert(.eventCancelled, ahead.event, by: actor.userId, at: now, on: connection) { notice }
        }
        guard let end = occurrence ?? ahead?.occursAt else { return }
        try cutOff(row, at: end, on: connection)
    }

    /// The first event of a series that is still to take place.
    static func firstAhead(
        of id: EventSeriesID,
        from occurrence: Timestamp? = nil,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> (event: CalendarEvent, occursAt: Timestamp)? {
        let found = try entries(of: id, on: connection).first { entry in
            entry.event.status == .scheduled && entry.event.endsAt > now
                && (entry.occursAt.map { $0 >= occurrence ?? $0 } ?? false)
        }
        return found.flatMap { entry in entry.occursAt.map { (entry.event, $0) } }
    }

    /// The events of a series, in the order of its rule.
    static func entries(
        of id: EventSeriesID,
        on connection: any SQLConnection
    ) throws -> [(event: CalendarEvent, occursAt: Timestamp?)] {
        try connection.query(
            "SELECT \(CalendarEvent.columns), occurs_at FROM calendar_events WHERE series_id = $1 ORDER BY occurs_at",
            id
        ) { (try CalendarEvent(row: $0), try $0.optionalTimestamp(CalendarEvent.columnCount)) }
    }

    /// Ends a series before an occurrence, and deletes what is scheduled from there on.
    static func cutOff(
        _ row: EventSeriesRow,
        at occurrence: Timestamp,
        on connection: any SQLConnection
    ) throws {
        connection.markErasure()
        let rest = "series_id = $1 AND occurs_at >= $2 AND status = 'scheduled'"
        try EventNotices.eraseTitles(of: rest, row.id, occurrence, on: connection)
        try connection.execute("DELETE FROM calendar_events WHERE \(rest)", row.id, occurrence)
        guard try connection.exists("SELECT 1 FROM calendar_events WHERE series_id = $1 LIMIT 1", row.id) else {
            try connection.execute("DELETE FROM event_series WHERE id = $1", row.id)
            return
        }
        try connection.execute(
            "UPDATE event_series SET rrule = $1, ended = 1, version = version + 1 WHERE id = $2",
            RecurrenceRule.text(row.rule, until: occurrence.adding(seconds: -1)),
            row.id
        )
    }

    private static func rule(
        of row: EventSeriesRow,
        from occurrence: Timestamp,
        _ event: CalendarEvent,
        after before: CalendarEvent,
        rrule: String?
    ) throws -> String {
        if let rrule { return rrule }
        let recurrence = try row.recurrence
        var rule = row.rule
        if let count = recurrence.rule.count {
            rule = RecurrenceRule.text(rule, count: max(1, count - recurrence.count(before: occurrence)))
        }
        let days = (recurrence.clock.local(before.startsAt).day, recurrence.clock.local(event.startsAt).day)
        guard days.0 != days.1 else { return rule }
        let names = recurrence.rule
        if let weekday = names.onlyWeekday {
            guard weekday == days.0.weekday || before.startsAt != occurrence else { return rule }
            return RecurrenceRule.text(rule, onWeekday: days.1.weekday)
        }
        guard names.weekdays.isEmpty, names.monthDays.isEmpty else {
            throw SpotterError.invalid("Say by which rrule the events recur on their new days.")
        }
        return rule
    }
}
