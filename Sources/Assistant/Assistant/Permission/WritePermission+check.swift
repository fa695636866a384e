import AssistantTools
import Domain
import RequestReading
import Retrieval
import Scheduling
import SpotterAPI
import TextReading

/// Why a model's request isn't covered by the user's words.
enum Overreach: String, Error, Sendable, Hashable {
    case tool, client, event, time, text, count

    /// For a request that leaves the action to a message.
    static func delegated(in says: AssistantSentences) -> Needs {
        .clarification(missing: ["text"], prompt: says(.delegated))
    }

    /// What the user is asked instead. It repeats nothing of the request, which may be somebody else's words.
    func needs(in says: AssistantSentences) -> Needs {
        switch self {
        case .tool, .count: .refusal(reason: says(.ownWordsOnly))
        case .client: .clarification(missing: ["client"], prompt: says(.whoMeant))
        case .event: .clarification(missing: ["event"], prompt: says(.whichMeant))
        case .time: .clarification(missing: ["time"], prompt: says(.whenOwn))
        case .text: .clarification(missing: ["text"], prompt: says(.sayOwn))
        }
    }
}

extension WritePermission {
    /// The request as far as the user's words cover it: details that nobody asked for are left out.
    /// - Throws: `Overreach` if what remains isn't the user's request.
    func limited(_ request: ToolRequest, besides foreign: ForeignWords) throws(Overreach) -> ToolRequest {
        guard tools.contains(request.tool) else { throw .tool }
        var request = request
        if case .named(let name)? = request.person, !names(name) {
            guard request.tool == .setReminder || request.eventId != nil else {
                throw [.rescheduleEvent, .cancelEvent].contains(request.tool) ? .event : .client
            }
            request.person = nil
        }
        if let minutes = request.durationMinutes, !times.lengths.contains(minutes) { request.durationMinutes = nil }
        if let title = request.title, !origin.isOwn(title, besides: foreign) { request.title = nil }
        guard let text = request.text else { return request }
        let isAllowed =
            switch request.tool {
            case .sendMessage where relays: origin.hasOnlyOwnLinks(text)
            case .sendMessage where composes: origin.isComposition(text, besides: foreign)
            default: origin.isOwn(text, besides: foreign)
            }
        guard isAllowed else { throw .text }
        return request
    }

    /// - Parameters:
    ///   - zone: the zone that the model gave for its times.
    ///   - events: the user's coming events.
    ///   - made: what the answer has proposed so far.
    /// - Throws: `Overreach` unless people, events and times of the resolved action follow from the user's words.
    func check(
        _ arguments: ToolArguments,
        zone: String?,
        events: [CalendarEvent],
        made: [ToolArguments]
    ) throws(Overreach) {
        guard tools.contains(arguments.tool) else { throw .tool }
        guard made.count(where: { $0.tool == arguments.tool }) < most(arguments.tool) else { throw .count }
        switch arguments {
        case .sendMessage(let message):
            guard mayWrite(to: message.chatId) else { throw .client }
            let others = made.count { made in
                if case .sendMessage(let other) = made { other.chatId == message.chatId } else { false }
            }
            guard others < max(1, counts?[.message] ?? 1) else { throw .count }
        case .setReminder(let reminder):
            if let client = reminder.clientId, !people.contains(.user(client)) { throw .client }
            try checkTime(reminder.dueAt, zone: zone, with: reminder.clientId.map { .user($0) }, events: events)
            if let rule = reminder.recurrence, !times.say(rule) { throw .time }
        case .scheduleCall(let call):
            let person = call.clientId.map { KnownPerson.Identity.user($0) } ?? call.prospectId.map { .prospect($0) }
            if let person, !people.contains(person), !isChosen(person) { throw .client }
            if let rule = call.recurrence, !times.say(rule) { throw .time }
            try checkTime(call.startsAt, zone: zone, with: person, events: events)
        case .rescheduleEvent(let move):
            let event = try event(move.eventId, among: events, moves: true)
            let person = event?.clientId.map { KnownPerson.Identity.user($0) }
            try checkTime(move.startsAt, zone: zone, with: person, events: events, moved: event?.startsAt)
        case .cancelEvent(let cancel): _ = try event(cancel.eventId, among: events, moves: false)
        }
    }

