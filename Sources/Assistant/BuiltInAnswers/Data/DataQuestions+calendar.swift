import AssistantTools
package import Domain
package import RequestReading
import Retrieval
import Scheduling
import SpotterAPI
import TextReading
import TimeExpressions

/// Reminders, free time, and what was held and cancelled.
extension DataQuestions {
    // MARK: Reminders

    /// "What reminders do I have?", "what did I want to be reminded of?"
    func dueReminders(_ asked: AskedWords) async throws -> DataAnswer? {
        guard let reminders = sources.reminders, asked.says("reminders"), asked.says("reminders asked"),
            !asked.says("reminders other")
        else { return nil }
        var open = try await reminders.list(for: requester.actor, includesCompleted: false)
        let people = Set(asked.people.compactMap(\.userId))
        if !people.isEmpty { open = open.filter { $0.clientId.map(people.contains) ?? false } }
        var words = ""
        if let (period, said) = period(asked) {
            open = open.filter { period.contains($0.dueAt) }
            words = " \(said)"
        }
        guard !open.isEmpty else { return DataAnswer(text: "You have no open reminders\(words).") }
        let lines = open.prefix(CalendarAnswer.maxEvents).map { "- \(moment($0.dueAt)): \($0.text)" }
        let count = open.count == 1 ? "1 open reminder" : "\(open.count) open reminders"
        return DataAnswer(text: "You have \(count)\(words):\n\(lines.joined(separator: "\n"))")
    }

    // MARK: Free time

    /// "Find me a free hour with Kenji this week", "when am I free on Friday?", in both zones.
    func freeTime(_ asked: AskedWords) async throws -> DataAnswer? {
        guard let events = sources.events, requester.user.role == .trainer, asked.isForFreeTime else { return nil }
        let minutes =
            asked.times.first { $0.reading.kind == .duration }?.reading.minutes
            ?? (asked.says("half an hour") ? 30 : 60)
        let (range, said) = period(asked) ?? (now..<now.adding(seconds: 7 * 86_400), "in the next 7 days")
        let start = max(now, range.lowerBound)
        guard start < range.upperBound else { return DataAnswer(text: "That has passed; name a time ahead.") }
        let found = try await events.freeStarts(
            for: requester.actor,
            near: start,
            minutes: minutes,
            count: 60
        ).filter { range.contains($0) && $0 >= start }.sorted()
        let person = asked.mentions.flatMap(\.people).first
        let waking = found.filter { start in person?.timezone.map { Self.isWaking(start, in: $0) } ?? true }
        return DataAnswer(
            text: slots(waking.isEmpty ? found : waking, minutes, person, said, isAtNight: waking.isEmpty)
        )
    }

    private func slots(
        _ starts: [Timestamp],
        _ minutes: Int,
        _ person: KnownPerson?,
        _ said: String,
        isAtNight: Bool
    ) -> String {
        guard !starts.isEmpty else {
            return "You have no free \(minutes) minutes in your working hours \(said)."
        }
        let theirs = person?.timezone.flatMap { $0 == requester.timezone ? nil : LocalizedText(timezone: $0) }
        let lines = starts.prefix(5).map { start in
            "- \(local.dateTime(start))" + (theirs.map { " = \($0.dateTime(start)) \($0.city)" } ?? "")
        }
        let night = isAtNight && person != nil ? " All of it is night for \(person?.name ?? "them")." : ""
        return "You are free for \(minutes) minutes \(said) at:\n\(lines.joined(separator: "\n"))\(night)"
    }

    private static func isWaking(_ instant: Timestamp, in zone: String) -> Bool {
        let hour = Int(LocalizedText(timezone: zone).time(instant).prefix(2)) ?? 12
        return (7..<22).contains(hour)
    }

    // MARK: Sessions

    /// "How many sessions did Mike have this month?", "when did I last see Zoë?", "who isn't booked next week?"
    package func sessions(_ asked: AskedWords) async throws -> DataAnswer? {
        guard let events = sources.events, requester.user.role == .trainer else { return nil }
        let people = asked.mentions.flatMap(\.people)
        if asked.folded.first == "when", asked.says("last"), asked.says("seen"), !people.isEmpty {
            return try await lastSession(with: people, events)
        }
        if asked.says("unbooked") {
            return try await unbooked(asked, events)
        }
        guard asked.countsSessions else { return nil }
        return try await total(asked, of: people, events)
    }

