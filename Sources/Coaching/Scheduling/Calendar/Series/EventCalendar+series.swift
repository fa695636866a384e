import Accounts
public import Domain
package import Storage

/// Recurring events. Each occurrence is an event of its own, made more than a year ahead, so that free times, conflicts,
/// notices and exceptions are those of any event.
extension EventCalendar {
    /// How far ahead events of a series are made, and when more are made at the latest.
    private static let horizon: Int64 = 400 * 86_400
    private static let minAhead: Int64 = 366 * 86_400
    static let maxOccurrences = 1_000
    static let maxSeries = 500
    /// Up to when a new series is made.
    static func horizon(_ now: Timestamp) -> Timestamp { now.adding(seconds: horizon) }
    /// What a calendar has ahead; it bounds what finding conflicts costs.
    static let maxAhead = 20_000

    /// Is called with the bytes of the texts of all events of a series but the first, before they are stored, and may
    /// refuse them by throwing: each event has texts of its own.
    public typealias AdmitText = @Sendable (Int) throws -> Void

    /// Makes recurring events. Their client is told of the first one ahead.
    ///
    /// - Throws: the codes of `create(_:by:)`; `conflict` if a time is taken, naming the first, unless those are skipped;
    ///   `invalid_request` for a rule or zone that isn't valid, or events that overlap one another.
    public func createSeries(
        _ new: NewEventSeries,
        by actor: Actor,
        admitText: @escaping AdmitText = { _ in }
    ) async throws -> NewEventSeries.Created {
        let ids = ids
        return try await changing { notice, now, connection in
            try Self.createSeries(
                new,
                by: actor,
                ids: ids,
                notice: notice,
                at: now,
                admitText: admitText,
                on: connection
            )
        }
    }

    package static func createSeries(
        _ new: NewEventSeries,
        by actor: Actor,
        ids: any IDSource,
        notice: NoticeID,
        at now: Timestamp,
        admitText: AdmitText = { _ in },
        on connection: any SQLConnection
    ) throws -> NewEventSeries.Created {
        let created = try createSeries(new, by: actor, ids: ids, at: now, admitText: admitText, on: connection)
        if let ahead = created.made.first(where: { $0.endsAt > now }) {
            try EventNotices.insert(.eventCreated, ahead, by: actor.userId, at: now, on: connection) { notice }
        }
        return NewEventSeries.Created(event: created.made[0], skipped: created.skipped)
    }

