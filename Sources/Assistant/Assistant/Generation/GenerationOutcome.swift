import Domain
import LanguageModels
import SpotterAPI

/// How an answer ended: the state of its turn, and the last event for its readers.
struct GenerationOutcome: Sendable {
    let state: TurnState
    let stored: StoredAnswer
    var event: AssistantEvent

    static let defect = SpotterError(
        .internalError,
        "The answer could not be finished because of a fault in the server. Ask again; search still works.",
        retryable: true
    )

    static let sourceErased = SpotterError(
        .conflict,
        "A message that this answer was made from was deleted meanwhile. Ask again.",
        retryable: true
    )

    static let deleted = SpotterError(.notFound, "This answer was deleted while it was made.")

    init(of generation: Generation, after failure: (any Error)?) {
        let (state, error) = Self.outcome(failure, stopped: generation.stopReason)
        let builder = generation.builder
        self.state = state
        stored = builder.stored(failure: error)
        event = error.map { .failed($0) } ?? .completed(builder.answer)
    }

    private static func outcome(
        _ failure: (any Error)?,
        stopped: Generation.StopReason?
    ) -> (TurnState, SpotterError?) {
        guard let failure else { return (.completed, nil) }
        switch stopped {
        case .user: return (.stopped, nil)
        case .timeout:
            return (
                .failed,
                SpotterError(
                    .modelTimeout,
                    "The answer took too long and was cut off. Ask again, or something shorter; search still works.",
                    retryable: true
                )
            )
        case .shutdown:
            return (.interrupted, SpotterError(.shuttingDown, "The server is shutting down.", retryable: true))
        case .sourceErased: return (.stopped, sourceErased)
        case nil: break
        }
        switch failure {
        case let error as ModelError: return (error.code == .interrupted ? .interrupted : .failed, explained(error))
        case let error as SpotterError: return (.failed, error)
        default: return (.failed, defect)
        }
    }

    /// The model's error in words, with what works without the model.
    private static func explained(_ error: ModelError) -> SpotterError {
        let plain = error.spotterError
        let advice = "Search works without it, and so does the model \"\(AssistantService.builtInName)\"."
        return SpotterError(
            plain.code,
            "\(plain.message) \(advice)",
            retryable: plain.retryable,
            retryAfterMs: plain.retryAfterMs
        )
    }
}

extension AssistantService {
    /// The events of a completed answer, from the database.
    static func replay(_ turn: ConversationTurn, failure: SpotterError?) -> AsyncStream<AssistantEvent> {
        let (stream, continuation) = AsyncStream<AssistantEvent>.makeStream()
        defer { continuation.finish() }
        guard let answer = turn.answer else {
            continuation.yield(
                .failed(SpotterError(.modelInterrupted, "The server stopped while it answered; ask again."))
            )
            return stream
        }
        continuation.yield(.started(conversationId: answer.conversationId, messageId: answer.messageId))
        if !answer.citations.isEmpty { continuation.yield(.retrieved(answer.citations)) }
        if let thinking = turn.thinking { continuation.yield(.thinkingDelta(thinking)) }
        for search in answer.webSearches { continuation.yield(.webSearch(search)) }
        if !answer.text.isEmpty { continuation.yield(.textDelta(answer.text)) }
        for proposal in answer.proposals { continuation.yield(.proposal(proposal)) }
        if let needs = answer.needs { continuation.yield(.needs(needs)) }
        continuation.yield(.usage(answer.usage))
        continuation.yield(failure.map { .failed($0) } ?? .completed(answer))
        return stream
    }
}
