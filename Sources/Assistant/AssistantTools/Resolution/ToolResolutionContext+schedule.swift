public import Domain
import Retrieval
import Scheduling
import SpotterAPI
import TextReading

extension EventType {
    /// The type of event that words imply: a session, training or workout; a call, phone, Zoom or meeting.
    public static func hinted(by words: String) -> EventType? {
        let words = Set(NameMatcher.words(of: words))
        if !words.isDisjoint(with: ReadingWords.of("event training").all) { return .training }
        return words.isDisjoint(with: ReadingWords.of("event call").all) ? nil : .call
    }
}

extension ToolResolutionContext {
    func scheduleCall() throws -> ToolResolution {
        try requireTrainer()
        let person = try person(among: directory.people) { $0.isOwn }
        if let person, !person.isOwn {
            throw Open(.refusal(reason: says(.notYourClient, ["name": person.name])))
        }
        let type = eventType
        let title = try eventTitle(type, person)
        guard person != nil || type == .adhoc else { throw missingClient(type) }
        let question = says(type == .training ? .whenTraining : type == .call ? .whenCall : .whenEvent)
        let when = try futureMoment(question, with: person)
        guard when.recurrence == nil || request.allowsSeries else {
            throw Open.missing(["time"], says(.oneEvent, ["question": question]))
        }
        let settings = try SchedulingPreferences.settings(of: actor.userId, on: connection)
        let minutes = try checkedDuration(
            request.durationMinutes ?? when.minutes ?? settings.defaultMinutes(for: type)
        )
        var arguments = ToolArguments.ScheduleCall(
            clientId: nil,
            startsAt: when.at,
            durationMinutes: minutes,
            eventType: type,
            title: title,
            timezone: requester.timezone
        )
        if type != .adhoc {
            switch person?.identity {
            case .user(let id): arguments.clientId = id
            case .prospect(let id): arguments.prospectId = id
            case .group, nil: break
            }
        }
        if let rule = when.recurrence { return try series(arguments, rule, person, when.doubts) }
        try requireFree(.scheduleCall(arguments), at: when.at, minutes: minutes)
        let moment = wording.moment(when.at, andIn: person?.timezone)
        let outside = try outsideHours(when.at, minutes: minutes)
        return .ready(
            .scheduleCall(arguments),
            summary: "\(title), \(moment), \(minutes) min",
            doubts: when.doubts + outside
        )
    }

    private var eventType: EventType {
        let words = [request.title, request.text].compactMap { $0 }.joined(separator: " ")
        return request.eventType ?? EventType.hinted(by: words) ?? .call
    }

    private func eventTitle(_ type: EventType, _ person: KnownPerson?) throws -> String {
        if let title = request.title?.trimmed, !title.isEmpty { return String(title.prefix(200)) }
        guard type == .adhoc, person == nil else { return type.title(with: person?.name) }
        guard let text = request.text?.trimmed, !text.isEmpty else {
            throw Open.missing(["text"], says(.whatCalled))
        }
        return String(text.prefix(200))
    }

    /// Asks for everything that is missing at once.
    private func missingClient(_ type: EventType) -> Open {
        let isTraining = type == .training
        guard case .at = moment else {
            return .missing(["client", "time"], says(isTraining ? .withWhomWhenTraining : .withWhomWhenCall))
        }
        return .missing(["client"], says(isTraining ? .withWhomTraining : .withWhomCall))
    }
}
