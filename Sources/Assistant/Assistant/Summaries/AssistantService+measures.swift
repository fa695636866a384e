import AssistantTools
import BuiltInAnswers
import ChatInsights
import Domain
import Measures
import Messaging
import Retrieval
import SpotterAPI
import Storage

extension AssistantService {
    /// A trainer's summary of the chat with a client, with what the client has measured in that time: the first and the last
    /// value of each measure, as far as their messages can be read.
    func adding(
        measuresOf period: SummaryPeriod,
        to summary: ChatSummary,
        covering messages: [VisibleMessage],
        for requester: Requester
    ) async throws -> ChatSummary {
        guard let measures = sources.measures, requester.user.role == .trainer, !messages.isEmpty else {
            return summary
        }
        let directory = try await chatReader.database.read { try PeopleDirectory(of: requester.actor, on: $0) }
        guard let person = directory.people.first(where: { $0.isOwn && $0.chat == period.chat }),
            let client = person.userId
        else { return summary }
        let told = try await measures.changes(
            of: client,
            called: person.name,
            during: period.times,
            for: requester.user.id
        )
        let said = try await search.messages(told.flatMap(\.sources).map(\.messageId), for: requester.actor)
        let cited = Dictionary(said.map { ($0.id, $0.citation) }) { first, _ in first }
        let points = told.compactMap { measure -> SummaryPoint? in
            let citations = measure.sources.compactMap { cited[$0.messageId] }
            guard let first = citations.first, citations.count == measure.sources.count else { return nil }
            let name = measure.text.prefix { $0 != ":" }
            return SummaryPoint(id: "\(first.messageId)-\(name)", text: measure.text, citations: citations)
        }
        guard !points.isEmpty else { return summary }
        var summary = summary
        summary.points += points
        return summary.worded(for: requester, covering: messages)
    }
}
