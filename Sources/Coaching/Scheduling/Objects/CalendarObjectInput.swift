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
        /// On whose clock it is of whole days, if it is.
        var dayZone: String?
        /// Whether it takes no time that others could want.
        var free = false

        var length: EventLength { EventLength(from: startsAt, to: endsAt, dayZone: dayZone) }
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

    /// - Parameter floating: the clock of whole days, and of times without a zone.
    /// - Throws: `CalendarObjectRefusal`.
    init(_ bytes: [UInt8], floating: LocalClock) throws {
        guard bytes.count <= Self.maxBytes else {
            throw CalendarObjectRefusal(reason: .size, message: "An object has at most \(Self.maxBytes) bytes.")
        }
        let document = try ICalendarComponent.read(bytes)
        let parts = try Self.events(of: document)
        let masters = parts.filter { $0.first("RECURRENCE-ID") == nil }
        guard let master = masters.first, masters.count == 1 else {
            throw CalendarObjectRefusal.invalid(
                masters.isEmpty
                    ? "The event of these occurrences (RECURRENCE-ID) is missing." : "An object has one event only."
            )
        }
        uid = try Self.uid(of: master, parts)
        let reader = ICalendarEventReader(moments: ICalendarMoments(document, floating: floating))
        guard !reader.isCancelled(master) else {
            throw CalendarObjectRefusal.unsupported("STATUS:CANCELLED isn't kept; delete the event to cancel it.")
        }
        let (event, start) = try reader.event(master)
        self.event = event
        let kept = try reader.kept(master)
        if !kept.isEmpty { self.kept[""] = kept }
        rule = try reader.rule(master, startingAt: start)
        guard rule != nil else {
            guard parts.count == 1, master.first("EXDATE") == nil else {
                throw CalendarObjectRefusal.invalid(
                    "Only an event with an RRULE has occurrences (EXDATE, RECURRENCE-ID)."
                )
            }
            clock = .utc
            return
        }
        guard let clock = start.zone.clock(from: event.startsAt) else {
            throw CalendarObjectRefusal.unsupported(
                "The document's time zone has clocks that no known zone has, so nothing can recur in it; use an IANA name."
            )
        }
        guard clock.instant(start.day, second: start.second).exists else {
            throw CalendarObjectRefusal.unsupported(
                "DTSTART is in an hour that the clocks skip, so nothing recurs at it."
            )
        }
        self.clock = clock
        for line in master.all("EXDATE") {
            left.formUnion(try reader.moments.moments(line, floatingIn: start.zone).map(occurrence))
        }
        for part in parts {
            if let line = part.first("RECURRENCE-ID") { try add(part, at: line, in: start.zone, reader) }
        }
    }

    private static func events(of document: ICalendarComponent) throws -> [ICalendarComponent] {
        guard document.name == "VCALENDAR" else {
            throw CalendarObjectRefusal.data("This is not an iCalendar document, but a \(document.name.prefix(64)).")
        }
        // What is published is as it is; other methods ask for something.
        if let method = document.first("METHOD")?.value.trimmed, method.uppercased() != "PUBLISH" {
            throw CalendarObjectRefusal.invalid("METHOD:\(method.prefix(32)) isn't kept here.")
        }
        let parts = document.components.filter { $0.name != "VTIMEZONE" }
        if let other = parts.first(where: { $0.name != "VEVENT" }) {
            throw CalendarObjectRefusal(
                reason: .supportedComponent,
                message: "Only events are kept here, no \(other.name.prefix(64))."
            )
        }
        guard !parts.isEmpty else {
            throw CalendarObjectRefusal(reason: .supportedComponent, message: "There is no VEVENT.")
        }
        return parts
    }

    private static func uid(of master: ICalendarComponent, _ parts: [ICalendarComponent]) throws -> String {
        guard let uid = master.first("UID")?.unescaped.trimmed, !uid.isEmpty else {
            throw CalendarObjectRefusal.invalid("The event has no UID.")
        }
        guard uid.utf8.count <= 255 else { throw CalendarObjectRefusal.invalid("A UID has at most 255 bytes.") }
        let isOne = parts.allSatisfy { $0.first("UID")?.unescaped.trimmed.utf8.elementsEqual(uid.utf8) ?? false }
        guard isOne else { throw CalendarObjectRefusal.invalid("All parts of an object have the same UID.") }
        return uid
    }

    /// Which occurrence a time means. A day means the one on it; of whole days only the day counts.
    private func occurrence(_ moment: ICalendarMoment) -> Timestamp {
        if event.dayZone != nil { return clock.instant(moment.day, second: 0).instant }
        return moment.isDay ? clock.instant(moment.day, second: clock.local(event.startsAt).second).instant : moment.at
    }

    private mutating func add(
        _ part: ICalendarComponent,
        at line: ICalendarLine,
        in zone: ICalendarZone,
        _ reader: ICalendarEventReader
    ) throws {
        guard line.parameters["RANGE"] == nil else {
            throw CalendarObjectRefusal.unsupported("RANGE isn't supported; end the series and begin another.")
        }
        let occurrence = occurrence(try reader.moments.moment(line, floatingIn: zone))
        guard changed[occurrence] == nil else {
            throw CalendarObjectRefusal.invalid("An occurrence is there twice: RECURRENCE-ID:\(line.value.prefix(32)).")
        }
        // Some programs leave an occurrence out by an event of its own.
        if reader.isCancelled(part) {
            left.insert(occurrence)
            return
        }
        changed[occurrence] = try reader.event(part).event
        let lines = try reader.kept(part)
        if !lines.isEmpty { kept[ICalendarTime.utc(occurrence)] = lines }
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
