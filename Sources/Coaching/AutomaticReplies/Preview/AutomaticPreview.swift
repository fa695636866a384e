import Domain
import Messaging
import SpotterAPI

/// Plays past weeks through the rules: what would have been sent, had it been on.
struct AutomaticPreview: Sendable {
    /// A client, what would be agreed, and the chat.
    struct Pair: Sendable {
        let client: User
        let chat: ChatID
        let terms: AutomaticTerms
        /// In the order of the chat, from before the first day on; what was sent by itself then is left out.
        let lines: [AutomaticLine]
    }

    /// A client's message, and what would have become of it.
    struct Outcome: Sendable, Hashable {
        let client: UserID
        let question: MessageID
        let words: String
        let at: Timestamp
        let decision: AutomaticRules.Decision
    }

    let pairs: [Pair]
    let reading: @Sendable (String) -> AutomaticReading

    private struct Candidate {
        let pair: Int
        let position: Int
        let dueAt: Timestamp
    }

    /// Each one looks at all that was said before, so others have their turn in between.
    /// - Returns: in the order in which they would have been due.
    func outcomes(since start: Timestamp, until now: Timestamp) async -> [Outcome] {
        var sent: [(pair: Int, at: Timestamp, kind: AutomaticKind)] = []
        var outcomes: [Outcome] = []
        for candidate in candidates(since: start, until: now) {
            await Task.yield()
            let pair = pairs[candidate.pair]
            let question = pair.lines[candidate.position]
            var said = pair.lines.filter { $0.sentAt <= candidate.dueAt }
            for reply in sent where reply.pair == candidate.pair {
                let place = said.firstIndex { $0.sentAt > reply.at } ?? said.endIndex
                said.insert(
                    AutomaticLine(id: ID(high: 0, low: 0), author: .automatic, text: "", sentAt: reply.at),
                    at: place
                )
            }
            var counted = AutomaticRules.Sent()
            for reply in sent {
                counted.byTrainer.append(reply.at)
                guard reply.pair == candidate.pair else { continue }
                counted.toClient.append(reply.at)
                if reply.kind == .acknowledgement { counted.acknowledgements.append(reply.at) }
            }
            let decision = AutomaticRules(terms: pair.terms, reading: reading).decide(
                question.id,
                in: said,
                sent: counted,
                dueAt: candidate.dueAt,
                at: candidate.dueAt
            )
            if case .send(let kind) = decision { sent.append((candidate.pair, candidate.dueAt, kind)) }
            outcomes.append(
                Outcome(
                    client: pair.client.id,
                    question: question.id,
                    words: question.text,
                    at: candidate.dueAt,
                    decision: decision
                )
            )
        }
        return outcomes
    }

    private func line(_ candidate: Candidate) -> AutomaticLine { pairs[candidate.pair].lines[candidate.position] }

    private func candidates(since start: Timestamp, until now: Timestamp) -> [Candidate] {
        var candidates: [Candidate] = []
        for (index, pair) in pairs.enumerated() {
            for (position, line) in pair.lines.enumerated()
            where line.author == .client && !line.isImported && !line.text.isEmpty && line.sentAt >= start {
                let dueAt = pair.terms.dueAt(line.sentAt, noticedAt: line.sentAt)
                if dueAt <= now { candidates.append(Candidate(pair: index, position: position, dueAt: dueAt)) }
            }
        }
        return candidates.sorted { ($0.dueAt, line($0).sentAt, line($0).id) < ($1.dueAt, line($1).sentAt, line($1).id) }
    }
}
