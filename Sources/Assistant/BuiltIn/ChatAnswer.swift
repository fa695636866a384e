import Domain
import Foundation
import Messaging
import Retrieval
import Scheduling
import SpotterAPI

/// An answer quoted verbatim from messages.
struct ChatAnswer: Sendable {
    static let maxQuotes = 3
    static let maxPeople = 8
    /// A later reply isn't taken for the answer to a question.
    static let maxPauseMs: Int64 = 12 * 3_600_000
    /// The maximum distance of a quote's evidence from the best one.
    static let maxSpread = 0.2

    let text: String
    let citations: [Citation]

    private struct Candidate {
        let message: VisibleMessage
        let evidence: Double
    }

    /// `nil` if no message answers the question.
    /// - Parameter isAside: the user didn't ask for messages, so only messages that are certainly about the topic are
    ///   quoted.
    init?(_ topic: Topic, found: FoundContext, requester: Requester, now: Timestamp, isAside: Bool = false) {
        let user = requester.user.id
        let hits = found.hits.filter {
            topic.isMet(by: $0, in: found) && (!isAside || $0.evidence >= Topic.sureEvidence)
        }
        var candidates = hits.map { hit in
            topic.asksWho
                ? Candidate(message: hit.message, evidence: hit.evidence)
                : Candidate(message: Self.reply(to: hit, of: topic, for: user), evidence: hit.evidence)
        }
        let others = candidates.filter { $0.message.senderId != user }
        if !others.isEmpty, !topic.isAboutUser { candidates = others }
        var seen: Set<String> = []
        candidates = candidates.filter {
            seen.insert("\($0.message.senderId) \($0.message.text.lowercased())").inserted
        }
        let chosen = topic.asksWho ? Self.onePerPerson(candidates) : Self.best(candidates, of: topic)
        guard !chosen.isEmpty else { return nil }
        citations = chosen.map { $0.citation(quoting: Quote.best(of: $0.text, for: topic.stems)) }
        let words = LocalizedText(timezone: requester.timezone)
        let lines = zip(chosen, citations).enumerated().map { position, pair in
            let (message, citation) = pair
            let place = message.groupName.map { ", in “\($0)”" } ?? ""
            let when = "\(words.dateTime(message.sentAt)) (\(words.distance(of: message.sentAt, from: now)))"
            let name = message.senderId == user ? "You" : message.senderName
            return "\(name), \(when)\(place): “\(citation.quote)” [\(position + 1)]"
        }
        if topic.asksWho {
            let count = chosen.count == 1 ? "One person" : "\(chosen.count) people"
            text = "\(count), from what your chats say:\n" + lines.map { "- \($0)" }.joined(separator: "\n")
        } else {
            text = lines.joined(separator: "\n")
        }
    }

    /// The reply to the hit, if the hit is only a question, because the user wants the answer. A question that the user
    /// answered is itself the result.
    private static func reply(to hit: FoundContext.Hit, of topic: Topic, for user: UserID) -> VisibleMessage {
        guard let reply = hit.reply, topic.isAboutUser || reply.senderId != user, reply.text.states,
            reply.sentAt.milliseconds(since: hit.message.sentAt) <= maxPauseMs
        else { return hit.message }
        return reply
    }

    private static func onePerPerson(_ candidates: [Candidate]) -> [VisibleMessage] {
        var people: Set<UserID> = []
        let statements = candidates.map(\.message).filter { !$0.text.hasSuffix("?") }
        return Array(statements.filter { people.insert($0.senderId).inserted }.prefix(maxPeople))
    }

    private static func best(_ candidates: [Candidate], of topic: Topic) -> [VisibleMessage] {
        var candidates = candidates
        if topic.asksForNumber {
            let numbers = candidates.filter { $0.message.text.contains(where: \.isNumber) }
            if !numbers.isEmpty { candidates = numbers }
        }
        let top = candidates.map(\.evidence).max() ?? 0
        return candidates.filter { $0.evidence >= top - maxSpread }.prefix(maxQuotes).map(\.message)
    }
}

extension String {
    /// Whether at least one of its sentences isn't a question.
    fileprivate var states: Bool {
        sentenceRanges.contains { sentence in !String(self[sentence]).trimmed.hasSuffix("?") }
    }
}
