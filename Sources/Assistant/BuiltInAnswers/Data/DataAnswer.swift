public import AssistantTools
package import Domain
public import Measures
public import Messaging
package import RequestReading
package import Retrieval
public import Scheduling
package import SpotterAPI

/// What an answer from data, not from a search, says and cites.
package struct DataAnswer: Sendable {
    package var text: String
    package var citations: [Citation] = []
    package var kind = AnswerKind.answer

    package init(text: String, citations: [Citation] = [], kind: AnswerKind = AnswerKind.answer) {
        self.text = text
        self.citations = citations
        self.kind = kind
    }
}

/// Where questions about a user's own data are answered from. What is missing isn't answered.
public struct AnswerSources: Sendable {
    package var calendar: (any CalendarReading)?
    package var events: EventCalendar?
    package var reminders: Reminders?
    package var inbox: Inbox?
    package var chats: Chats?
    package var facts: (any FactReading)?
    package var measures: (any MeasureAnswering)?

    public init(
        calendar: (any CalendarReading)? = nil,
        events: EventCalendar? = nil,
        reminders: Reminders? = nil,
        inbox: Inbox? = nil,
        chats: Chats? = nil,
        facts: (any FactReading)? = nil,
        measures: (any MeasureAnswering)? = nil
    ) {
        (self.calendar, self.events) = (calendar ?? events, events)
        (self.reminders, self.inbox, self.chats) = (reminders, inbox, chats)
        (self.facts, self.measures) = (facts, measures)
    }
}

/// Answers questions over what Spotter counts and keeps: who waits, who is quiet, totals, reminders, free time.
package struct DataQuestions: Sendable {
    package let sources: AnswerSources
    package let search: MessageSearch
    package let directory: PeopleDirectory
    package let requester: Requester
    package let now: Timestamp

    package init(
        sources: AnswerSources,
        search: MessageSearch,
        directory: PeopleDirectory,
        requester: Requester,
        now: Timestamp
    ) {
        self.sources = sources
        self.search = search
        self.directory = directory
        self.requester = requester
        self.now = now
    }

    /// Answers the question, or each of its parts: "who's vegan, and who eats fish?" `nil` if it is about something
    /// else.
    package func answer(_ question: String) async throws -> DataAnswer? {
        if let answer = try await single(question) { return answer }
        let parts = QuestionParts.of(question, directory: directory)
        guard parts.count > 1 else { return nil }
        var answers: [DataAnswer] = []
        for part in parts {
            guard let answer = try await single(part) else { return nil }
            answers.append(answer)
        }
        return DataAnswer(joining: answers)
    }

    private func single(_ question: String) async throws -> DataAnswer? {
        let asked = asked(question)
        if let waiting = try await waiting(asked) { return waiting }
        if let quiet = try await quiet(asked) { return quiet }
        if let clients = clients(asked) { return clients }
        if let reminders = try await dueReminders(asked) { return reminders }
        if let missed = try await missed(asked) { return missed }
        if let free = try await freeTime(asked) { return free }
        if let gap = try await gap(asked) { return gap }
        if let day = try await dayEnd(asked) { return day }
        if let zone = try await zone(asked) { return zone }
        if let agenda = try await agenda(asked) { return agenda }
        if let event = try await titled(asked) { return event }
        if let sessions = try await sessions(asked) { return sessions }
        if let promised = try await promises(asked) { return promised }
        if let payment = try await payments(asked) { return payment }
        if let measured = try await measured(asked) { return measured }
        if let weight = try await weight(asked) { return weight }
        if let known = try await known(asked) { return known }
        return try await brief(asked)
    }

    package func asked(_ question: String) -> AskedWords {
        AskedWords(question, times: requester.times(at: now), people: directory)
    }

    /// Where a calendar is searched if no period is named: the last ten years and the coming one.
    var calendarReach: Range<Timestamp> { now.adding(seconds: -3660 * 86_400)..<now.adding(seconds: 366 * 86_400) }

    package var local: LocalizedText { LocalizedText(timezone: requester.timezone) }

    /// Those with an account.
    var ownClients: [KnownPerson] { directory.people.filter { $0.isOwn && $0.userId != nil } }
}
