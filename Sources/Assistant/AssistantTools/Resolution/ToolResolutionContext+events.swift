import Domain
import Retrieval
import Scheduling
import SpotterAPI
import TimeExpressions

extension ToolResolutionContext {
    func rescheduleEvent() throws -> ToolResolution {
        try requireTrainer()
        let event = try event(startingIn: nil)
        let when = try futureMoment(says(.whenInstead), with: company(of: event))
        guard when.recurrence == nil else {
            throw Open.missing(["time"], says(.oneTime, ["question": says(.whenInstead)]))
        }
        let kept = Int(event.endsAt.milliseconds(since: event.startsAt) / 60_000)
        let asked = request.durationMinutes ?? when.minutes
        // The length that it has is valid even if it is outside the limits.
        let minutes = try asked.flatMap { $0 == kept ? nil : try checkedDuration($0) } ?? max(1, kept)
        let arguments = ToolArguments.rescheduleEvent(
            .init(eventId: event.id, startsAt: when.at, durationMinutes: minutes, shown: .init(event))
        )
        try requireFree(arguments, at: when.at, minutes: minutes, excluding: event.id)
        let moment = wording.moment(when.at, andIn: company(of: event)?.timezone)
        return .ready(
            arguments,
            summary: "Move \"\(event.title)\" from \(wording.moment(event.startsAt)) to \(moment), \(minutes) min",
            doubts: when.doubts + (try outsideHours(when.at, minutes: minutes))
        )
    }

    func cancelEvent() throws -> ToolResolution {
        try requireTrainer()
        let event = try event(startingIn: whenItWas())
        let moment = wording.moment(event.startsAt, andIn: company(of: event)?.timezone)
        return .ready(
            .cancelEvent(.init(eventId: event.id, shown: .init(event))),
            summary: "Cancel \"\(event.title)\", \(moment)"
        )
    }

    private func company(of event: CalendarEvent) -> KnownPerson? {
        event.clientId.flatMap { directory.person(.user($0)) }
            ?? event.prospectId.flatMap { directory.person(.prospect($0)) }
    }

    // MARK: Finding the event

    /// The upcoming event to which the request refers.
    private func event(startingIn span: Range<Timestamp>?) throws -> CalendarEvent {
        if let id = request.eventId { return try event(id) }
        var events = try upcoming()
        var name = request.title?.trimmed ?? ""
        if request.person != nil {
            let people = try peopleMeant()
            name = people.first?.name ?? name
            let clients = Set(people.map(\.identity))
            events = events.filter { event in
                event.clientId.map { clients.contains(.user($0)) } ?? false
                    || event.prospectId.map { clients.contains(.prospect($0)) } ?? false
            }
        } else if !name.isEmpty {
            let words = Set(NameMatcher.words(of: name))
            events = events.filter { words.isSubset(of: NameMatcher.words(of: $0.title)) }
        }
        if let span { events = events.filter { span.contains($0.startsAt) } }
        if let type = request.eventType, events.contains(where: { $0.eventType == type }) {
            events = events.filter { $0.eventType == type }
        }
        guard let first = events.first else {
            throw Open(.notFound(about: "event", name: String(name.prefix(100))))
        }
        guard events.count == 1 else {
            throw Open(.selection(about: "event", prompt: says(.whichOne), options: events.prefix(20).map(option)))
        }
        return first
    }

    private func event(_ id: EventID) throws -> CalendarEvent {
        let event: CalendarEvent
        do {
            event = try EventCalendar.event(id, for: actor, on: connection)
        } catch let error as SpotterError where error.code == .notFound {
            throw Open(.notFound(about: "event", name: id.description))
        }
        guard event.status == .scheduled else {
            let sentence: AssistantSentence = event.status == .cancelled ? .alreadyCancelled : .alreadyCompleted
            throw Open(.refusal(reason: says(sentence, ["title": event.title])))
        }
        guard event.endsAt > now else {
            let values = ["title": event.title, "moment": told.moment(event.startsAt)]
            throw Open(.refusal(reason: says(.eventOver, values)))
        }
        return event
    }

    private func option(_ event: CalendarEvent) -> Needs.Option {
        Needs.Option(id: event.id.description, title: event.title, subtitle: told.moment(event.startsAt))
    }

    private func upcoming() throws -> [CalendarEvent] {
        try EventCalendar.conflicts(of: actor.userId, from: now, to: .latest, on: connection)
            .filter { $0.status == .scheduled }
    }

    /// All people to whom the name can refer: the calendar shows which of two Mikes is meant.
    private func peopleMeant() throws -> [KnownPerson] {
        guard case .named(let name)? = request.person else {
            return try person(among: directory.people).map { [$0] } ?? []
        }
        let people = NameMatcher.best(name, among: directory.people) { $0.name }
        guard !people.isEmpty else { throw Open(.notFound(about: "client", name: String(name.trimmed.prefix(100)))) }
        return people
    }

    /// The time in a request to cancel is the event's current time.
    private func whenItWas() throws -> Range<Timestamp>? {
        let start: Timestamp
        switch request.time {
        case nil: return nil
        case .instant(let instant)?: start = instant
        case .local(let text)? where clock.instant(iso: text.trimmed) != nil:
            start = clock.instant(iso: text.trimmed) ?? now
        case .local(let text)?, .expression(let text)?:
            guard
                let reading = RequestedMoment.reading(of: text, clock: clock, locale: requester.locale, now: now),
                let from = reading.startsAt
            else { throw Open.missing(["event"], says(.unclearEventTime, ["words": String(text.prefix(100))])) }
            if reading.kind == .date || !reading.statesClockTime, let to = reading.endsAt, from < to {
                return from..<to
            }
            start = from
        }
        return start..<start.adding(minutes: 1)
    }
}
