/// The events of a model's stream, in order of arrival. Usage, if known, and `finished` come last.
public enum ModelEvent: Sendable, Hashable {
    /// The model's reasoning. Not part of the answer, and never sent back.
    case thinkingDelta(String)
    case textDelta(String)
    /// A complete call, assembled from its fragments.
    case toolCall(ToolCall)
    case usage(ModelUsage)
    case finished(FinishReason)
}

/// The tokens that one request used.
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
    /// The answer reached its limit of tokens and was cut off.
    case length
    case toolCalls
    case contentFilter
    case other(String)
}
