/// What a model's stream carries, in the order that it arrives. Usage, if known, and `finished` come last.
public enum ModelEvent: Sendable, Hashable {
    /// The model thinking aloud. Not part of the answer, and never sent back.
    case thinkingDelta(String)
    case textDelta(String)
    /// A whole call; its fragments have been put together.
    case toolCall(ToolCall)
    case usage(ModelUsage)
    case finished(FinishReason)
}

/// The tokens that one request took.
public struct ModelUsage: Sendable, Hashable {
    public let inputTokens: Int
    public let outputTokens: Int

    public init(inputTokens: Int, outputTokens: Int) {
        self.inputTokens = inputTokens
        self.outputTokens = outputTokens
    }
}

public enum FinishReason: Sendable, Hashable {
    case stop
    /// The answer reached its limit of tokens and is cut short.
    case length
    case toolCalls
    case contentFilter
    case other(String)
}
