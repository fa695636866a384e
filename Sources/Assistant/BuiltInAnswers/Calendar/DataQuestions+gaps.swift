import AssistantTools
package import Domain
import Messaging
package import RequestReading
import Retrieval
import Scheduling
import SpotterAPI
import TextReading
import TimeExpressions

/// How long since, until and between events, and whether they clash: from the calendar.
extension DataQuestions {
    private static let source = "as your calendar has it"

    package func gap(_ asked: AskedWords) async throws -> DataAnswer? {
        let asksLength = asked.says("length")
        let isClash = asked.says("clash")
        let isBreak = asked.folded.first == "when" && asked.says("last") && asked.says("before")
        guard asksLength || isClash || isBreak, sources.calendar != nil, asked.words.count <= 24 else { return nil }
        if isClash { return try await clash(asked) }
        if isBreak { return try await beforeBreak(asked) }
        if asked.says("between") { return try await between(asked) }
        if asked.says("since") { return try await since(asked) }
        return asked.says("ahead of") ? try await until(asked) : nil
    }

    // MARK: Since and until

    private func since(_ asked: AskedWords) async throws -> DataAnswer? {
        let phrase = EventPhrase(withoutTimes(asked), directory: directory)
        // "Since Sara's knee hurt" is about something else.
        guard phrase.isAboutEvents || !phrase.title.isEmpty, isEveryoneKnown(phrase) else { return nil }
        guard let last = phrase.matching(try await pastEvents()).last else {
            guard phrase.title.isEmpty, !phrase.people.isEmpty else { return nil }
            return DataAnswer(text: "Your calendar has no past session with \(names(phrase)).", kind: .nothing)
        }
        let length = length(from: last.startsAt, to: now, asked)
        return DataAnswer(text: "\(length): \(last.title), \(local.dateTime(last.startsAt)), \(Self.source).")
    }

    private func until(_ asked: AskedWords) async throws -> DataAnswer? {
        let phrase = EventPhrase(withoutTimes(asked), directory: directory)
        guard phrase.isAboutEvents || !phrase.title.isEmpty, isEveryoneKnown(phrase) else { return nil }
        guard let next = phrase.matching(try await eventsAhead()).first else {
            guard phrase.title.isEmpty, !phrase.people.isEmpty else { return nil }
            return DataAnswer(text: "Your calendar has nothing ahead with \(names(phrase)).", kind: .nothing)
        }
        let length = length(from: now, to: next.startsAt, asked)
        return DataAnswer(text: "\(length): \(next.title), \(local.dateTime(next.startsAt)), \(Self.source).")
    }

    /// "When did Sara last train before her break?": the last session before the longest pause.
    private func beforeBreak(_ asked: AskedWords) async throws -> DataAnswer? {
        let phrase = EventPhrase(withoutTimes(asked), directory: directory)
        guard asked.says("break"), phrase.title.isEmpty, phrase.people.count == 1 else {
            return nil
        }
        let past = phrase.matching(try await pastEvents())
        let pauses = zip(past, past.dropFirst()).map { ($0, $1, $1.startsAt.milliseconds(since: $0.endsAt)) }
        guard let longest = pauses.max(by: { $0.2 < $1.2 }) else {
            return past.last.map { DataAnswer(text: "\(line($0)); your calendar has no other one before it.") }
        }
        let length = length(from: longest.0.startsAt, to: longest.1.startsAt, asked)
        return DataAnswer(
            text: "\(line(longest.0)). It's before the longest break in your calendar, \(length.lowercased()); "
                + "the next one was \(line(longest.1))."
        )
    }

    // MARK: Between

    private func between(_ asked: AskedWords) async throws -> DataAnswer? {
        guard let start = asked.folded.firstIndex(where: AnswerWords.of("between").contains) else { return nil }
        let words = withoutTimes(asked).filter { $0.range.lowerBound >= asked.words[start].range.upperBound }
        if asked.says("two in a row") {
            return try await betweenTwo(asked, EventPhrase(words, directory: directory))
        }
        guard let pair = try await pair(words, on: AnswerWords.of("between joint"), asked) else { return nil }
        return DataAnswer(text: try await told(pair.0, pair.1, asked))
    }

