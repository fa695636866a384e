import Domain
import SpotterAPI

/// Answers with a language model, or without one while the model is down, and says so.
///
/// An answer that has begun isn't replaced: it ends with the error. A refusal of this request, or of so many requests, is
/// no outage.
struct FallbackAnswerGenerator: AnswerGenerator {
    let model: any AnswerGenerator
    let builtIn: any AnswerGenerator

    func answer(_ task: AnswerTask, into generation: Generation) async throws {
        do {
            try await model.answer(task, into: generation)
        } catch let error as ModelError where Self.isOutage(error) && generation.canBeginAgain {
            generation.edit { $0.beginAgain(with: AssistantService.builtInName) }
            generation.emit(.textDelta("\(error.message) Until then Spotter's built-in assistant answers:\n"))
            try await builtIn.answer(task, into: generation)
        }
    }

    private static func isOutage(_ error: ModelError) -> Bool {
        switch error.code {
        case .unavailable, .timeout, .interrupted, .misconfigured, .authentication, .protocolViolation: true
        case .rateLimited, .rejected: false
        }
    }
}

extension Generation {
    /// Whether nobody has seen any of the answer yet, and nobody has stopped it.
    fileprivate var canBeginAgain: Bool {
        let answer = builder.answer
        return stopReason == nil && answer.text.isEmpty && answer.proposals.isEmpty
    }
}
