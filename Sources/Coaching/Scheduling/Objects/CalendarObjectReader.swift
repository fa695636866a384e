import Domain
import Storage

/// Reads what a person sees of calendars as objects.
struct CalendarObjectReader {
    let actor: Actor
    let now: Timestamp
    let connection: any SQLConnection

    /// What is older isn't listed.
    static let behind: Int64 = 366 * 86_400

    /// What came out of reading a group.
    struct Group {
        var objects: [CalendarObject] = []
        /// Whose names may stand in titles, since the actor is the client.
        var people: Set<UserID> = []
        /// How many events were read for it.
        var eventCount = 0
    }

    /// The objects of a group: those of a series, which may be several, or that of an event.
    func group(_ id: EventID) throws -> Group {
        var reader = CalendarDocumentReader(actor: actor, now: now, on: connection)
        var found: [CalendarObject?] = []
        var events: [CalendarEvent] = []
        let series = EventSeriesID(high: id.high, low: id.low)
        if let whole = try reader.series(series) {
            let planned = try whole.planned()
            found.append(object(whole, try row(.series(series)), planned))
            for entry in whole.apart(from: planned) {
                found.append(object(entry, try row(.event(entry.event.id))))
            }
            events = [whole.row.event] + whole.entries.map(\.event)
        } else {
            // A client who has become another's sees only the events that were theirs, without the rule.
            var entries = try reader.entries(of: series)
            if entries.isEmpty, let entry = try reader.alone(id) { entries = [entry] }
            for entry in entries { found.append(object(entry, try row(.event(entry.event.id)))) }
            events = entries.map(\.event)
        }
        let trainers = events.filter { $0.clientId == actor.userId }.map(\.trainerId)
        let people = trainers.isEmpty ? [] : Set(trainers).union([actor.userId])
        return Group(objects: found.compactMap { $0 }, people: people, eventCount: events.count)
    }

    /// - Returns: `nil` if the actor sees none of this name.
    func object(named name: String) throws -> CalendarObject? {
        if let row = try CalendarObjectRow.find(name, of: actor.userId, on: connection) { return try object(row) }
        guard name.hasSuffix(".ics"), let event = EventID(String(name.dropLast(4))) else { return nil }
        let series = EventSeriesID(high: event.high, low: event.low)
        for source in [CalendarObjectSource.event(event), .series(series)] {
            // What another calendar has named has that name only.
            guard try CalendarObjectRow.find(source, of: actor.userId, on: connection) == nil else { continue }
            if let object = try object(CalendarObjectRow(unnamed: source)) { return object }
        }
        return nil
    }

    private func row(_ source: CalendarObjectSource) throws -> CalendarObjectRow {
        try CalendarObjectRow.find(source, of: actor.userId, on: connection) ?? CalendarObjectRow(unnamed: source)
    }

    private func object(_ row: CalendarObjectRow) throws -> CalendarObject? {
        guard !row.isHidden else { return nil }
        var reader = CalendarDocumentReader(actor: actor, now: now, on: connection)
        switch row.source {
        case .event(let id): return try reader.alone(id).flatMap { object($0, row) }
        case .series(let id): return try reader.series(id).flatMap { object($0, row, try $0.planned()) }
        }
    }

    private func object(_ entry: CalendarDocument.Entry, _ row: CalendarObjectRow) -> CalendarObject? {
        guard entry.event.status != .cancelled, !row.isHidden else { return nil }
        var document = CalendarDocument(name: "", now: entry.createdAt)
        document.entries = [entry]
        document.object = row
        var tag = CalendarObjectTag(row)
        tag.add(entry)
        let time = entry.event.startsAt..<max(entry.event.startsAt, entry.event.endsAt)
        return CalendarObject(row, document, etag: tag.text, times: [time])
    }

    /// - Parameter planned: `series.planned()`.
    private func object(
        _ series: CalendarDocument.Series,
        _ row: CalendarObjectRow,
        _ planned: [Timestamp]
    ) -> CalendarObject? {
        guard !row.isHidden else { return nil }
        let shown = series.shown(of: planned)
        guard !shown.isEmpty else { return nil }
        var document = CalendarDocument(name: "", now: series.row.createdAt)
        document.series = [series]
        document.object = row
        var tag = CalendarObjectTag(row)
        tag.add(series.row)
        for occurrence in planned { tag.add(occurrence, shown[occurrence]) }
        let times = shown.values.map { $0.event.startsAt..<max($0.event.startsAt, $0.event.endsAt) }
        return CalendarObject(row, document, etag: tag.text, times: times)
    }
}
