import Domain

/// An event or a series as another calendar has written it.
struct CalendarObjectInput: Sendable {
    /// What the calendar keeps of an event.
    struct Event: Sendable, Hashable {
        var startsAt: Timestamp
        var endsAt: Timestamp
        var title: String?
        var location: String?
        var notes: String?
    }

    let uid: String
    let event: Event
    /// On whose clock the event recurs, if it does.
    let clock: LocalClock
    var rule: String?
    /// Occurrences that don't take place.
    var left: Set<Timestamp> = []
    /// Occurrences that differ from the others.
    var changed: [Timestamp: Event] = [:]
    /// Lines that are kept as they are, such as alarms: of the event under `""`, of a changed occurrence under its
    /// `RECURRENCE-ID` in UTC.
    var kept: [String: [String]] = [:]

    static let maxBytes = 100 << 10

    /// - Throws: `CalendarObjectRefusal`.
    init(_ bytes: [UInt8]) throws {
        guard bytes.count <= Self.maxBytes else {
            throw CalendarObjectRefusal(reason: .size, message: "An object has at most \(Self.maxBytes) bytes.")
        }
        guard let document = ICalendarComponent.read(bytes), document.name == "VCALENDAR" else {
            throw CalendarObjectRefusal.data("This is not an iCalendar document.")
        }
        guard document.first("METHOD") == nil else { throw CalendarObjectRefusal.invalid("METHOD isn't kept here.") }
        let parts = document.components.filter { $0.name != "VTIMEZONE" }
        guard parts.allSatisfy({ $0.name == "VEVENT" }), !parts.isEmpty else {
            throw CalendarObjectRefusal(reason: .supportedComponent, message: "Only events are kept here.")
        }
        let reader = ICalendarEventReader(moments: ICalendarMoments(document))
        let masters = parts.filter { $0.first("RECURRENCE-ID") == nil }
        guard let master = masters.first, masters.count == 1 else {
            throw CalendarObjectRefusal.invalid("An object is one event, with its changed occurrences.")
        }
        guard let uid = master.first("UID")?.unescaped, 1...255 ~= uid.utf8.count,
            parts.allSatisfy({ $0.first("UID")?.unescaped == uid })
        else { throw CalendarObjectRefusal.invalid("All parts of an object have the same UID.") }
        self.uid = uid
        let (event, zone) = try reader.event(master)
        self.event = event
        kept[""] = try reader.kept(master)
        rule = try reader.rule(master)
        guard let clock = rule == nil ? LocalClock.utc : zone.clock(from: event.startsAt) else {
            throw CalendarObjectRefusal.unsupported(
                "The document's time zone has clocks that no known zone has, so nothing can recur in it; use an IANA name."
            )
        }
        self.clock = clock
        guard rule != nil || (parts.count == 1 && master.first("EXDATE") == nil) else {
            throw CalendarObjectRefusal.invalid("Only an event with an RRULE has occurrences.")
        }
        for line in master.all("EXDATE") { left.formUnion(try reader.moments.moments(line).map(\.at)) }
        for part in parts {
            guard let line = part.first("RECURRENCE-ID") else { continue }
            guard line.parameters["RANGE"] == nil else {
                throw CalendarObjectRefusal.unsupported("RANGE isn't supported; end the series and begin another.")
            }
            let occurrence = try reader.moments.moment(line).at
            guard changed.updateValue(try reader.event(part).event, forKey: occurrence) == nil else {
                throw CalendarObjectRefusal.invalid("An occurrence is there twice.")
            }
            let lines = try reader.kept(part)
            if !lines.isEmpty { kept[ICalendarTime.utc(occurrence)] = lines }
        }
        if kept[""] == [] { kept[""] = nil }
    }
}

extension CalendarObjectInput {
    /// A series begins at most a year before it is made, and none is as old as this: its days are gone over.
    private static let maxSeconds: Int64 = 50 * 366 * 86_400

    /// The bytes that it takes: what is kept, and the texts of each event that is made of it.
    /// - Throws: `CalendarObjectRefusal` for a series that is older than any can be.
    func storedBytes(at now: Timestamp) throws -> Int {
        let kept = kept.values.joined().reduce(0) { $0 + $1.utf8.count }
        let texts = ([event] + changed.values).reduce(0) { $0 + $1.textBytes }
        guard let rule, let recurrence = RecurrenceRule(rule) else { return kept + texts }
        guard event.startsAt > now.adding(seconds: -Self.maxSeconds) else {
            throw CalendarObjectRefusal(reason: .rule, message: "Recurring events can begin at most a year ago.")
        }
        let made = recurrence.occurrences(
            after: event.startsAt.adding(milliseconds: -1),
            until: EventCalendar.horizon(now),
            startingAt: event.startsAt,
            clock: clock,
            max: EventCalendar.maxOccurrences
        )
        return kept + texts + made.instants.count * event.textBytes
    }
}