    /// What `createSeries` would make. Writes nothing.
    ///
    /// - Throws: the codes of `createSeries`, but for `conflict`.
    package static func previewSeries(
        _ new: NewEventSeries,
        by actor: Actor,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> SeriesPreview {
        let unused = EventSeriesID(high: 0, low: 0)
        let (first, namesClient) = try validated(new.first, id: EventID(high: 0, low: 0), by: actor, on: connection)
        try requireQuota(of: actor.userId, at: now, on: connection)
        let zone = try new.zone ?? User.timezone(of: actor.userId, on: connection) ?? "UTC"
        var row = EventSeriesRow(
            id: unused,
            event: first,
            namesClient: namesClient,
            rule: plainRule(new, zone),
            zone: zone,
            createdAt: now
        )
        let starts = try plan(&row, at: now)
        return SeriesPreview(
            starts: starts,
            taken: try takenStarts(starts, of: row.event, on: connection),
            goesOn: !row.hasEnded
        )
    }

    /// - Returns: the events, at least one.
    static func createSeries(
        _ new: NewEventSeries,
        by actor: Actor,
        ids: any IDSource,
        at now: Timestamp,
        admitText: AdmitText = { _ in },
        on connection: any SQLConnection
    ) throws -> (made: [CalendarEvent], skipped: [Timestamp]) {
        let (first, namesClient) = try validated(new.first, id: ids.next(), by: actor, on: connection)
        try requireQuota(of: actor.userId, at: now, on: connection)
        let zone = try new.zone ?? User.timezone(of: actor.userId, on: connection) ?? "UTC"
        var row = EventSeriesRow(
            id: ids.next(),
            event: first,
            namesClient: namesClient,
            rule: plainRule(new, zone),
            zone: zone,
            createdAt: now
        )
        let starts = try plan(&row, at: now)
        let taken = try takenStarts(starts, of: row.event, on: connection).filter { !new.leavesOut.contains($0.start) }
        if let clash = taken.first, !new.skipsTaken || taken.count == starts.count {
            let others = taken.count > 1 ? ", and \(taken.count - 1) more of its times" : ""
            throw SpotterError(
                .conflict,
                "\(clash.start) is taken by \"\(clash.title)\"\(others); choose another time or skip those."
            )
        }
        try admitText((starts.count - 1) * row.event.textBytes)
        try row.insert(on: connection)
        let skipped = Set(taken.map(\.start)).union(new.leavesOut)
        let made = try starts.filter { !skipped.contains($0) }
            .map { try row.make(at: $0, id: ids.next(), now: now, on: connection) }
        guard !made.isEmpty else { throw SpotterError.invalid("This rule has no occurrence.") }
        return (made, starts.filter(skipped.contains))
    }

    /// The rule without what the time of the first event says.
    private static func plainRule(_ new: NewEventSeries, _ zone: String) -> String {
        guard let clock = LocalClock(identifier: zone) else { return new.rrule }
        return RecurrenceRule.value(new.rrule, startingAt: clock.local(new.first.startsAt).second)
    }

    private static func requireQuota(
        of trainer: UserID,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        let series = try connection.first(
            "SELECT count(*) FROM event_series WHERE trainer_id = $1 AND ended = 0",
            trainer
        ) { try $0.int(0) }
        let events = try connection.first(
            "SELECT count(*) FROM calendar_events WHERE trainer_id = $1 AND ends_at > $2",
            trainer,
            now
        ) { try $0.int(0) }
        guard (series ?? 0) < maxSeries, (events ?? 0) < maxAhead else {
            throw SpotterError(
                .quotaExceeded,
                "A calendar has at most \(maxSeries) recurring events and \(maxAhead) events ahead; end some first."
            )
        }
    }

    /// Moves a series' first event to its rule's first day and finds all occurrences up to the horizon.
    private static func plan(_ row: inout EventSeriesRow, at now: Timestamp) throws -> [Timestamp] {
        let length = row.event.length
        let start = row.event.startsAt.wholeSeconds
        guard start.milliseconds(since: now) > -minAhead * 1000 else {
            throw SpotterError.invalid("Recurring events can begin at most a year ago.")
        }
        guard start.milliseconds(since: now) < minAhead * 1000 else {
            throw SpotterError.invalid("Recurring events can begin at most a year from now.")
        }
        let asked = try EventRecurrence(rule: row.rule, zone: row.zone, firstAt: start)
        guard let first = asked.rule.firstMatch(from: start, clock: asked.clock) else {
            throw SpotterError.invalid("This rule has no occurrence.")
        }
        (row.event.startsAt, row.event.endsAt) = (first, length.end(after: first))
        row.madeUntil = first.adding(milliseconds: -1)
        let starts = try advance(&row, at: now)
        guard row.event.free || zip(starts, starts.dropFirst()).allSatisfy({ length.end(after: $0) <= $1 }) else {
            throw SpotterError.invalid("These events would overlap one another.")
        }
        return starts
    }

    /// The occurrences that are still to be made up to the horizon; the series counts as made up to there.
    private static func advance(_ row: inout EventSeriesRow, at now: Timestamp) throws -> [Timestamp] {
        let end = now.adding(seconds: horizon)
        let found = try row.recurrence.occurrences(after: row.madeUntil, until: end, max: maxOccurrences)
        row.hasEnded = !found.hasMore
        row.madeUntil = found.instants.count == maxOccurrences ? found.instants.last ?? end : end
        return found.instants
    }

    private static func takenStarts(
        _ starts: [Timestamp],
        of event: CalendarEvent,
        on connection: any SQLConnection
    ) throws -> [(start: Timestamp, title: String)] {
        guard !event.free, let first = starts.first, let last = starts.last else { return [] }
        let length = event.length
        let busy = try conflicts(
            of: event.trainerId,
            from: first,
            to: length.end(after: last),
            on: connection
        )
        var taken: [Timestamp: String] = [:]
        for event in busy {
            // The first start whose event ends after this one begins. Starts are in order.
            let begin = starts.partitionPoint { length.end(after: $0) <= event.startsAt }
            for start in starts[begin...].prefix(while: { $0 < event.endsAt }) where taken[start] == nil {
                taken[start] = event.title
            }
        }
        return taken.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    // MARK: Time goes on

    /// Makes the events that have come within the horizon, in all calendars. A series whose client has ended the relation
    /// ends.
    /// - Returns: the number of new events.
    @discardableResult
    public func extendSeries() async throws -> Int {
        let (now, ids) = (clock.now(), ids)
        var made = 0
        let until = now.adding(seconds: Self.minAhead)
        while true {
            let isDue = try await database.read { connection in
                try connection.exists("SELECT 1 FROM event_series WHERE ended = 0 AND made_until < $1", until)
            }
            guard isDue else { return made }
            let step = try await database.write { connection in
                let rows = try connection.query(
                    "SELECT \(EventSeriesRow.columns) FROM event_series WHERE ended = 0 AND made_until < $1 LIMIT 20",
                    until
                ) { try EventSeriesRow(row: $0) }
                return try rows.map { try Self.extend($0, ids: ids, at: now, on: connection) }.reduce(0, +)
            }
            made += step
        }
    }

    private static func extend(
        _ row: EventSeriesRow,
        ids: any IDSource,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> Int {
        var row = row
        var starts: [Timestamp] = []
        if try isAgreed(row.event, on: connection) {
            starts = try advance(&row, at: now)
        } else {
            (row.hasEnded, row.madeUntil) = (true, now.adding(seconds: horizon))
        }
        for start in starts { try row.make(at: start, id: ids.next(), now: now, on: connection) }
        try connection.execute(
            "UPDATE event_series SET made_until = $1, ended = $2 WHERE id = $3",
            row.madeUntil,
            row.hasEnded,
            row.id
        )
        return starts.count
    }

    private static func isAgreed(_ event: CalendarEvent, on connection: any SQLConnection) throws -> Bool {
        guard let client = event.clientId else { return true }
        do {
            try requirePlan(with: client, of: event.trainerId, on: connection)
            return true
        } catch is SpotterError {
            return false
        }
    }
}

extension CalendarEvent {
    var textBytes: Int { title.utf8.count + (location?.utf8.count ?? 0) + (notes?.utf8.count ?? 0) }
}

extension Timestamp {
    /// Without parts of a second.
    var wholeSeconds: Timestamp {
        Timestamp(milliseconds: milliseconds - ((milliseconds % 1000) + 1000) % 1000)
    }
}

extension [Timestamp] {
    /// The index of the first element for which `isBefore` is false, in an array in which all before it fulfil it.
    fileprivate func partitionPoint(_ isBefore: (Timestamp) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
