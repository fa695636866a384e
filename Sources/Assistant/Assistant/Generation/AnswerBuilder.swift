import Domain
import LanguageModels
import SpotterAPI

/// An answer while it is being generated.
struct AnswerBuilder: Sendable {
    /// In characters. What a model tells beyond it is streamed, and isn't stored.
    static let maxThinking = 32_000

    private(set) var answer: AssistantAnswer
    private var thinking = ""
    private var thinkingLength = 0
    /// All messages whose words went into the answer, cited or not.
    var sources: [MessageID] = []
    var pending: PendingRequest?
    /// The chat that the question is about, if it names one.
    var chatId: ChatID?
    /// The calls of a program's own tools with which the answer ends.
    var toolCalls: [ToolExchange.Call] = []
    var continued: StoredAnswer.ContinuedAnswer?

    init(conversationId: ConversationID, messageId: TurnID, model: String) {
        answer = AssistantAnswer(conversationId: conversationId, messageId: messageId, text: "", model: model)
    }

    /// Another model answers instead.
    mutating func beginAgain(with model: String) {
        answer.model = model
        answer.needs = nil
        answer.advice = nil
        answer.kind = .answer
        (thinking, thinkingLength) = ("", 0)
    }

    mutating func cite(_ citations: [Citation]) { answer.citations = citations }

    mutating func citePages(_ pages: [WebSource]) { answer.webSources = pages }

    mutating func advise(_ advice: Advice) { answer.advice = advice }

    mutating func calibrate(to confidence: Double) { answer.advice?.calibratedConfidence = confidence }

    /// What the answer claims; an answer that proposes or asks is an action whatever else it says.
    mutating func claim(_ kind: AnswerKind) {
        if answer.kind != .action { answer.kind = kind }
    }

    mutating func count(_ usage: ModelUsage) {
        answer.usage.inputTokens += usage.inputTokens
        answer.usage.cachedInputTokens += usage.cachedInputTokens
        answer.usage.outputTokens += usage.outputTokens
    }

    mutating func take(_ event: AssistantEvent) {
        switch event {
        case .textDelta(let text): answer.text += text
        case .proposal(let proposal):
            answer.proposals.append(proposal)
            answer.kind = .action
        case .needs(let needs):
            answer.needs = needs
            answer.kind = .action
        case .webSearch(let search): if search.state != .started { answer.webSearches.append(search) }
        case .usage(let usage): answer.usage = usage
        case .thinkingDelta(let text):
            let kept = text.prefix(Self.maxThinking - thinkingLength)
            thinking += kept
            thinkingLength += kept.count
        case .started, .retrieved, .lookup, .completed, .failed: break
        }
    }

    /// The answer in the form in which it is stored.
    func stored(failure: SpotterError?) -> StoredAnswer {
        var stored = StoredAnswer(
            answer: answer,
            sources: sources,
            pending: pending,
            chatId: chatId,
            failure: failure,
            thinking: thinking.isEmpty ? nil : thinking
        )
        stored.toolCalls = toolCalls.isEmpty ? nil : toolCalls
        stored.continued = continued
        return stored
    }
}