    private func total(
        _ asked: AskedWords,
        of people: [KnownPerson],
        _ events: EventCalendar
    ) async throws -> DataAnswer? {
        let isCancelled = asked.says("cancelled")
        let isPast = isCancelled || asked.says("held")
        let named = period(asked)
        guard !people.isEmpty || named != nil || isCancelled else { return nil }
        var (range, said) = named ?? (calendarReach, "in your calendar")
        // "This month so far": nothing that is still ahead was held.
        if isPast, asked.says("so far") || named == nil, range.lowerBound < now {
            range = range.lowerBound..<min(range.upperBound, now)
        }
        let type = EventWords.type(of: asked.folded)
        let all = try await events.events(of: requester.actor, from: range.lowerBound, to: range.upperBound).filter {
            event in
            (event.status == .cancelled) == isCancelled && (people.isEmpty || people.contains { event.isWith($0) })
        }
        let matching = all.filter { type == nil || $0.eventType == type }
        let noun = type == .call ? "call" : "session"
        let count = matching.count == 1 ? "1 \(noun)" : "\(matching.count) \(noun)s"
        let whom = people.isEmpty ? "" : " with \(people.map(\.name).joined(separator: " or "))"
        let (held, ahead) = (matching.count { $0.startsAt <= now }, matching.count { $0.startsAt > now })
        let split = !isCancelled && held > 0 && ahead > 0 ? " (\(held) held, \(ahead) ahead)" : ""
        let lines = matching.suffix(CalendarAnswer.maxEvents).map { "- \(local.dateTime($0.startsAt)): \($0.title)" }
        let list = matching.isEmpty ? "." : ", as your calendar has it:\n\(lines.joined(separator: "\n"))"
        let besides = isCancelled || type == nil ? "" : Self.besides(all.filter { $0.eventType != type })
        return DataAnswer(text: "\(count)\(whom)\(isCancelled ? " cancelled" : "") \(said)\(split)\(list)\(besides)")
    }

    /// What else is in that time and isn't counted.
    private static func besides(_ others: [CalendarEvent]) -> String {
        func count(_ type: EventType, _ one: String, _ many: String) -> String? {
            let count = others.count { $0.eventType == type }
            return count == 0 ? nil : "\(count) \(count == 1 ? one : many)"
        }
        let parts = [
            count(.training, "session", "sessions"), count(.call, "call", "calls"),
            count(.adhoc, "other entry", "other entries"),
        ].compactMap { $0 }
        return parts.isEmpty ? "" : "\nNot counted: \(parts.joined(separator: ", "))."
    }

    private func lastSession(with people: [KnownPerson], _ events: EventCalendar) async throws -> DataAnswer? {
        let all = try await events.events(
            of: requester.actor,
            from: calendarReach.lowerBound,
            to: now
        )
        let names = people.map(\.name).joined(separator: " or ")
        let last = all.last { event in
            event.status != .cancelled && event.startsAt <= now && people.contains { event.isWith($0) }
        }
        guard let last else { return DataAnswer(text: "Your calendar has no past session with \(names).") }
        return DataAnswer(text: "\(last.title): \(moment(last.startsAt)), as your calendar has it.")
    }

    private func unbooked(_ asked: AskedWords, _ events: EventCalendar) async throws -> DataAnswer? {
        let (range, said) = period(asked) ?? (now..<now.adding(seconds: 7 * 86_400), "in the next 7 days")
        let booked = try await events.events(of: requester.actor, from: range.lowerBound, to: range.upperBound)
            .filter { $0.status != .cancelled }
        let free = ownClients.filter { client in !booked.contains { $0.isWith(client) } }
        guard !free.isEmpty else { return DataAnswer(text: "All your clients are booked \(said).") }
        let noun = free.count == 1 ? "1 client isn't" : "\(free.count) clients aren't"
        return DataAnswer(text: "\(noun) booked \(said): \(free.map(\.name).joined(separator: ", ")).")
    }

    /// The period that a question about the past names: "in January" is the last one, "since March" lasts until now.
    func pastPeriod(_ asked: AskedWords) -> Range<Timestamp>? {
        guard !asked.times.isEmpty else { return nil }
        let understood = QueryUnderstanding(
            asked.text,
            people: nil,
            times: requester.times(at: now),
            now: now,
            isOfThePast: true
        )
        return understood.period.map { $0.since..<$0.until }
    }

    /// The first period that the question names, and how it says it.
    package func period(_ asked: AskedWords) -> (Range<Timestamp>, String)? {
        for match in asked.times {
            guard match.reading.kind == .date || match.reading.kind == .interval, let start = match.reading.startsAt,
                let end = match.reading.endsAt, start < end
            else { continue }
            var said = String(asked.text[match.range]).trimmed
            if said.lowercased().hasPrefix("for ") { said = String(said.dropFirst(4)) }
            let isRelative = AnswerWords.of("relative").words.contains(where: said.lowercased().hasPrefix)
            return (start..<end, isRelative ? said.lowercased() : "on \(said)")
        }
        return nil
    }
}
