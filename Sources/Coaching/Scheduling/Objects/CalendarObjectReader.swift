import Domain
import Storage

/// Reads what a person sees of calendars as objects.
struct CalendarObjectReader {
    let actor: Actor
    let now: Timestamp
    let connection: any SQLConnection

    /// What is older isn't listed.
    static let behind: Int64 = 366 * 86_400

    func all() throws -> [CalendarObject] {
        var reader = CalendarDocumentReader(actor: actor, now: now, on: connection)
        let document = try reader.document(from: now.adding(seconds: -Self.behind), to: .latest)
        let rows = try CalendarObjectRow.all(of: actor.userId, on: connection)
        let named = Dictionary(rows.map { ($0.source, $0) }) { first, _ in first }
        func row(_ source: CalendarObjectSource) -> CalendarObjectRow {
            named[source] ?? CalendarObjectRow(unnamed: source)
        }
        var objects: [CalendarObject?] = []
        for entry in document.entries {
            objects.append(try object(entry, row(.event(entry.event.id)), document))
        }
        for series in document.series {
            objects.append(try object(series, row(.series(series.row.id)), document))
            for entry in try series.apart() { objects.append(try object(entry, row(.event(entry.event.id)), document)) }
        }
        return objects.compactMap { $0 }.sorted { $0.name < $1.name }
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

    private func object(_ row: CalendarObjectRow) throws -> CalendarObject? {
        guard !row.isHidden else { return nil }
        var reader = CalendarDocumentReader(actor: actor, now: now, on: connection)
        switch row.source {
        case .event(let id):
            guard let found = try reader.alone(id) else { return nil }
            return try object(found.entry, row, found.document)
        case .series(let id):
            guard let found = try reader.series(id) else { return nil }
            return try object(found.series, row, found.document)
        }
    }

    private func object(
        _ entry: CalendarDocument.Entry,
        _ row: CalendarObjectRow,
        _ document: CalendarDocument
    ) throws -> CalendarObject? {
        guard entry.event.status != .cancelled, !row.isHidden else { return nil }
        var own = CalendarDocument(name: document.name, now: entry.createdAt)
        own.entries = [entry]
        own.object = row
        return CalendarObject(
            name: row.name,
            uid: row.uid,
            text: try own.text(),
            times: [entry.event.startsAt..<max(entry.event.startsAt, entry.event.endsAt)],
            source: row.source
        )
    }

    private func object(
        _ series: CalendarDocument.Series,
        _ row: CalendarObjectRow,
        _ document: CalendarDocument
    ) throws -> CalendarObject? {
        let shown = try series.shown()
        guard !shown.isEmpty, !row.isHidden else { return nil }
        var own = CalendarDocument(name: document.name, now: series.row.createdAt)
        own.series = [series]
        own.object = row
        return CalendarObject(
            name: row.name,
            uid: row.uid,
            text: try own.text(),
            times: shown.values.map { $0.event.startsAt..<max($0.event.startsAt, $0.event.endsAt) },
            source: row.source
        )
    }
}