extension CalendarObjectInput.Event {
    /// An event's texts, and what it takes besides.
    fileprivate var textBytes: Int {
        200 + [title, location, notes].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    }
}

/// Reads a `VEVENT`.
struct ICalendarEventReader {
    let moments: ICalendarMoments

    /// What the calendar writes itself.
    private static let own: Set<String> = [
        "UID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE", "DTSTART", "DTEND", "DURATION", "RRULE", "EXDATE",
        "RECURRENCE-ID", "SUMMARY", "LOCATION", "DESCRIPTION", "STATUS", "CATEGORIES", "TRANSP",
    ]

    func event(_ part: ICalendarComponent) throws -> (event: CalendarObjectInput.Event, zone: ICalendarZone) {
        try refuseOthers(part)
        guard let line = part.first("DTSTART") else { throw CalendarObjectRefusal.invalid("DTSTART is missing.") }
        let (start, zone) = try moments.moment(line)
        let end: Timestamp
        if let line = part.first("DTEND") {
            end = try moments.moment(line).at
        } else {
            guard let text = part.first("DURATION")?.value, let seconds = Self.seconds(text) else {
                throw CalendarObjectRefusal.unsupported("An event has a DTEND or a DURATION.")
            }
            end = start.adding(seconds: seconds)
        }
        guard start < end else { throw CalendarObjectRefusal.invalid("An event must end after it starts.") }
        let event = CalendarObjectInput.Event(
            startsAt: start,
            endsAt: end,
            title: Self.text(part, "SUMMARY"),
            location: Self.text(part, "LOCATION"),
            notes: Self.text(part, "DESCRIPTION")
        )
        return (event, zone)
    }

    func rule(_ part: ICalendarComponent) throws -> String? {
        let rules = part.all("RRULE")
        guard rules.count <= 1, part.first("RDATE") == nil, part.first("EXRULE") == nil else {
            throw CalendarObjectRefusal.unsupported("An event recurs by one RRULE.")
        }
        guard let rule = rules.first?.value else { return nil }
        guard let read = RecurrenceRule(rule), read.fitsEvents else {
            throw CalendarObjectRefusal.unsupported("This RRULE isn't supported; see docs/calendar.md.")
        }
        return RecurrenceRule.value(rule)
    }

    /// The lines that are kept as they are.
    func kept(_ part: ICalendarComponent) throws -> [String] {
        var lines = part.lines.filter { !Self.own.contains($0.name) }.map(\.text)
        for line in part.all("CATEGORIES") {
            let others = line.value.split(separator: ",").filter { EventType(rawValue: $0.lowercased()) == nil }
            if !others.isEmpty { lines.append("CATEGORIES:\(others.joined(separator: ","))") }
        }
        for component in part.components {
            guard component.name == "VALARM" else {
                throw CalendarObjectRefusal.unsupported("\(component.name.prefix(64)) isn't kept here.")
            }
            lines += ["BEGIN:VALARM"] + component.lines.map(\.text) + ["END:VALARM"]
        }
        return lines
    }

    /// What would come back as something else.
    private func refuseOthers(_ part: ICalendarComponent) throws {
        if part.first("ATTENDEE") != nil {
            throw CalendarObjectRefusal(
                reason: .attendees,
                message: "Whom an event is with is chosen in Spotter; it keeps no attendees."
            )
        }
        if let status = part.first("STATUS")?.value.uppercased(), status != "CONFIRMED" {
            throw CalendarObjectRefusal.unsupported("An event is confirmed here; delete it to cancel it.")
        }
        if part.first("TRANSP")?.value.uppercased() == "TRANSPARENT" {
            throw CalendarObjectRefusal.unsupported("Every event takes its time here; it can't be shown as free.")
        }
    }

    private static func text(_ part: ICalendarComponent, _ name: String) -> String? {
        guard let text = part.first(name)?.unescaped.trimmed, !text.isEmpty else { return nil }
        return text
    }

    /// `PT1H30M`, `P1DT2H`, `P1W`; `nil` for anything else.
    private static func seconds(_ text: String) -> Int64? {
        guard
            let match = text.wholeMatch(
                of: /\+?P(?:(\d{1,3})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,7})S)?)?/
            )
        else { return nil }
        let parts = [match.1, match.2, match.3, match.4, match.5].map { $0.flatMap { Int64($0) } ?? 0 }
        let seconds = zip(parts, [604_800, 86_400, 3600, 60, 1] as [Int64]).map { $0 * $1 }.reduce(0, +)
        return seconds > 0 ? seconds : nil
    }
}
