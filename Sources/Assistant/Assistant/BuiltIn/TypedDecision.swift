import AssistantTools
import Domain
import RequestReading
import SpotterAPI
import TextReading

/// Takes a typed "yes" or "no" to what was just proposed, before any model is asked.
///
/// A "yes" executes a proposal only if it is the only one that waits in this conversation and the last answer showed
/// it, as it is now: one that was edited since is shown once more. It takes the same path as a confirmation by button, with the same checks and the same audit.
struct TypedDecision: AnswerGenerator {
    let generator: any AnswerGenerator
    let proposals: any Proposing

    func answer(_ task: AnswerTask, into generation: Generation) async throws {
        guard task.mayDecide else { return try await generator.answer(task, into: generation) }
        let shown = task.history.last?.proposals.filter { $0.state == .pending } ?? []
        switch Decision(task.question) {
        case .yes: guard try await accept(shown, for: task, into: generation) else { break }; return
        case .no where !shown.isEmpty:
            try await cancel(shown, for: task, into: generation)
            return
        case .no, nil: break
        }
        try await generator.answer(task, into: generation)
    }

    /// Whether the "yes" was about proposals.
    private func accept(_ shown: [Proposal], for task: AnswerTask, into generation: Generation) async throws -> Bool {
        let waiting = try await proposals.pending(in: task.conversationId, for: task.requester.actor)
        guard let only = waiting.first else { return false }
        guard waiting.count == 1, shown.map(\.id) == [only.id] else {
            // An answer that showed nothing may have asked something else, which the "yes" answers.
            guard !shown.isEmpty || task.history.last?.needs == nil else { return false }
            generation.emit(.textDelta(ProposalText.undecided(waiting, task.requester.says)))
            return true
        }
        guard task.history.last?.shows(only) == true else {
            generation.emit(.proposal(only))
            generation.emit(.textDelta(ProposalText.edited(only, task.requester.says)))
            return true
        }
        do {
            let done = try await proposals.confirm(only.id, version: only.version, by: task.requester.actor)
            // The answer repeats the message's words: it goes when the message goes.
            if let message = done.result.messageId { generation.edit { $0.sources.append(message) } }
            generation.emit(.proposal(done.proposal))
            generation.emit(.textDelta(task.requester.says(.done, ["summary": done.proposal.summary])))
        } catch let error as SpotterError {
            generation.emit(.textDelta(task.requester.says(.nothingDone, ["reason": error.message])))
        }
        return true
    }

    private func cancel(_ shown: [Proposal], for task: AnswerTask, into generation: Generation) async throws {
        var cancelled = 0
        var refused: [String] = []
        for proposal in shown {
            do {
                _ = try await proposals.cancel(proposal.id, by: task.requester.actor)
                cancelled += 1
            } catch let error as SpotterError {
                refused.append(error.message)
            }
        }
        if cancelled > 0 {
            let says = task.requester.says
            let text = cancelled == 1 ? says(.cancelledOne) : says(.cancelledMany, ["count": "\(cancelled)"])
            generation.emit(.textDelta(text))
        }
        for reason in refused { generation.emit(.textDelta("\n\(reason)")) }
    }

    enum Decision: Sendable, Hashable {
        case yes, no

        /// Every phrase that decides is shorter.
        private static let maxWords = 8

        /// Only a message that says nothing else is a decision: neither a question nor a quotation.
        init?(_ text: String) {
            guard Self.isPlain(text) else { return nil }
            let phrase = TextWord.words(of: text).map(\.folded).joined(separator: " ")
            if RequestWords.confirmations.contains(phrase) {
                self = .yes
                return
            }
            switch QuestionKind.of(text) {
            case .yes: self = .yes
            case .no: self = .no
            default: return nil
            }
        }

        /// Whether between and around the words there is nothing but what a plain sentence has. A question mark, quotation
        /// marks and brackets make it something else, in any script.
        private static func isPlain(_ text: String) -> Bool {
            let words = TextWord.words(of: text).map(\.range)
            guard words.count <= maxWords else { return false }
            return text.indices.allSatisfy { index in
                let character = text[index]
                return words.contains { $0.contains(index) } || character.isWhitespace || ".,!¡…".contains(character)
                    || character.unicodeScalars.contains { $0.properties.isEmojiPresentation }
            }
        }
    }
}
