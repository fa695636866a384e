package import AssistantTools
package import Domain
import Foundation
import Messaging
package import Retrieval
import Scheduling
package import SpotterAPI
import TextReading

/// How the built-in model would answer a question from the chats, for those who calibrate it. Nothing is stored.
package struct AnswerExamination: Sendable {
    /// A message that was found, with what its place depends on.
    package struct Hit: Sendable, Encodable {
        package let ref: String
        package let score: Double
        package let evidence: Double
        package let cosine: Double?
        package let secondCosine: Double?
        package let parts: SearchScoreParts
        package let ageDays: Double
        package let isOwn: Bool
        package let isQuestion: Bool
        package let isFit: Bool
        /// The reply to it, if it is a question.
        package let reply: String?
    }

    package let kind: AnswerKind
    /// `nil` for a question without a topic.
    package let signals: AnswerSignals?
    /// The client ids of the messages that it cites, or would cite if it were surer.
    package let shortlist: [String]
    package let hits: [Hit]
    package let tense: String
    package let asksWho: Bool

    package init(
        of question: String,
        by requester: Requester,
        search: MessageSearch,
        now: Timestamp
    ) async throws {
        let scope = try await search.scope(for: requester.actor)
        let times = requester.times(at: now)
        let query = ContextQuery(question, times: times, now: now)
        let found = try await search.context(for: query, in: scope)
        let answer = ChatAnswer(to: question, found.understanding, found: found, requester: requester, now: now)
        let topic = Topic(question, found.understanding)
        (kind, signals, shortlist) = (answer.kind, answer.signals, answer.shortlist)
        (tense, asksWho) = (String(describing: topic.tense), topic.asksWho)
        hits = found.hits.map { hit in
            Hit(
                ref: hit.message.clientMessageId,
                score: hit.score,
                evidence: hit.evidence,
                cosine: hit.cosine,
                secondCosine: hit.secondCosine,
                parts: hit.parts,
                ageDays: Double(now.milliseconds(since: hit.message.sentAt)) / 86_400_000,
                isOwn: hit.message.senderId == requester.user.id,
                isQuestion: hit.message.text.isOnlyQuestion,
                isFit: topic.isFit(hit.message.text, times: times),
                reply: hit.reply?.clientMessageId
            )
        }
    }
}