    // MARK: People

    /// Whether the user's words hold this name, in full or in part.
    private func names(_ name: String) -> Bool {
        let said = Set(TextWord.words(of: request.joined(separator: " ")).map(\.folded))
        if TextWord.words(of: name).allSatisfy({ said.contains($0.folded) }) { return true }
        let meant = NameMatcher.best(name, among: directory.people + directory.groups) { $0.name }
        return meant.contains { person in
            people.contains(person.identity) || recipients.contains(person.identity) || isChosen(person.identity)
                || unclear.contains { $0.contains(person) }
        }
    }

    private func mayWrite(to chat: ChatID) -> Bool {
        if origin.said.lowercased().contains(chat.description.lowercased()) { return true }
        if choices.contains(where: { $0.chatId == chat }) { return true }
        return (directory.people + directory.groups).contains { $0.chat == chat && recipients.contains($0.identity) }
    }

    private func isChosen(_ person: KnownPerson.Identity) -> Bool {
        choices.contains { choice in
            switch choice.person {
            case .id(let id): person == .user(id)
            case .prospect(let id): person == .prospect(id)
            case .named, nil: false
            }
        }
    }

    // MARK: Events

    /// The event, if the user's words mean it. `nil` if there is no calendar to look it up in.
    private func event(_ id: EventID, among events: [CalendarEvent], moves: Bool) throws(Overreach) -> CalendarEvent? {
        guard let event = events.first(where: { $0.id == id }) else {
            guard events.isEmpty else { throw .event }
            return nil
        }
        if choices.contains(where: { $0.eventId == id }) || origin.said.contains(id.description) { return event }
        guard !directory.people.contains(where: { excepted.contains($0.identity) && event.isWith($0) }) else {
            throw .event
        }
        let day = times.name(event.startsAt)
        // The time in a request to move is often the new one.
        if !moves, day == false { throw .event }
        let isWithNamed = directory.people.contains { people.contains($0.identity) && event.isWith($0) }
        if isWithNamed { return event }
        let namesOther = directory.people.contains { people.contains($0.identity) && $0.isOwn }
        let title = ContentWords.stems(of: event.title)
        let said = ContentWords.stems(of: request.joined(separator: " "))
        if !title.isDisjoint(with: said.subtracting(Self.genericTitles)) { return event }
        guard !namesOther, day == true || events.count == 1 else { throw .event }
        return event
    }

    private static let genericTitles = Set(AssistantWords.of("generic title").all.map(TextWord.stem))

    // MARK: Times

    private func checkTime(
        _ start: Timestamp,
        zone: String?,
        with person: KnownPerson.Identity?,
        events: [CalendarEvent],
        moved: Timestamp? = nil
    ) throws(Overreach) {
        let named = events.filter { event in
            directory.people.contains { people.contains($0.identity) && event.isWith($0) }
                || !ContentWords.stems(of: event.title).subtracting(Self.genericTitles).isDisjoint(
                    with: ContentWords.stems(of: request.joined(separator: " "))
                )
        }
        let anchors = named.flatMap { [$0.startsAt, $0.endsAt] }
        let isChosen = choices.contains { choice in
            if case .instant(let instant)? = choice.time { instant == start } else { false }
        }
        guard isChosen || times.cover(start, in: zones(zone, of: person), anchors: anchors, moved: moved) else {
            throw .time
        }
    }

    /// The zones besides the user's own in which the words may be meant.
    private func zones(_ named: String?, of person: KnownPerson.Identity?) -> [LocalClock] {
        let words = Set(request.flatMap { TextWord.words(of: $0) }.map(\.folded))
        var zones: [String] = []
        if !words.isDisjoint(with: AssistantWords.of("zone asked").all) {
            zones += directory.people.filter { people.contains($0.identity) }.compactMap(\.timezone)
        }
        if let named {
            let city = TextWord.words(
                of: String(named.split(separator: "/").last ?? "").replacing("_", with: " ")
            )
            if !city.isEmpty,
                city.allSatisfy({ words.contains($0.folded) }) || !words.isDisjoint(with: Self.zoneWords.all)
            {
                zones.append(named)
            }
        }
        return zones.compactMap { LocalClock(identifier: $0) }
    }

    private static let zoneWords = AssistantWords.of("zone words")
}
