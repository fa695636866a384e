public import AssistantTools
import Domain
public import Messaging
import Retrieval
public import Scheduling
import SpotterAPI
import TextReading
import TimeExpressions

/// What an answer from data, not from a search, says and cites.
struct DataAnswer: Sendable {
    var text: String
    var citations: [Citation] = []
    var kind = AnswerKind.answer
}

/// Where questions about a user's own data are answered from. What is missing isn't answered.
public struct AnswerSources: Sendable {
    var calendar: (any CalendarReading)?
    var events: EventCalendar?
    var reminders: Reminders?
    var inbox: Inbox?
    var chats: Chats?
    var facts: (any FactReading)?

    public init(
        calendar: (any CalendarReading)? = nil,
        events: EventCalendar? = nil,
        reminders: Reminders? = nil,
        inbox: Inbox? = nil,
        chats: Chats? = nil,
        facts: (any FactReading)? = nil
    ) {
        (self.calendar, self.events) = (calendar ?? events, events)
        (self.reminders, self.inbox, self.chats) = (reminders, inbox, chats)
        self.facts = facts
    }
}

/// Answers questions over what Spotter counts and keeps: who waits, who is quiet, totals, reminders, free time.
struct DataQuestions: Sendable {
    let sources: AnswerSources
    let search: MessageSearch
    let directory: PeopleDirectory
    let requester: Requester
    let now: Timestamp

    /// Answers the question, or each of its parts: "who's vegan, and who eats fish?" `nil` if it is about something
    /// else.
    func answer(_ question: String) async throws -> DataAnswer? {
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
        if let weight = try await weight(asked) { return weight }
        if let known = try await known(asked) { return known }
        return try await brief(asked)
    }

    func asked(_ question: String) -> AskedWords {
        AskedWords(question, times: requester.times(at: now), people: directory)
    }

    /// Where a calendar is searched if no period is named: the last ten years and the coming one.
    var calendarReach: Range<Timestamp> { now.adding(seconds: -3660 * 86_400)..<now.adding(seconds: 366 * 86_400) }

    var local: LocalizedText { LocalizedText(timezone: requester.timezone) }

    /// Those with an account.
    var ownClients: [KnownPerson] { directory.people.filter { $0.isOwn && $0.userId != nil } }
}

/// The words of a question, as the recognisers of data questions need them.
struct AskedWords: Sendable {
    let text: String
    let words: [TextWord]
    let folded: [String]
    let phrase: String
    /// The times that it names; none if they weren't looked for.
    let times: [TimeMatch]
    /// The known names in it; none if they weren't looked for.
    let mentions: [PeopleDirectory.Mention]

    /// The people whom it names, and all to whom an ambiguous name can refer.
    var people: Set<KnownPerson> { Set(mentions.flatMap(\.people)) }

    /// - Parameters:
    ///   - parser: looks for times, which takes longer than everything else here.
    ///   - directory: looks for names, which takes longer the more people are known.
    init(_ text: String, times parser: TimeExpressionParser? = nil, people directory: PeopleDirectory? = nil) {
        self.text = text
        times = parser?.find(in: text) ?? []
        words = TextWord.words(of: text)
        mentions = directory?.mentions(in: words) ?? []
        folded = words.map(\.folded)
        phrase = folded.joined(separator: " ")
    }

    /// "Find me a free hour with Kenji this week", "when am I free on Friday?".
    var isForFreeTime: Bool {
        has("free hour", "free slot", "free slots", "free time", "free times", "time free", "when am i free")
            || has("a gap", "open slot", "open slots", "when can i see", "when could i see", "slot free")
    }

    /// Whether it asks for a number of sessions: "how many online sessions did …", "how often did Mike come".
    var countsSessions: Bool {
        if has("how often"), hasWord(["come", "came", "train", "trained", "see", "seen", "meet", "met"]) {
            return true
        }
        guard let many = folded.firstIndex(of: "many"), many > 0, folded[many - 1] == "how" else { return false }
        let nouns: Set<String> = [
            "sessions", "trainings", "workouts", "lessons", "classes", "calls", "meetings", "appointments", "events",
            "bookings", "times",
        ]
        let named = folded[(many + 1)...].prefix(2)
        let isCalendar =
            named.contains { nouns.contains($0) } && !hasWord(["left", "paid", "owe", "package", "used", "per"])
        return isCalendar
            && (!named.contains("times")
                || hasWord(["come", "came", "train", "trained", "see", "seen", "meet", "met", "cancel", "cancelled"]))
    }

    func has(_ phrases: String...) -> Bool { phrases.contains { " \(phrase) ".contains(" \($0) ") } }
    func hasWord(_ any: Set<String>) -> Bool { folded.contains(where: any.contains) }
}
