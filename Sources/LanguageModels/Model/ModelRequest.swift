public import Domain

/// A request for the next turn of a conversation, with the tools that the model may call.
public struct ModelRequest: Sendable, Hashable {
    public var messages: [ModelMessage]
    public var tools: [ToolDefinition]
    public var toolChoice: ToolChoice
    /// The sampling temperature: 0 is the most predictable. `nil` is the provider's default.
    public var temperature: Double?
    /// Only the most likely tokens whose probabilities add up to this are sampled. `nil` is the provider's default.
    public var topP: Double?
    /// The maximum number of tokens of the answer, including reasoning if the provider counts it.
    public var maxOutputTokens: Int?

    public init(
        messages: [ModelMessage],
        tools: [ToolDefinition] = [],
        toolChoice: ToolChoice = .auto,
        temperature: Double? = nil,
        topP: Double? = nil,
        maxOutputTokens: Int? = nil
    ) {
        self.messages = messages
        self.tools = tools
        self.toolChoice = toolChoice
        self.temperature = temperature
        self.topP = topP
        self.maxOutputTokens = maxOutputTokens
    }
}

/// One message of a conversation, in the terms of the chat-completions protocol.
public enum ModelMessage: Sendable, Hashable {
    case system(String)
    case user(String, images: [ModelImage] = [])
    /// - Parameter providerState: what came as ``ModelEvent/providerState(_:)`` with these calls.
    case assistant(text: String, toolCalls: [ToolCall] = [], providerState: [JSONValue] = [])
    /// The result of a tool call. `callId` is the id of a call in the assistant message before it.
    case tool(callId: String, content: String)
}

/// A picture that goes to the model with a user's message.
public struct ModelImage: Sendable, Hashable {
    /// Such as `image/jpeg`.
    public let mimeType: String
    public let bytes: [UInt8]

    public init(mimeType: String, bytes: [UInt8]) {
        self.mimeType = mimeType
        self.bytes = bytes
    }
}
