package import AssistantTools
package import Domain
import RequestReading
package import Retrieval
import Scheduling
import TextReading
import TimeExpressions

/// Answers about the user's own calendar.
package struct CalendarAnswer: Sendable {
    static let maxEvents = 20

    package let calendar: any CalendarReading
    package let directory: PeopleDirectory
    package let requester: Requester
    package let now: Timestamp

    package init(calendar: any CalendarReading, directory: PeopleDirectory, requester: Requester, now: Timestamp) {
        self.calendar = calendar
        self.directory = directory
        self.requester = requester
        self.now = now
    }

    package func text(for question: String) async throws -> String {
        let words = TextWord.words(of: question)
        let folded = words.map(\.folded)
        let local = LocalizedText(timezone: requester.timezone)
        let people = directory.mentions(in: words).flatMap(\.people)
        let wantsOne =
            folded.contains("next") && !folded.contains("week") && !folded.contains("month") || folded.first == "when"
        let period = period(in: question, far: wantsOne, local)
        let asksIfFree = AnswerWords.of("free").isIn(folded)
        if !asksIfFree, AnswerWords.of("finish").isIn(folded) { return try await finish(period, local) }
        let events = try await calendar.events(of: requester.actor, since: period.start, until: period.end)
        let type = type(among: folded)
        let matching = events.filter { event in
            (type == nil || event.eventType == type) && (people.isEmpty || people.contains { event.isWith($0) })
        }
        if asksIfFree { return free(period, taken: events.filter { !$0.free }, local) }
        let what = description(type: type, people: people)
        guard let first = matching.first else { return "You have \(what.none) \(period.words)." }
        if wantsOne, period.isOpen { return "Your next \(what.one) is \(line(first, local))." }
        let shown = matching.prefix(Self.maxEvents).map { "- \(line($0, local))" }
        let more = matching.count > shown.count ? "\nand \(matching.count - shown.count) more." : ""
        let count = matching.count == 1 ? "1 \(what.one)" : "\(matching.count) \(what.many)"
        return "You have \(count) \(period.words):\n\(shown.joined(separator: "\n"))\(more)"
    }

    /// "When do I finish tonight?": the end of the day's last event.
    private func finish(_ period: Period, _ local: LocalizedText) async throws -> String {
        let day = local.day(of: period.isOpen ? now : period.start)
        let events = try await calendar.events(of: requester.actor, since: day.start, until: day.end)
        guard let last = events.filter({ $0.dayZone == nil }).max(by: { $0.endsAt < $1.endsAt }) else {
            return "You have nothing on \(local.date(day.start))."
        }
        return "You finish at \(local.time(last.endsAt)) on \(local.date(day.start)), after \(last.title)."
    }

    private struct Period: Sendable {
        let start: Timestamp
        let end: Timestamp
        let words: String
        /// No time was named.
        let isOpen: Bool
    }

    private func period(in question: String, far: Bool, _ local: LocalizedText) -> Period {
        for match in requester.times(at: now).find(in: question) {
            guard let start = match.reading.startsAt else { continue }
            let said = Self.withoutIdleOn(String(question[match.range]))
            switch match.reading.kind {
            case .date, .interval:
                guard let end = match.reading.endsAt, start < end else { continue }
                return Period(start: start, end: end, words: said, isOpen: false)
            case .instant: return Period(start: start, end: start.adding(minutes: 30), words: said, isOpen: false)
            case .recurrence, .duration, .none: continue
            }
        }
        let days: Int64 = far ? 366 : 7
        return Period(
            start: now,
            end: now.adding(seconds: days * 86_400),
            words: far ? "in the year to come" : "in the next 7 days",
            isOpen: true
        )
    }

    /// Drops the "on" of "what's on tomorrow", which belongs to the question.
    private static func withoutIdleOn(_ said: String) -> String {
        let words = TextWord.words(of: said)
        guard words.count > 1, words[0].folded == "on", AnswerWords.of("after on").contains(words[1].folded) else {
            return said
        }
        return String(said[words[1].range.lowerBound...])
    }

    private func type(among words: [String]) -> EventType? {
        if AnswerWords.of("training").isIn(words) { return .training }
        return AnswerWords.of("call").isIn(words) ? .call : nil
    }

    private func free(_ period: Period, taken: [CalendarEvent], _ local: LocalizedText) -> String {
        guard !taken.isEmpty else { return "Yes, nothing is in your calendar \(period.words)." }
        let lines = taken.prefix(Self.maxEvents).map { "- \(line($0, local))" }
        return "Not all of it. \(period.words.capitalizedFirst) you have:\n\(lines.joined(separator: "\n"))"
    }

    private func description(type: EventType?, people: [KnownPerson]) -> (one: String, many: String, none: String) {
        let noun =
            switch type {
            case .training: ("session", "sessions")
            case .call: ("call", "calls")
            case .adhoc, nil: ("event", "events")
            }
        let whom = people.isEmpty ? "" : " with \(people.map(\.name).joined(separator: " or "))"
        return (noun.0 + whom, noun.1 + whom, "no \(noun.1)\(whom)")
    }

    /// The start in the other one's zone, if their clock shows something else: " (21:00 in Stockholm)".
    private func elsewhere(_ event: CalendarEvent) -> String {
        let other = directory.people.first { $0.userId != requester.user.id && event.isWith($0) }
        guard let zone = other?.timezone else { return "" }
        let (own, theirs) = (LocalizedText(timezone: requester.timezone), LocalizedText(timezone: zone))
        guard own.dateTime(event.startsAt) != theirs.dateTime(event.startsAt) else { return "" }
        let isSameDay = own.date(event.startsAt) == theirs.date(event.startsAt)
        let time = isSameDay ? theirs.time(event.startsAt) : theirs.dateTime(event.startsAt)
        return " (\(time) in \(theirs.city))"
    }

    private func line(_ event: CalendarEvent, _ local: LocalizedText) -> String {
        if event.dayZone != nil { return "\(local.date(event.startsAt)), all day: \(event.title)" }
        let minutes = event.endsAt.milliseconds(since: event.startsAt) / 60_000
        return "\(local.dateTime(event.startsAt)), \(minutes) min: \(event.title)\(elsewhere(event))"
    }
}
