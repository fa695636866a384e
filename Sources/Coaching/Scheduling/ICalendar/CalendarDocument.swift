import Domain

/// An iCalendar document (RFC 5545) of events as one person sees them.
struct CalendarDocument: Equatable {
    /// An event with what a document says beside it.
    struct Entry: Equatable {
        var event: CalendarEvent
        /// When the rule of its series has it.
        let occursAt: Timestamp?
        /// How often it was changed.
        let version: Int64
        let createdAt: Timestamp
    }

    /// A series with all events that it has.
    struct Series: Equatable {
        let row: EventSeriesRow
        let entries: [Entry]

        /// The occurrences that its rule has had made.
        func planned() throws -> [Timestamp] {
            let recurrence = try row.recurrence
            return recurrence.occurrences(
                after: recurrence.firstAt.adding(milliseconds: -1),
                until: row.madeUntil,
                max: 100_000
            ).instants
        }

        /// The events that take place, by the occurrences that they are.
        /// - Parameter planned: `planned()`.
        func shown(of planned: [Timestamp]) -> [Timestamp: Entry] {
            let planned = Set(planned)
            let pairs = entries.compactMap { entry -> (Timestamp, Entry)? in
                guard entry.event.status != .cancelled, let occurrence = entry.occursAt, planned.contains(occurrence)
                else { return nil }
                return (occurrence, entry)
            }
            return Dictionary(pairs) { first, _ in first }
        }

        /// What takes place, though the rule doesn't have it: what is over stays when a series is changed from an earlier
        /// day on.
        /// - Parameter planned: `planned()`.
        func apart(from planned: [Timestamp]) -> [Entry] {
            let planned = Set(planned)
            return entries.filter { entry in
                entry.event.status != .cancelled && !(entry.occursAt.map(planned.contains) ?? false)
            }
        }
    }

    let name: String
    var entries: [Entry] = []
    var series: [Series] = []
    /// From when on the changes of clocks ahead are told. Nothing else depends on the time, so that the same calendar is
    /// the same bytes.
    let now: Timestamp
    /// What the document is to another calendar, if it holds only that.
    var object: CalendarObjectRow?

    private static let yearSeconds: Int64 = 366 * 86_400
    /// For so many years ahead a zone's changes of the clock are told.
    private static let zoneYears: Int64 = 15
    /// How often programs should ask again.
    private static let refreshInterval = "PT1H"

    func text() throws -> String {
        var lines = ContentLines()
        lines.add("BEGIN", "VCALENDAR")
        lines.add("VERSION", "2.0")
        lines.add("PRODID", "-//Spotter//Spotter//EN")
        lines.add("CALSCALE", "GREGORIAN")
        if object == nil {
            lines.add("METHOD", "PUBLISH")
            lines.add("X-WR-CALNAME", text: name)
            // RFC 7986 §5.7, and what Outlook reads.
            lines.add("REFRESH-INTERVAL;VALUE=DURATION", Self.refreshInterval)
            lines.add("X-PUBLISHED-TTL", Self.refreshInterval)
        }
        try writeZones(to: &lines)
        for entry in entries { write(entry, to: &lines) }
        for series in series { try write(series, to: &lines) }
        lines.add("END", "VCALENDAR")
        return lines.text
    }

    private func writeZones(to lines: inout ContentLines) throws {
        var starts: [String: (clock: LocalClock, first: Timestamp)] = [:]
        for series in series where series.row.event.dayZone == nil {
            let recurrence = try series.row.recurrence
            let first = min(starts[series.row.zone]?.first ?? recurrence.firstAt, recurrence.firstAt)
            starts[series.row.zone] = (recurrence.clock, first)
        }
        for (_, zone) in starts.sorted(by: { $0.key < $1.key }) {
            TimeZoneComponent(
                clock: zone.clock,
                from: zone.first.adding(seconds: -Self.yearSeconds),
                to: now.adding(seconds: Self.zoneYears * Self.yearSeconds)
            ).write(to: &lines)
        }
    }

    /// A single event, in UTC.
    private func write(_ entry: Entry, to lines: inout ContentLines) {
        lines.add("BEGIN", "VEVENT")
        lines.add("UID", text: object?.uid ?? "\(entry.event.id)@spotter")
        writeTimes(entry.event, to: &lines)
        writeContent(entry.event, key: "", version: entry.version, createdAt: entry.createdAt, to: &lines)
        lines.add("END", "VEVENT")
    }

