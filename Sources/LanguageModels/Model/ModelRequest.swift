/// One turn asked of a model: the conversation so far, and the tools that it may call.
public struct ModelRequest: Sendable, Hashable {
    public var messages: [ModelMessage]
    public var tools: [ToolDefinition]
    public var toolChoice: ToolChoice
    /// How freely the model picks its words: 0 is the most predictable. `nil` leaves it to the provider.
    public var temperature: Double?
    /// The most tokens that the answer may take, thinking included where the provider counts it.
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

/// One message of a conversation, in the words of the chat-completions protocol.
public enum ModelMessage: Sendable, Hashable {
    case system(String)
    case user(String)
    case assistant(text: String, toolCalls: [ToolCall] = [])
    /// What a tool answered. `callId` is the id of a call in the assistant message before it.
    case tool(callId: String, content: String)
}
