public import Domain

/// A function that the model may call.
public struct ToolDefinition: Sendable, Hashable {
    public let name: String
    public let description: String
    /// JSON Schema of the arguments: an object schema.
    public let parameters: JSONValue

    public init(name: String, description: String, parameters: JSONValue) {
        self.name = name
        self.description = description
        self.parameters = parameters
    }
}

/// Whether the model may, must or must not call a tool. Some servers ignore it.
public enum ToolChoice: Sendable, Hashable {
    case auto
    case none
    case required
    case tool(String)
}

/// A call that the model requests. Its arguments are text of the model: check them like any other input.
public struct ToolCall: Sendable, Hashable {
    /// Never empty: if the server sent none, the client made one that's unique in the conversation.
    public let id: String
    public let name: String
    /// The arguments as the model wrote them.
    public let rawArguments: String
    /// The arguments, if they are a JSON object of bounded size and depth. Blank text counts as `{}`.
    public let arguments: JSONValue?

    public init(id: String, name: String, rawArguments: String) {
        self.id = id
        self.name = name
        self.rawArguments = rawArguments
        arguments = Self.parse(rawArguments)
    }

    public init(id: String, name: String, arguments: JSONValue) {
        self.init(id: id, name: name, rawArguments: arguments.text)
    }

    private static func parse(_ text: String) -> JSONValue? {
        guard text.contains(where: { !$0.isWhitespace }) else { return .object([:]) }
        guard let value = JSONValue.parse(text), case .object = value else { return nil }
        return value
    }
}
