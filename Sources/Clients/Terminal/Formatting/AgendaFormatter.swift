public import Domain
public import SpotterAPI

/// The days that an agenda shows.
public struct AgendaRange: Equatable, Sendable {
    public enum Span: String, Sendable, CaseIterable {
        case today
        /// Today and the six days after it.
        case week

        /// `nil` if the word is none of them. No word means a week.
        init?(word: String?) {
            guard let word else {
                self = .week
                return
            }
            self.init(rawValue: word.lowercased())
        }
    }

    public let span: Span
    public let start: Timestamp
    /// Exclusive.
    public let end: Timestamp

    public init(_ span: Span, now: Timestamp, time: LocalTime) {
        self.span = span
        start = time.startOfDay(0, now: now)
        end = time.startOfDay(span == .today ? 1 : 7, now: now)
    }
}

/// Formats appointments, with a heading for each day.
public enum AgendaFormatter {
    public static func lines(
        _ events: [ListedEvent],
        _ range: AgendaRange,
        time: LocalTime,
        style: Style
    ) -> [String] {
        let shown = events.filter { $0.event.status != .cancelled }
        guard !shown.isEmpty else {
            return [nothing(in: range)]
        }
        var lines: [String] = []
        var heading = ""
        for event in shown {
            // What has begun before the first day is listed on it.
            let day = time.day(max(event.event.startsAt, range.start))
            if day != heading { lines.append(style.bold(day)) }
            heading = day
            lines.append(line(event, time, style))
        }
        return lines
    }

    static func nothing(in range: AgendaRange) -> String {
        range.span == .today ? "Nothing today." : "Nothing in the next seven days."
    }

    static func line(_ listed: ListedEvent, _ time: LocalTime, _ style: Style) -> String {
        let event = listed.event
        let who = listed.with.flatMap { event.title.contains($0) ? nil : " · \(TerminalText.line($0))" } ?? ""
        let place = event.location.map { " · \(TerminalText.line($0))" } ?? ""
        let recurs = event.seriesId == nil ? "" : " ↻"
        let text = "  \(span(event, time))  \(TerminalText.line(event.title))\(who)\(place)\(recurs)"
        return event.status == .completed ? style.dim(text) : text
    }

    private static func span(_ event: CalendarEvent, _ time: LocalTime) -> String {
        if event.dayZone != nil {
            let last = time.day(event.endsAt.adding(milliseconds: -1))
            return last == time.day(event.startsAt) ? "all day" : "all day until \(last)"
        }
        let isSameDay = time.day(event.startsAt) == time.day(event.endsAt)
        return "\(time.clock(event.startsAt))–\(isSameDay ? time.clock(event.endsAt) : time.dateTime(event.endsAt))"
    }
}
