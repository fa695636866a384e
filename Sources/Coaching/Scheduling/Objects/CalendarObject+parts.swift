package import Domain

/// One event of an object as a calendar takes it that reads no iCalendar: a single event, a series, or an event of a series
/// that isn't as its rule has it.
package struct CalendarObjectPart: Sendable, Hashable {
    /// The occurrence that it stands in for; `nil` for a single event and for a series.
    package let occurrence: Timestamp?
    package let title: String
    package let location: String?
    package let notes: String?
    package let eventType: String
    package let startsAt: Timestamp
    package let endsAt: Timestamp
    /// The IANA zone on whose clock it is of whole days; `nil` if it has times.
    package let dayZone: String?
    /// Whether it takes no time.
    package let isFree: Bool
    /// Of a series: the IANA zone of its rule.
    package let zone: String?
    /// Of a series: `RRULE` and `EXDATE` as RFC 5545 has them. What isn't as the rule has it is left out there.
    package let recurrence: [String]

    /// The days of something of whole days, the last of them excluded, as `2026-03-11`; `nil` if it has times.
    package var days: (first: String, end: String)? {
        guard let clock = dayZone.flatMap({ LocalClock(identifier: $0) }) else { return nil }
        func text(_ instant: Timestamp) -> String {
            let day = ICalendarTime.day(instant, clock)
            return "\(day.prefix(4))-\(day.dropFirst(4).prefix(2))-\(day.dropFirst(6))"
        }
        return (text(startsAt), text(endsAt))
    }
}

extension CalendarObject {
    /// The events of which it consists. Each stands for itself, so that nobody has to know how others change single events of
    /// a series.
    package func parts() throws -> [CalendarObjectPart] {
        try document.entries.map { CalendarObjectPart($0.event) } + document.series.flatMap { try parts(of: $0) }
    }

    private func parts(of series: CalendarDocument.Series) throws -> [CalendarObjectPart] {
        let (row, recurrence) = (series.row, try series.row.recurrence)
        let planned = try series.planned()
        let shown = series.shown(of: planned)
        let others = planned.filter { occurrence in
            shown[occurrence].map { document.differs($0.event, from: row, at: occurrence, recurrence) } ?? false
        }
        let missing = planned.filter { shown[$0] == nil || others.contains($0) }
        let isOfDays = row.event.dayZone != nil
        var lines = ["RRULE:" + RecurrenceRule.iCalendar(row.rule, recurrence, ofDays: isOfDays)]
        if !missing.isEmpty {
            let days = missing.map {
                isOfDays ? ICalendarTime.day($0, recurrence.clock) : ICalendarTime.local($0, recurrence.clock)
            }
            lines.append("EXDATE;\(isOfDays ? "VALUE=DATE" : "TZID=\(row.zone)"):\(days.joined(separator: ","))")
        }
        return [CalendarObjectPart(row.event, zone: row.zone, recurrence: lines)]
            + others.compactMap { occurrence in shown[occurrence].map { CalendarObjectPart($0.event, for: occurrence) }
            }
    }
}

extension CalendarObjectPart {
    fileprivate init(
        _ event: CalendarEvent,
        for occurrence: Timestamp? = nil,
        zone: String? = nil,
        recurrence: [String] = []
    ) {
        self.init(
            occurrence: occurrence,
            title: event.title,
            location: event.location,
            notes: event.notes,
            eventType: event.eventType.rawValue,
            startsAt: event.startsAt,
            endsAt: event.endsAt,
            dayZone: event.dayZone,
            isFree: event.free,
            zone: zone,
            recurrence: recurrence
        )
    }
}
