import Domain
import Foundation
import Messaging
import Retrieval
import Scheduling
import TextReading
import TimeExpressions

/// A message that may answer a question; a question that somebody asked comes together with its reply.
struct Evidence: Sendable {
    /// The question, then its reply; or one message.
    let messages: [VisibleMessage]
    /// The message that the search found.
    let hit: FoundContext.Hit
    /// By which evidence is ordered: the hybrid score, corrected for who speaks and when.
    var score: Double

    /// The message that says something: the reply, or the only one.
    var statement: VisibleMessage { messages[messages.count - 1] }
}

/// Orders what a search found by how well it answers.
struct EvidenceSelection: Sendable {
    /// A later reply isn't taken for the answer to a question.
    static let maxPauseMs: Int64 = 12 * 3_600_000
    /// How much less the asker's own statements count: they more often echo the question than answer it.
    static let ownHandicap = 0.06
    /// How much what was said just now counts more than what was said long ago, if a question is about the present.
    static let recency = 0.12
    /// The age at which a statement has lost half of that.
    static let halfLifeDays = 14.0
    /// How much less a message without the number or time that was asked for counts.
    static let formHandicap = 0.05

    /// How much less counts what is said of a relative, if the question names none.
    static let kinHandicap = 0.2

    let topic: Topic
    let asker: UserID
    let now: Timestamp
    let times: TimeExpressionParser
    var asksForKin = false

    /// Best first; each message once. Measured on the questions in `fixtures/`: with these weights 70 % of the
    /// answerable ones have a message that answers among the first three, 67 % by the search's score alone.
    func ordered(_ found: FoundContext) -> [Evidence] {
        var evidence = found.hits.compactMap(evidence)
        evidence.sort { $0.score > $1.score }
        var seen: Set<MessageID> = []
        var texts: Set<String> = []
        return evidence.filter { item in
            guard !item.messages.contains(where: { seen.contains($0.id) }) else { return false }
            let key = "\(item.statement.senderId) \(item.statement.text.lowercased())"
            guard texts.insert(key).inserted else { return false }
            seen.formUnion(item.messages.map(\.id))
            return true
        }
    }

    private func evidence(_ hit: FoundContext.Hit) -> Evidence? {
        guard !InstructionText.isInstruction(hit.message.text) else { return nil }
        var messages = [hit.message]
        if hit.message.text.asks(about: topic.stems) {
            if let reply = hit.reply, reply.text.hasStatement, !InstructionText.isInstruction(reply.text),
                reply.sentAt.milliseconds(since: hit.message.sentAt) <= Self.maxPauseMs
            {
                messages.append(reply)
            } else if hit.message.senderId == asker, !topic.isAboutUser {
                // The asker's own question is never the answer to it.
                return nil
            }
        }
        return Evidence(messages: messages, hit: hit, score: score(of: hit, messages))
    }

    private func score(of hit: FoundContext.Hit, _ messages: [VisibleMessage]) -> Double {
        guard let last = messages.last else { return hit.score }
        var score = hit.score
        if messages.count == 1, last.senderId == asker, !topic.isAboutUser { score -= Self.ownHandicap }
        if topic.tense != .any {
            let days = Double(max(0, now.milliseconds(since: last.sentAt))) / 86_400_000
            score += Self.recency * pow(0.5, days / Self.halfLifeDays)
        }
        if topic.form != .any, !messages.contains(where: { topic.isFit($0.text, times: times) }) {
            score -= Self.formHandicap
        }
        if !asksForKin, OtherPeople.own(last.text, about: topic.stems) { score -= Self.kinHandicap }
        return score
    }
}
