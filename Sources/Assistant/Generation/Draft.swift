import Domain
import LanguageModels
import SpotterAPI

/// What there is of an answer so far.
struct Draft: Sendable {
    private(set) var answer: AssistantAnswer
    /// Messages whose words went into the answer, cited or not.
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

    /// As it's stored. An answer that broke off cites nothing that it didn't come to.
    func stored(failure: SpotterError?) -> StoredAnswer {
        StoredAnswer(answer: answer, sources: sources, pending: pending, failure: failure)
    }
}