    private func betweenTwo(_ asked: AskedWords, _ phrase: EventPhrase) async throws -> DataAnswer? {
        guard phrase.title.isEmpty, !phrase.people.isEmpty else { return nil }
        let isAhead = asked.says("next")
        let found = phrase.matching(try await isAhead ? eventsAhead() : pastEvents())
        let two = isAhead ? Array(found.prefix(2)) : Array(found.suffix(2))
        guard two.count == 2 else {
            let count = found.isEmpty ? "none" : "only one"
            return DataAnswer(text: "Your calendar has \(count) with \(names(phrase)).", kind: .nothing)
        }
        return DataAnswer(
            text:
                "\(length(from: two[0].startsAt, to: two[1].startsAt, asked)): \(line(two[0])), then \(line(two[1])), \(Self.source)."
        )
    }

    /// The next two that the words before and after one of `conjunctions` mean, on the same day if there is one; the
    /// earlier first.
    private func pair(
        _ words: [TextWord],
        on conjunctions: WordList,
        _ asked: AskedWords
    ) async throws -> (CalendarEvent, CalendarEvent)? {
        guard let cut = words.firstIndex(where: { conjunctions.contains($0.folded) }) else { return nil }
        let first = EventPhrase(Array(words[..<cut]), directory: directory)
        let second = EventPhrase(Array(words[(cut + 1)...]), directory: directory)
        guard !first.isEmpty, !second.isEmpty else { return nil }
        func inOrder(_ one: CalendarEvent, _ other: CalendarEvent) -> (CalendarEvent, CalendarEvent) {
            one.startsAt <= other.startsAt ? (one, other) : (other, one)
        }
        let range = period(asked)?.0 ?? local.day(of: now).start..<now.adding(seconds: 60 * 86_400)
        let all = try await events(from: range.lowerBound, to: range.upperBound)
        let (ones, others) = (first.matching(all), second.matching(all))
        for one in ones {
            let other = others.first { $0.id != one.id && local.date($0.startsAt) == local.date(one.startsAt) }
            if let other { return inOrder(one, other) }
        }
        guard let one = ones.first, let other = others.first(where: { $0.id != one.id }) else { return nil }
        return inOrder(one, other)
    }

    private func told(_ one: CalendarEvent, _ other: CalendarEvent, _ asked: AskedWords) async throws -> String {
        let lines = "\(span(one)), then \(span(other)), \(Self.source)."
        let pause = other.startsAt.milliseconds(since: one.endsAt) / 60_000
        if pause < 0 { return "None, they overlap: \(lines)" }
        if pause == 0 { return "None, they are back to back: \(lines)" }
        let isSameDay = local.date(one.startsAt) == local.date(other.startsAt)
        let length =
            isSameDay ? LengthText.minutes(pause) : length(from: one.startsAt, to: other.startsAt, asked)
        let between = try await events(from: one.endsAt, to: other.startsAt)
            .filter { $0.id != one.id && $0.id != other.id && $0.startsAt >= one.endsAt && $0.endsAt <= other.startsAt }
        let taken =
            between.isEmpty || !isSameDay
            ? "" : " In between: \(between.map(span).joined(separator: ", "))."
        return "\(length): \(lines)\(taken)"
    }

    // MARK: Clashes

