import AssistantTools
import Domain
import Measures
import Messaging
import RequestReading
import Retrieval

/// Questions about what clients measure: "How has Tom's weight changed since January?", "Who slept badly this week?",
/// "Is Sara's knee getting better?"
extension DataQuestions {
    func measured(_ asked: AskedWords) async throws -> DataAnswer? {
        guard let measures = sources.measures, requester.user.role == .trainer, asked.words.count <= 20 else {
            return nil
        }
        let named = asked.people
        guard named.count <= 1, named.allSatisfy({ $0.userId != nil && $0.isOwn }) else { return nil }
        let people = (named.isEmpty ? ownClients : Array(named)).compactMap { person in
            person.userId.map { ($0, person.name) }
        }
        let answer = try await measures.answer(
            asked.text,
            about: Dictionary(people) { first, _ in first },
            during: pastPeriod(asked),
            for: requester.user.id
        )
        guard let answer else { return nil }
        let messages = Dictionary(
            try await search.messages(answer.sources.map(\.messageId), for: requester.actor).map { ($0.id, $0) }
        ) { first, _ in first }
        let cited = answer.sources.compactMap { messages[$0.messageId] }
        let quotes = QuoteLines(requester: requester, now: now, stems: []).lines(of: cited.map { [$0] })
        return DataAnswer(text: ([answer.text] + quotes.lines).joined(separator: "\n"), citations: quotes.citations)
    }
}