    /// A series as its rule, without the days on which it doesn't take place, and its exceptions.
    private func write(_ series: Series, to lines: inout ContentLines) throws {
        let (row, recurrence) = (series.row, try series.row.recurrence)
        let planned = try series.planned()
        let shown = series.shown(of: planned)
        if object == nil { for entry in series.apart(from: planned) { write(entry, to: &lines) } }
        let uid = ContentLines.escaped(object?.uid ?? "\(row.id)@spotter")
        func local(_ name: String, _ instant: Timestamp) {
            if row.event.dayZone == nil {
                lines.add("\(name);TZID=\(row.zone)", ICalendarTime.local(instant, recurrence.clock))
            } else {
                lines.add("\(name);VALUE=DATE", ICalendarTime.day(instant, recurrence.clock))
            }
        }
        lines.add("BEGIN", "VEVENT")
        lines.add("UID", uid)
        local("DTSTART", row.event.startsAt)
        local("DTEND", row.event.endsAt)
        lines.add("RRULE", RecurrenceRule.iCalendar(row.rule, recurrence, ofDays: row.event.dayZone != nil))
        for missing in planned where shown[missing] == nil { local("EXDATE", missing) }
        writeContent(row.event, key: "", version: row.version, createdAt: row.createdAt, to: &lines)
        lines.add("END", "VEVENT")
        for occurrence in planned {
            let key = ICalendarTime.utc(occurrence)
            guard let entry = shown[occurrence],
                differs(entry.event, from: row, at: occurrence, recurrence) || object?.kept[key] != nil
            else { continue }
            lines.add("BEGIN", "VEVENT")
            lines.add("UID", uid)
            local("RECURRENCE-ID", occurrence)
            writeTimes(entry.event, to: &lines)
            writeContent(entry.event, key: key, version: entry.version, createdAt: entry.createdAt, to: &lines)
            lines.add("END", "VEVENT")
        }
    }

    /// Whether an event isn't what a reader of the rule would expect. A reader adds the length on the wall clock.
    func differs(
        _ event: CalendarEvent,
        from row: EventSeriesRow,
        at occurrence: Timestamp,
        _ recurrence: EventRecurrence
    ) -> Bool {
        guard event.dayZone == row.event.dayZone, event.free == row.event.free,
            (event.title, event.location, event.notes) == (row.event.title, row.event.location, row.event.notes)
        else { return true }
        guard event.dayZone == nil else {
            return event.startsAt != occurrence || event.endsAt != row.event.length.end(after: occurrence)
        }
        let clock = recurrence.clock
        let first = (clock.offset(row.event.startsAt), clock.offset(row.event.endsAt))
        let own = (clock.offset(event.startsAt), clock.offset(event.endsAt))
        let length = row.event.endsAt.milliseconds(since: row.event.startsAt)
        return event.startsAt != occurrence || event.endsAt.milliseconds(since: event.startsAt) != length
            || own.1 - own.0 != first.1 - first.0 || !recurrence.isOrdinary(occurrence)
    }

    private func writeTimes(_ event: CalendarEvent, to lines: inout ContentLines) {
        if let clock = event.dayZone.flatMap({ LocalClock(identifier: $0) }) {
            lines.add("DTSTART;VALUE=DATE", ICalendarTime.day(event.startsAt, clock))
            lines.add("DTEND;VALUE=DATE", ICalendarTime.day(event.endsAt, clock))
        } else {
            lines.add("DTSTART", ICalendarTime.utc(event.startsAt))
            lines.add("DTEND", ICalendarTime.utc(event.endsAt))
        }
    }

    /// - Parameter key: of what another calendar has said beside.
    private func writeContent(
        _ event: CalendarEvent,
        key: String,
        version: Int64,
        createdAt: Timestamp,
        to lines: inout ContentLines
    ) {
        let kept = object?.kept[key] ?? []
        lines.add("DTSTAMP", ICalendarTime.utc(createdAt))
        lines.add("CREATED", ICalendarTime.utc(createdAt))
        lines.add("SEQUENCE", "\(version)")
        lines.add("SUMMARY", text: event.title)
        if let location = event.location { lines.add("LOCATION", text: location) }
        if let notes = event.notes { lines.add("DESCRIPTION", text: notes) }
        if !kept.contains(where: { ICalendarLine($0)?.name == "STATUS" }) {
            lines.add("STATUS", event.status == .cancelled ? "CANCELLED" : "CONFIRMED")
        }
        // Of whole days many programs take for granted that they are free.
        if event.free || event.dayZone != nil { lines.add("TRANSP", event.free ? "TRANSPARENT" : "OPAQUE") }
        lines.add("CATEGORIES", text: event.eventType.rawValue)
        for line in kept { lines.add(line: line) }
    }
}
