public import Domain

/// What an answer that advises has besides its text, which is the main advice.
///
/// ```swift
/// func isSure(_ advice: Advice) -> Bool { (advice.calibratedConfidence ?? advice.confidence) >= 0.8 }
/// ```
public struct Advice: Sendable, Codable, Hashable {
    /// Another way to go.
    public struct Alternative: Sendable, Codable, Hashable {
        public var title: String
        /// Why it could be the better one; `null` if nothing was said.
        @Nullable public var reason: String?

        public init(title: String, reason: String? = nil) {
            self.title = title
            self.reason = reason
        }
    }

    /// Where a confidence comes from.
    public enum ConfidenceSource: String, Sendable, Codable, CaseIterable {
        /// The language model said it.
        case model
        /// The built-in assistant's own grade, which was measured.
        case builtIn = "built-in"
        /// The model said nothing that can be one, so a usual value stands for it. It counts in no report.
        case assumed
    }

    /// `null` if nothing was said.
    @Nullable public var reasoning: String?
    /// The probability that the advice is right: 0 to 1.
    public var confidence: Double
    public var confidenceSource: ConfidenceSource
    /// The confidence as the user's own ratings of this model correct it; `null` until there are enough of them.
    @Nullable public var calibratedConfidence: Double?
    /// None if there are none.
    public var alternatives: [Alternative]

    public init(
        reasoning: String? = nil,
        confidence: Double,
        confidenceSource: ConfidenceSource,
        calibratedConfidence: Double? = nil,
        alternatives: [Alternative] = []
    ) {
        self.reasoning = reasoning
        self.confidence = confidence
        self.confidenceSource = confidenceSource
        self.calibratedConfidence = calibratedConfidence
        self.alternatives = alternatives
    }
}

/// The answer of `POST /v1/assistant/advice`: advice that was asked for as such.
///
/// ```swift
/// func line(_ advice: AdviceAnswer) -> String { "\(advice.mainAdvice) (\(advice.confidence))" }
/// ```
public struct AdviceAnswer: APIValue, Hashable {
    /// By which the advice is rated, stopped and read again: the turn that holds it.
    public var responseId: TurnID
    public var conversationId: ConversationID
    public var kind: AnswerKind
    public var mainAdvice: String
    @Nullable public var reasoning: String?
    public var confidence: Double
    public var confidenceSource: Advice.ConfidenceSource
    @Nullable public var calibratedConfidence: Double?
    public var alternatives: [Advice.Alternative]
    public var citations: [Citation]
    public var webSources: [WebSource]
    public var webSearches: [WebSearchStatus]
    /// The model's name, or `built-in`.
    public var model: String
    public var usage: AssistantAnswer.Usage

    /// Advice that was stopped before its end has no confidence: it is 0 and assumed.
    public init(_ answer: AssistantAnswer) {
        let advice = answer.advice ?? Advice(confidence: 0, confidenceSource: .assumed)
        responseId = answer.messageId
        conversationId = answer.conversationId
        kind = answer.kind
        mainAdvice = answer.text
        reasoning = advice.reasoning
        confidence = advice.confidence
        confidenceSource = advice.confidenceSource
        calibratedConfidence = advice.calibratedConfidence
        alternatives = advice.alternatives
        citations = answer.citations
        webSources = answer.webSources
        webSearches = answer.webSearches
        model = answer.model
        usage = answer.usage
    }

    public static var example: AdviceAnswer {
        var answer = AssistantAnswer.example
        answer.text = "Let Sara run five easy kilometres and stop if the knee hurts. [1]"
        answer.advice = Advice(
            reasoning: "She says that the knee is fine again, but it has been so for two days only.",
            confidence: 0.7,
            confidenceSource: .model,
            alternatives: [.init(title: "One more week of cycling", reason: "It loads the knee less.")]
        )
        answer.model = "gpt-5.2"
        return AdviceAnswer(answer)
    }
}
