/// A request for the next turn of a conversation, with the tools that the model may call.
public struct ModelRequest: Sendable, Hashable {
    public var messages: [ModelMessage]
    public var tools: [ToolDefinition]
    public var toolChoice: ToolChoice
    /// The sampling temperature: 0 is the most predictable. `nil` is the provider's default.
    public var temperature: Double?
    /// The maximum number of tokens of the answer, including reasoning if the provider counts it.
    public var maxOutputTokens: Int?

    public init(
        messages: [ModelMessage],
        tools: [ToolDefinition] = [],
        toolChoice: ToolChoice = .auto,
        temperature: Double? = nil,
        maxOutputTokens: Int? = nil
    ) {
        self.messages = messages
        self.tools = tools
        self.toolChoice = toolChoice
        self.temperature = temperature
        self.maxOutputTokens = maxOutputTokens
    }
}

/// One message of a conversation, in the terms of the chat-completions protocol.
public enum ModelMessage: Sendable, Hashable {
    case system(String)
    case user(String)
    case assistant(text: String, toolCalls: [ToolCall] = [])
    /// The result of a tool call. `callId` is the id of a call in the assistant message before it.
    case tool(callId: String, content: String)
}
