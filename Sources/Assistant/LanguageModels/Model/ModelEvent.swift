public import Domain

/// The events of a model's stream, in order of arrival. Calls, the provider's state, usage and `finished` come last.
public enum ModelEvent: Sendable, Hashable {
    /// The model's reasoning. Not part of the answer, and never sent back.
    case thinkingDelta(String)
    case textDelta(String)
    /// A complete call, assembled from its fragments.
    case toolCall(ToolCall)
    /// What the provider wants to get back unchanged with the results of the calls, such as reasoning that it signed or
    /// encrypted. Only the provider that made it can read it.
    case providerState([JSONValue])
    case usage(ModelUsage)
    case finished(FinishReason)
}

/// The tokens that one request used, as the provider reports them.
public struct ModelUsage: Sendable, Hashable {
    /// All tokens of the request, those from the provider's cache included.
    public let inputTokens: Int
    /// The part of `inputTokens` that the provider had in its cache.
    public let cachedInputTokens: Int
    /// All tokens of the answer, reasoning included.
    public let outputTokens: Int
    /// The part of `outputTokens` that is reasoning.
    public let reasoningTokens: Int

    public init(inputTokens: Int, cachedInputTokens: Int = 0, outputTokens: Int, reasoningTokens: Int = 0) {
        self.inputTokens = max(inputTokens, 0)
        self.cachedInputTokens = min(max(cachedInputTokens, 0), max(inputTokens, 0))
        self.outputTokens = max(outputTokens, 0)
        self.reasoningTokens = min(max(reasoningTokens, 0), max(outputTokens, 0))
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
