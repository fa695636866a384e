import Domain
import SpotterAPI

/// A question with all that its answer may be made from.
struct AnswerTask: Sendable {
    let question: String
    let history: [HistoryTurn]
    let requester: Requester
    let conversationId: ConversationID
    let answerId: TurnID
    /// When it was asked.
    let now: Timestamp
    let limits: AssistantLimits
}

/// Makes answers: a language model, or the grammar and the extraction that need none.
///
/// Tells a generation what it finds and says, and returns at the end. An error, or cancellation, leaves what was told.
protocol Answering: Sendable {
    func answer(_ task: AnswerTask, into generation: Generation) async throws
}
