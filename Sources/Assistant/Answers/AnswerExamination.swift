package import Domain
package import Retrieval
package import SpotterAPI

/// How the built-in model would answer a question from the chats, for those who calibrate it. Nothing is stored.
package struct AnswerExamination: Sendable {
    package let kind: AnswerKind
    /// `nil` for a question without a topic.
    package let signals: AnswerSignals?
    /// The client ids of the messages that it cites, or would cite if it were surer.
    package let shortlist: [String]

    package init(
        of question: String,
        by requester: Requester,
        search: MessageSearch,
        now: Timestamp
    ) async throws {
        let scope = try await search.scope(for: requester.actor)
        let query = ContextQuery(question, times: requester.times(at: now), now: now)
        let found = try await search.context(for: query, in: scope)
        let answer = ChatAnswer(to: question, found.understanding, found: found, requester: requester, now: now)
        (kind, signals) = (answer.kind, answer.signals)
        shortlist = answer.shortlist
    }
}
