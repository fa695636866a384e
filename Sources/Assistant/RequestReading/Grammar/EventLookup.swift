package import AssistantTools
package import Domain
import Foundation
package import Retrieval
import Scheduling
package import SpotterAPI
import TextReading
import TimeExpressions

/// Finds the events that the user's words mean, and turns the words into requests with exact events and times.
package struct EventLookup: Sendable {
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

    /// How far ahead an event without a day is looked for.
    private static let horizonSeconds: Int64 = 120 * 86_400

    package enum Plan: Sendable {
        case request(ToolRequest)
        /// The request that an answer would complete, if one would.
        case ask(Needs, ToolRequest?)
    }

    /// The requests that an action comes to: none of them guessed.
    package func plans(for action: ActionRequest) async throws -> [Plan] {
        var request = action.toolRequest
        if let question = action.question { return [.ask(question, request)] }
        if let relation = action.relation { return try await related(request, relation) }
        guard let reference = action.event else { return [.request(request)] }
        if let needs = unknown(reference.person) { return [.ask(needs, request)] }
        let events = try await self.events(reference)
        guard !events.isEmpty else {
            return [.ask(.notFound(about: "event", name: name(of: reference)), request)]
        }
        let isChosen = events.count == 1 || reference.isEvery
        if request.tool == .rescheduleEvent, action.change == nil {
            if events.count == 1 { request.eventId = events[0].id }
            return [.ask(.clarification(missing: ["time"], prompt: "When should it be instead?"), request)]
        }
        guard isChosen else {
            if let change = action.change, case .to(let words) = change { request.time = .expression(words) }
            if case .length(let minutes)? = action.change { request.durationMinutes = minutes }
            let words = LocalizedText(timezone: requester.timezone)
            let options = events.prefix(20).map {
                Needs.Option(id: $0.id.description, title: $0.title, subtitle: words.dateTime($0.startsAt))
            }
            return [.ask(.selection(about: "event", prompt: "Which one?", options: options), request)]
        }
        return events.map { event in
            var request = action.toolRequest
            request.person = nil
            request.eventId = event.id
            guard let change = action.change else { return .request(request) }
            return apply(change, to: event, request)
        }
    }

    private func apply(_ change: EventChange, to event: CalendarEvent, _ request: ToolRequest) -> Plan {
        var request = request
        let length = Int(event.endsAt.milliseconds(since: event.startsAt) / 60_000)
        switch change {
        case .shift(let minutes): request.time = .instant(shifted(event.startsAt, by: minutes))
        case .length(let minutes):
            request.time = .instant(event.startsAt)
            request.durationMinutes = minutes
        case .longer(let minutes):
            request.time = .instant(event.startsAt)
            request.durationMinutes = length + minutes
        case .to(let words): request.time = .expression(onItsDay(words, event))
        case .day(let words):
            guard let clock = LocalClock(identifier: requester.timezone),
                let day = requester.times(at: now).parse(words).local?.prefix(10)
            else {
                return .ask(.clarification(missing: ["time"], prompt: "On which day should it be instead?"), request)
            }
            let second = clock.local(event.startsAt).second
            request.time = .local("\(day)T\(Self.clock(second))")
        }
        return .request(request)
    }

    /// Whole days keep the clock time, also when the clocks change in between.
    private func shifted(_ start: Timestamp, by minutes: Int) -> Timestamp {
        let plain = start.adding(minutes: Int64(minutes))
        guard minutes % 1440 == 0, let clock = LocalClock(identifier: requester.timezone) else { return plain }
        let difference = clock.offset(start) - clock.offset(plain)
        return plain.adding(seconds: Int64(difference))
    }

    /// The words with the event's day, if they say only a clock time, in whatever zone.
    package func onItsDay(_ words: String, _ event: CalendarEvent) -> String {
        let zone = company(of: event)?.timezone.flatMap { TimeZone(identifier: $0) }
        let times = requester.times(at: now)
        let parser = zone.map { times.resolvingOwners(in: $0) } ?? times
        let reading = parser.parse(words)
        guard ClockText.isClockTime(words) || reading.statesClockTime && !reading.statesDay,
            let clock = LocalClock(identifier: requester.timezone)
        else { return words }
        // "7am in Tokyo" may be on the day before or after it there.
        let day = clock.local(event.startsAt).day
        let days = [0, -1, 1].map { self.day(of: event.startsAt.adding(seconds: $0 * 86_400)) }
        let fitting = days.first { text in
            parser.parse("\(text) \(words)").startsAt.map { clock.local($0).day == day } ?? false
        }
        return "\(fitting ?? days[0]) \(words)"
    }

    private func company(of event: CalendarEvent) -> KnownPerson? { directory.people.first { event.isWith($0) } }

    package func day(of event: CalendarEvent) -> String { day(of: event.startsAt) }

    private func day(of instant: Timestamp) -> String {
        guard let clock = LocalClock(identifier: requester.timezone) else { return "" }
        let date = clock.local(instant).day.date
        return "\(date.year)-\(Self.two(date.month))-\(Self.two(date.day))"
    }

    private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    private static func clock(_ second: Int) -> String { "\(two(second / 3600)):\(two(second / 60 % 60))" }

    // MARK: Relations

    private func related(_ request: ToolRequest, _ relation: EventRelation) async throws -> [Plan] {
        var request = request
        if let needs = unknown(relation.event.person) { return [.ask(needs, request)] }
        let events = try await self.events(relation.event)
        guard let event = events.first else {
            return [.ask(.notFound(about: "event", name: name(of: relation.event)), request)]
        }
        guard events.count == 1 else {
            let words = LocalizedText(timezone: requester.timezone)
            let options = events.prefix(20).map {
                Needs.Option(id: $0.id.description, title: $0.title, subtitle: words.dateTime($0.startsAt))
            }
            return [.ask(.selection(about: "event", prompt: "Which of these do you mean?", options: options), request)]
        }
        switch relation.distance {
        case .minutes(let minutes):
            let length = request.tool == .scheduleCall && minutes == 0 ? request.durationMinutes ?? 0 : 0
            if relation.isBefore, minutes == 0, request.tool == .scheduleCall, length == 0 {
                return [.ask(.clarification(missing: ["time"], prompt: "At what time before it?"), request)]
            }
            request.time = .instant(
                relation.isBefore
                    ? event.startsAt.adding(minutes: -Int64(minutes + length))
                    : event.endsAt.adding(minutes: Int64(minutes))
            )
        case .days(let days, let clock?):
            let other = event.startsAt.adding(seconds: Int64(relation.isBefore ? -days : days) * 86_400)
            request.time = .expression("\(day(of: other)) \(clock)")
        case .days: return [.ask(.clarification(missing: ["time"], prompt: "At what time on that day?"), request)]
        case .unsaid where relation.isBefore:
            return [.ask(.clarification(missing: ["time"], prompt: "How long before it?"), request)]
        case .unsaid: request.time = .instant(event.endsAt)
        }
        if request.tool == .setReminder, request.text == nil { request.text = event.title }
        return [.request(request)]
    }

    // MARK: Finding

    private func events(_ reference: EventReference) async throws -> [CalendarEvent] {
        let end = now.adding(seconds: Self.horizonSeconds)
        let upcoming = try await calendar.events(of: requester.actor, since: now, until: end).filter {
            $0.trainerId == requester.actor.userId && $0.endsAt > now
        }
        if let id = reference.id { return upcoming.filter { $0.id == id } }
        let people = candidates(reference.person)
        var found = upcoming.filter { event in people.map { $0.contains { event.isWith($0) } } ?? true }
        if !reference.title.isEmpty {
            // A word that isn't the title's may say anything: "cancel Monday, keep lunch".
            found = found.filter { event in
                Set(reference.title).isSubset(of: TextWord.words(of: event.title).map(\.folded))
            }
        } else if let type = reference.type {
            let typed = found.filter { $0.eventType == type }
            if !typed.isEmpty || reference.isEvery { found = typed }
        }
        if let time = reference.time { found = at(time, found) }
        switch reference.place {
        case .next?, .first?: return Array(found.prefix(1))
        case .last?: return Array(found.suffix(1))
        case nil: return found
        }
    }

    /// The events that begin at this time, or within it. A clock time without a day fits any day's.
    private func at(_ time: ParsedTime, _ events: [CalendarEvent]) -> [CalendarEvent] {
        guard let start = time.startsAt else { return events }
        if time.kind == .date || time.kind == .interval, let end = time.endsAt, start < end,
            !time.statesClockTime || time.kind == .interval
        {
            return events.filter { start <= $0.startsAt && $0.startsAt < end }
        }
        let exact = events.filter { $0.startsAt == start }
        guard exact.isEmpty, let clock = LocalClock(identifier: requester.timezone) else { return exact }
        // "My 3pm call with Sara" is on the day on which there is one.
        let isToday = clock.local(start).day == clock.local(now).day || start < now.adding(seconds: 86_400)
        guard isToday else { return [] }
        let second = clock.local(start).second
        // "From 8 to 9": either half of the day.
        let isOpen = time.doubts.contains { $0.kind == .halfDay }
        let seconds = isOpen ? [second, (second + 43_200) % 86_400] : [second]
        return events.filter { seconds.contains(clock.local($0.startsAt).second) }
    }

    /// The people to whom the name can refer; `nil` if nobody was named.
    private func candidates(_ person: ToolRequest.Person?) -> [KnownPerson]? {
        switch person {
        case nil: nil
        case .named(let name): NameMatcher.best(name, among: directory.people) { $0.name }
        case .id(let id): directory.people.filter { $0.userId == id }
        case .prospect(let id): directory.people.filter { $0.identity == .prospect(id) }
        }
    }

    private func unknown(_ person: ToolRequest.Person?) -> Needs? {
        guard case .named(let name) = person, candidates(person)?.isEmpty == true else { return nil }
        return .notFound(about: "client", name: String(name.prefix(100)))
    }

    private func name(of reference: EventReference) -> String {
        if reference.title.isEmpty, let person = candidates(reference.person)?.first { return person.name }
        return String(reference.title.joined(separator: " ").prefix(100))
    }
}
