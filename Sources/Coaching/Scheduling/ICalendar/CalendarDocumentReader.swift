import Accounts
import Domain
import Storage

/// Reads what a person may see of calendars into a document.
struct CalendarDocumentReader {
    private let actor: Actor
    private let now: Timestamp
    private let connection: any SQLConnection
    private var names: ParticipantNames
    /// Of the texts of events that may still be read.
    private var bytesLeft: Int

    /// - Parameter maxBytes: of the texts of all events that are read.
    init(actor: Actor, now: Timestamp, maxBytes: Int = .max, on connection: any SQLConnection) {
        (self.actor, self.now, bytesLeft, self.connection) = (actor, now, maxBytes, connection)
        names = ParticipantNames(connection)
    }

    /// - Throws: `invalid_request` if the texts of the events have more than `maxBytes`.
    mutating func document(from: Timestamp, to: Timestamp) throws -> CalendarDocument {
        let found = try entries(
            "ends_at > $2 AND starts_at < $3 ORDER BY starts_at, id",
            [from, to]
        )
        var document = CalendarDocument(name: try name(), now: now)
        document.entries = found.filter { $0.event.seriesId == nil && $0.event.status != .cancelled }
        for id in Set(found.compactMap(\.event.seriesId)).sorted() {
            guard var row = try EventSeriesRow.find(id, on: connection) else { continue }
            row.event = try seen(row.event, namesClient: row.namesClient)
            let all = try entries(of: id)
            // A client who has become another's sees only the events that were theirs, without the rule.
            guard row.event.trainerId == actor.userId || row.event.clientId == actor.userId else {
                document.entries += all
                continue
            }
            document.series.append(CalendarDocument.Series(row: row, entries: all))
        }
        return document
    }

    mutating func document(of id: EventID) throws -> CalendarDocument {
        let found = try entries("id = $2", [id])
        guard !found.isEmpty else { throw SpotterError.notFound("event") }
        return CalendarDocument(name: try name(), entries: found, now: now)
    }

    /// One event, unless it is an occurrence of the rule of its series.
    mutating func alone(_ id: EventID) throws -> CalendarDocument.Entry? {
        guard let entry = try entries("id = $2", [id]).first else { return nil }
        if let series = entry.event.seriesId, let found = try self.series(series) {
            guard try found.apart(from: found.planned()).contains(where: { $0.event.id == id }) else { return nil }
        }
        return entry
    }

    /// The events of a series that the actor sees.
    mutating func entries(of series: EventSeriesID) throws -> [CalendarDocument.Entry] {
        try entries("series_id = $2 ORDER BY occurs_at", [series])
    }

    /// A series of which the actor sees the rule.
    mutating func series(_ id: EventSeriesID) throws -> CalendarDocument.Series? {
        guard var row = try EventSeriesRow.find(id, on: connection),
            row.event.trainerId == actor.userId || row.event.clientId == actor.userId
        else { return nil }
        row.event = try seen(row.event, namesClient: row.namesClient)
        return CalendarDocument.Series(row: row, entries: try entries(of: id))
    }

    private func name() throws -> String {
        let person = try User.find(actor.userId, on: connection)?.displayName
        return person.map { "Spotter: \($0)" } ?? "Spotter"
    }

    /// - Parameters:
    ///   - condition: which of the events that the actor sees; its placeholders begin at `$2`.
    ///   - arguments: what those stand for.
    private mutating func entries(
        _ condition: String,
        _ arguments: [any SQLBindable]
    ) throws -> [CalendarDocument.Entry] {
        var found: [CalendarDocument.Entry] = []
        try connection.forEach(
            """
            SELECT \(CalendarEvent.columns), occurs_at, version, created_at FROM calendar_events
            WHERE \(CalendarEvent.isVisible(to: "$1")) AND \(condition)
            """,
            [actor.userId] + arguments
        ) { row in
            let entry = CalendarDocument.Entry(
                event: try CalendarEvent(row: row),
                occursAt: try row.optionalTimestamp(CalendarEvent.columnCount),
                version: try row.int(CalendarEvent.columnCount + 1),
                createdAt: try row.timestamp(CalendarEvent.columnCount + 2)
            )
            bytesLeft -= entry.event.textBytes
            found.append(entry)
            return bytesLeft >= 0
        }
        guard bytesLeft >= 0 else {
            throw SpotterError.invalid("This calendar has too many notes for one document; read it by CalDAV.")
        }
        for index in found.indices { found[index].event = try names.titled(found[index].event, for: actor) }
        return found
    }

    /// A series' first event as the actor sees it.
    private mutating func seen(_ event: CalendarEvent, namesClient: Bool) throws -> CalendarEvent {
        guard event.clientId == actor.userId else { return event }
        var event = event
        event.notes = nil
        if namesClient { event.title = event.eventType.title(with: try names.name(event.trainerId)) }
        return event
    }
}