    /// "Is there a clash between the boiler man and Tom?", "do any of my sessions overlap this week?"
    private func clash(_ asked: AskedWords) async throws -> DataAnswer? {
        var words = withoutTimes(asked)
        let between = AnswerWords.of("between")
        if let start = words.firstIndex(where: { between.contains($0.folded) }) { words = Array(words[(start + 1)...]) }
        if let pair = try await pair(words, on: AnswerWords.of("clash joint"), asked) {
            let pause = pair.1.startsAt.milliseconds(since: pair.0.endsAt)
            let lines = "\(span(pair.0)), then \(span(pair.1)), \(Self.source)."
            if pause < 0 { return DataAnswer(text: "Yes: \(lines)") }
            return DataAnswer(text: pause == 0 ? "No, they are back to back: \(lines)" : "No: \(lines)")
        }
        guard EventPhrase(words, directory: directory).isEmpty else { return nil }
        let (range, said) = period(asked) ?? (now..<now.adding(seconds: 7 * 86_400), "in the next 7 days")
        let all = try await events(from: range.lowerBound, to: range.upperBound).filter { !$0.free }
        let found = zip(all, all.dropFirst()).filter { $1.startsAt < $0.endsAt }
        guard !found.isEmpty else { return DataAnswer(text: "No two of your events overlap \(said).") }
        let lines = found.map { "- \(span($0)), and \(span($1))" }
        return DataAnswer(text: "These overlap \(said):\n\(lines.joined(separator: "\n"))")
    }

    // MARK: Reading and wording

    /// What isn't cancelled, by start.
    package func events(from start: Timestamp, to end: Timestamp) async throws -> [CalendarEvent] {
        guard let calendar = sources.calendar, start < end else { return [] }
        return try await calendar.events(of: requester.actor, since: start, until: end)
    }

    /// What has begun in the last ten years.
    private func pastEvents() async throws -> [CalendarEvent] {
        try await events(from: calendarReach.lowerBound, to: now).filter { $0.startsAt <= now }
    }

    /// What begins in the coming year.
    private func eventsAhead() async throws -> [CalendarEvent] {
        try await events(from: now, to: calendarReach.upperBound).filter { $0.startsAt > now }
    }

    func withoutTimes(_ asked: AskedWords) -> [TextWord] {
        let times = asked.times.filter { match in
            [.date, .interval, .instant].contains(match.reading.kind)
        }
        return asked.words.filter { word in !times.contains { $0.range.overlaps(word.range) } }
    }

    /// Several people of one name are one event's, if its title tells them apart.
    private func isEveryoneKnown(_ phrase: EventPhrase) -> Bool { phrase.people.count <= 1 || !phrase.title.isEmpty }

    private func names(_ phrase: EventPhrase) -> String { phrase.people.map(\.name).joined(separator: " or ") }
    private func line(_ event: CalendarEvent) -> String { "\(event.title), \(local.dateTime(event.startsAt))" }

    private func span(_ event: CalendarEvent) -> String {
        if event.dayZone != nil { return "\(event.title), \(local.date(event.startsAt)), all day" }
        return "\(event.title), \(local.dateTime(event.startsAt)) to \(local.time(event.endsAt))"
    }

    private func length(from start: Timestamp, to end: Timestamp, _ asked: AskedWords) -> String {
        if asked.says("hours") || local.date(start) == local.date(end) {
            return LengthText.minutes(end.milliseconds(since: start) / 60_000)
        }
        return LengthText.days(local.days(from: start, to: end), inWeeks: asked.says("weeks"))
    }
}

/// Words for lengths of time.
enum LengthText {
    /// `6 hours`, `1 hour 30 minutes`.
    static func minutes(_ minutes: Int64) -> String {
        let (hours, rest) = (minutes / 60, minutes % 60)
        let parts = [
            hours > 0 ? "\(hours) \(hours == 1 ? "hour" : "hours")" : nil,
            rest > 0 || hours == 0 ? "\(rest) \(rest == 1 ? "minute" : "minutes")" : nil,
        ]
        return parts.compactMap { $0 }.joined(separator: " ")
    }

    /// `9 days`, `8 weeks`, `7 weeks and 3 days`.
    static func days(_ days: Int, inWeeks: Bool = false) -> String {
        let words = "\(days) \(days == 1 ? "day" : "days")"
        guard inWeeks, days >= 7 else { return words }
        let weeks = "\(days / 7) \(days < 14 ? "week" : "weeks")"
        return days % 7 == 0 ? weeks : "\(weeks) and \(Self.days(days % 7))"
    }
}
