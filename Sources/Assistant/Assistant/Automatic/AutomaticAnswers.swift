public import AssistantTools
public import AutomaticReplies
import BuiltInAnswers
import ChatInsights
import ClientProfiles
public import Domain
import RequestReading
import Retrieval
import TextReading

/// Reads clients' messages for automatic replies, and answers what they ask about their appointments.
///
/// It errs towards a human: a word of health, money, cancelling or trouble anywhere in a message is enough.
public struct AutomaticAnswers: AutomaticAnswering {
    /// A question about appointments is short.
    static let maxQuestionLength = 200

    private let calendar: any CalendarReading

    public init(calendar: any CalendarReading) { self.calendar = calendar }

    public func reading(of text: String) -> AutomaticReading {
        let words = TextWord.words(of: text).map(\.folded)
        if words.contains(where: AutomaticVocabulary.forHumans.contains) || Self.isPressing(text) { return .needsHuman }
        if text.contains(where: { "€$£¥".contains($0) }) { return .needsHuman }
        let isShort = text.count <= Self.maxQuestionLength && text.sentenceRanges.count <= 2
        guard isShort, text.contains("?"), QuestionKind.of(text) == .calendar, !InstructionText.isInstruction(text)
        else {
            return .other
        }
        return .appointments
    }

    private static func isPressing(_ text: String) -> Bool {
        let spoken = SpokenText(text)
        return spoken.sentences.contains { sentence in
            [
                PriorityVocabulary.dangers, PriorityVocabulary.injuries, PriorityVocabulary.hurry,
                PriorityVocabulary.troubles,
            ].contains { $0.isIn(sentence, of: spoken) }
        }
    }

    public func appointments(
        _ question: String,
        of client: User,
        with trainer: User,
        at now: Timestamp
    ) async throws -> String {
        let known = KnownPerson(identity: .user(trainer.id), name: trainer.displayName, timezone: trainer.timezone)
        let answer = CalendarAnswer(
            calendar: SharedCalendar(calendar: calendar, trainer: trainer.id, client: client.id),
            directory: PeopleDirectory(people: [known], groups: []),
            requester: Requester(user: client),
            now: now
        )
        return try await answer.text(for: question)
    }
}

/// The part of a client's calendar that is with one trainer.
private struct SharedCalendar: CalendarReading {
    let calendar: any CalendarReading
    let trainer: UserID
    let client: UserID

    func events(of actor: Actor, since: Timestamp, until: Timestamp) async throws -> [CalendarEvent] {
        try await calendar.events(of: actor, since: since, until: until)
            .filter { $0.trainerId == trainer && $0.clientId == client }
    }
}
