import Domain
import Foundation

/// Reads a `VEVENT`.
struct ICalendarEventReader {
    let moments: ICalendarMoments

    /// What the calendar writes itself.
    private static let own: Set<String> = [
        "UID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE", "DTSTART", "DTEND", "DURATION", "RRULE", "EXDATE",
        "RECURRENCE-ID", "SUMMARY", "LOCATION", "DESCRIPTION", "STATUS", "CATEGORIES", "TRANSP",
    ]

    func event(_ part: ICalendarComponent) throws -> (event: CalendarObjectInput.Event, start: ICalendarMoment) {
        try refuseOthers(part)
        guard let line = part.first("DTSTART") else { throw CalendarObjectRefusal.invalid("DTSTART is missing.") }
        var start = try moments.moment(line)
        let end: Timestamp
        if let last = try lastDay(part, start) {
            start = ICalendarMoment(day: start.day, second: 0, isDay: true, zone: .known(moments.floating))
            end = moments.floating.instant(last, second: 0).instant
        } else {
            end = try self.end(part, start)
        }
        guard start.at < end else { throw CalendarObjectRefusal.invalid("An event must end after it starts.") }
        let event = CalendarObjectInput.Event(
            startsAt: start.at,
            endsAt: end,
            title: try Self.text(part, "SUMMARY"),
            location: try Self.text(part, "LOCATION"),
            notes: try Self.text(part, "DESCRIPTION"),
            dayZone: start.isDay ? moments.floating.timeZone.identifier : nil,
            free: Self.isFree(part, isOfDays: start.isDay)
        )
        return (event, start)
    }

    /// - Returns: the rule without what the first event says anyway.
    func rule(_ part: ICalendarComponent, startingAt start: ICalendarMoment) throws -> String? {
        let rules = part.all("RRULE")
        guard rules.count <= 1 else { throw CalendarObjectRefusal.unsupported("An event recurs by one RRULE.") }
        for name in ["RDATE", "EXRULE"] where part.first(name) != nil {
            throw CalendarObjectRefusal.unsupported("\(name) isn't supported: an event recurs by one RRULE.")
        }
        guard let text = rules.first?.value else { return nil }
        var rule = RecurrenceRule.value(text.trimmed, startingAt: start.second)
        // Midnight in UTC is how some programs write a day.
        if start.isDay { rule = rule.replacing(/(UNTIL=\d{8})T000000Z/.ignoresCase()) { $0.1 } }
        do {
            let read = try RecurrenceRule(reading: rule)
            guard read.fitsEvents else {
                let part = read.elapsedSeconds == nil ? "BYHOUR or BYMINUTE" : "FREQ=\(read.frequency)".uppercased()
                throw RecurrenceRule.Fault(part)
            }
        } catch let fault as RecurrenceRule.Fault {
            throw CalendarObjectRefusal.unsupported("'\(fault.part)' in RRULE isn't supported; see docs/calendar.md.")
        }
        return rule
    }

    func isCancelled(_ part: ICalendarComponent) -> Bool { Self.word(part, "STATUS") == "CANCELLED" }

    /// The lines that are kept as they are.
    func kept(_ part: ICalendarComponent) throws -> [String] {
        var lines = part.lines.filter { !Self.own.contains($0.name) }.map(\.text)
        if let status = part.first("STATUS"), Self.word(part, "STATUS") == "TENTATIVE" { lines.append(status.text) }
        for line in part.all("CATEGORIES") {
            let others = line.values.filter { EventType(rawValue: $0.lowercased()) == nil }
            if !others.isEmpty { lines.append("CATEGORIES:\(others.joined(separator: ","))") }
        }
        for component in part.components {
            guard component.name == "VALARM" else {
                throw CalendarObjectRefusal.unsupported("\(component.name.prefix(64)) isn't kept here.")
            }
            guard component.components.isEmpty else {
                throw CalendarObjectRefusal.unsupported("A VALARM with another component isn't kept here.")
            }
            lines += ["BEGIN:VALARM"] + component.lines.map(\.text) + ["END:VALARM"]
        }
        return lines
    }

    // MARK: Times

