import Domain
import LanguageModels
import SpotterAPI

/// An answer while it is being generated.
struct AnswerBuilder: Sendable {
    private(set) var answer: AssistantAnswer
    /// All messages whose words went into the answer, cited or not.
    var sources: [MessageID] = []
    var pending: PendingRequest?

    init(conversationId: ConversationID, messageId: TurnID, model: String) {
        answer = AssistantAnswer(conversationId: conversationId, messageId: messageId, text: "", model: model)
    }

    mutating func cite(_ citations: [Citation]) { answer.citations = citations }

    mutating func count(_ usage: ModelUsage) {
        answer.usage.inputTokens += usage.inputTokens
        answer.usage.outputTokens += usage.outputTokens
    }

    mutating func take(_ event: AssistantEvent) {
        switch event {
        case .textDelta(let text): answer.text += text
        case .proposal(let proposal): answer.proposals.append(proposal)
        case .needs(let needs): answer.needs = needs
        case .usage(let usage): answer.usage = usage
        case .started, .retrieved, .thinkingDelta, .completed, .failed: break
        }
    }

    /// The answer in the form in which it is stored.
    func stored(failure: SpotterError?) -> StoredAnswer {
        StoredAnswer(answer: answer, sources: sources, pending: pending, failure: failure)
    }
}
