import Domain
import LanguageModels

/// A chat completion that a program asks for. What it says is passed on as it is, but for the model, a limit that the
/// user's budget sets, and files in places where no provider reads them.
struct CompletionRequest: Sendable {
    private(set) var members: [String: JSONValue]

    private static let maxAnswers = 8
    /// They choose models, or make the provider do more than answer, beside the operator's back.
    private static let refused = ["models", "preset", "route", "plugins", "web_search_options"]
    private static let limits = ["max_completion_tokens", "max_tokens"]

    /// - Throws: `invalid_request`, naming the field.
    init(_ json: JSONValue) throws(SpotterError) {
        guard let members = json.object else { throw .invalid("The body must be a JSON object.") }
        guard let messages = json["messages"]?.array, !messages.isEmpty, messages.allSatisfy({ $0.object != nil })
        else {
            throw .invalid("messages must be a list of at least one message.")
        }
        if let model = json["model"], model.string == nil { throw .invalid("model must be a string.") }
        for field in Self.refused where json[field] != nil { throw .invalid("\(field) isn't taken here.") }
        for tool in json["tools"]?.array ?? [] where tool["type"]?.string != "function" {
            throw .invalid("tools: only those of type function are taken here.")
        }
        for field in Self.limits {
            guard let limit = json[field] else { continue }
            guard let limit = limit.int, (1...10_000_000).contains(limit) else {
                throw .invalid("\(field) must be a whole number above 0.")
            }
        }
        guard let answers = (json["n"] ?? 1).int, (1...Self.maxAnswers).contains(answers) else {
            throw .invalid("n must be 1 to \(Self.maxAnswers).")
        }
        self.members = members
    }

    var model: String? { members["model"]?.string }
    /// Only a plain `true` asks for a stream.
    var isStream: Bool { members["stream"] == .bool(true) }
    var answers: Int { members["n"]?.int ?? 1 }
    var messages: [JSONValue] { members["messages"]?.array ?? [] }

    /// The tokens that one answer may have by the request; `nil` if it says nothing.
    var maxTokens: Int? { Self.limits.compactMap { members[$0]?.int }.min() }

    /// What the provider is asked.
    /// - Parameter limit: of one answer's tokens, by the user's budget.
    func body(for model: ProxiedModel, limit: Int?) -> JSONValue {
        var members = members
        members["model"] = .string(model.model)
        if let limit, limit < maxTokens ?? .max {
            let fields = Self.limits.filter { members[$0]?.int != nil }
            for field in fields.isEmpty ? ["max_tokens"] : fields { members[field] = .integer(limit) }
        }
        return .object(members)
    }

    mutating func replaceMessages(_ messages: [JSONValue]) { members["messages"] = .array(messages) }

    /// The same, as far as tokens are estimated by it.
    var estimate: ModelRequest {
        var messages = messages.map { message -> ModelMessage in
            let parts = MessageParts(message)
            return .user(
                parts.texts.joined(separator: "\n"),
                images: Array(repeating: ModelImage(mimeType: "image/png", bytes: []), count: parts.pictures)
            )
        }
        for field in ["tools", "response_format"] {
            if let value = members[field] { messages.append(.system(value.text)) }
        }
        return ModelRequest(messages: messages)
    }
}

/// What a message consists of.
struct MessageParts {
    private(set) var texts: [String] = []
    private(set) var pictures = 0

    init(_ message: JSONValue) {
        if let text = message["content"]?.string { texts.append(text) }
        for part in message["content"]?.array ?? [] {
            switch part["type"]?.string {
            case "text": texts.append(part["text"]?.string ?? "")
            case "image_url", "input_image": pictures += 1
            // Sound, files and what else there may be come to no less than their bytes as text.
            default: texts.append(part.text)
            }
        }
        if let calls = message["tool_calls"] { texts.append(calls.text) }
    }
}