    /// The day on which an event of whole days is over; `nil` for an event that has times.
    private func lastDay(_ part: ICalendarComponent, _ start: ICalendarMoment) throws -> LocalDay? {
        let end = try part.first("DTEND").map { try moments.moment($0, floatingIn: start.zone) }
        let isMarked = Self.word(part, "X-MICROSOFT-CDO-ALLDAYEVENT") == "TRUE"
        guard start.isDay || (isMarked && start.second == 0 && end?.second == 0) else {
            guard end?.isDay != true else {
                throw CalendarObjectRefusal.invalid("DTEND is a day, though DTSTART has a time.")
            }
            return nil
        }
        if let end {
            guard end.isDay || end.second == 0 else {
                throw CalendarObjectRefusal.invalid("DTEND has a time, though DTSTART is a day.")
            }
            // Some programs write the last day instead of the one after it.
            return end.day == start.day ? start.day.adding(days: 1) : end.day
        }
        guard let text = part.first("DURATION")?.value else { return start.day.adding(days: 1) }
        guard let length = Self.duration(text), length.seconds % 86_400 == 0 else {
            throw CalendarObjectRefusal.unsupported("DURATION of an event of whole days must be days.")
        }
        return start.day.adding(days: length.days + length.seconds / 86_400)
    }

    private func end(_ part: ICalendarComponent, _ start: ICalendarMoment) throws -> Timestamp {
        if let line = part.first("DTEND") { return try moments.moment(line, floatingIn: start.zone).at }
        guard let text = part.first("DURATION")?.value else {
            throw CalendarObjectRefusal.unsupported("An event has a DTEND or a DURATION.")
        }
        guard let length = Self.duration(text) else {
            throw CalendarObjectRefusal.unsupported("DURATION can't be read: '\(text.prefix(32))'.")
        }
        // Days are those of the clock; hours pass (RFC 5545 §3.3.6).
        return start.zone.instant(start.day.adding(days: length.days), second: start.second)
            .adding(seconds: Int64(length.seconds))
    }

    /// `PT1H30M`, `P1DT2H`, `P1W`; `nil` for anything else.
    private static func duration(_ text: String) -> (days: Int, seconds: Int)? {
        let pattern = /\+?P(?:(\d{1,3})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,7})S)?)?/
        guard let match = text.trimmed.uppercased().wholeMatch(of: pattern) else { return nil }
        let parts = [match.1, match.2, match.3, match.4, match.5].map { $0.flatMap { Int($0) } ?? 0 }
        let length = (days: parts[0] * 7 + parts[1], seconds: parts[2] * 3600 + parts[3] * 60 + parts[4])
        return length == (0, 0) ? nil : length
    }

    // MARK: What else it says

    /// Whole days take no time unless they are said to; whatever else does, unless it isn't.
    private static func isFree(_ part: ICalendarComponent, isOfDays: Bool) -> Bool {
        switch (word(part, "TRANSP"), word(part, "X-MICROSOFT-CDO-BUSYSTATUS")) {
        case ("TRANSPARENT", _), (nil, "FREE"): true
        case (nil, nil): isOfDays
        default: false
        }
    }

    /// What would come back as something else.
    private func refuseOthers(_ part: ICalendarComponent) throws {
        if part.first("ATTENDEE") != nil {
            throw CalendarObjectRefusal(
                reason: .attendees,
                message: "Whom an event is with is chosen in Spotter; it keeps no attendees (ATTENDEE)."
            )
        }
        if let status = Self.word(part, "STATUS"), !["CONFIRMED", "TENTATIVE", ""].contains(status) {
            throw CalendarObjectRefusal.unsupported("STATUS:\(status.prefix(32)) isn't kept here.")
        }
    }

    /// In capitals; `nil` without such a line.
    private static func word(_ part: ICalendarComponent, _ name: String) -> String? {
        part.first(name).map { $0.value.trimmed.uppercased() }
    }

    private static func text(_ part: ICalendarComponent, _ name: String) throws -> String? {
        guard let line = part.first(name) else { return nil }
        if let encoding = line.parameters["ENCODING"], encoding.uppercased() != "8BIT" {
            throw CalendarObjectRefusal.unsupported("ENCODING=\(encoding.prefix(32)) of \(name) isn't supported.")
        }
        let text = line.unescaped.trimmed
        return text.isEmpty ? nil : text
    }
}
