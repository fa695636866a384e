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
    /// `nil` for plain text.
    public var format: AnswerFormat?

    public init(
        messages: [ModelMessage],
        tools: [ToolDefinition] = [],
        toolChoice: ToolChoice = .auto,
        temperature: Double? = nil,
        topP: Double? = nil,
        maxOutputTokens: Int? = nil,
        format: AnswerFormat? = nil
    ) {
        self.messages = messages
        self.tools = tools
        self.toolChoice = toolChoice
        self.temperature = temperature
        self.topP = topP
        self.maxOutputTokens = maxOutputTokens
        self.format = format
    }
}

/// The JSON that an answer's text is to be. Servers that can't hold a model to it are asked without; so say it in the
/// messages too, and read what comes like any other input.
public struct AnswerFormat: Sendable, Hashable {
    /// Of letters, digits and underscores.
    public let name: String
    /// JSON Schema of an object in which all properties are required and no others are allowed.
    public let schema: JSONValue

    public init(name: String, schema: JSONValue) {
        self.name = name
        self.schema = schema
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
