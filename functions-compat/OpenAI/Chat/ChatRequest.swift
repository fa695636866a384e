import Assistant
import Domain
import LanguageModels

/// A request for a chat completion.
struct ChatRequest: Sendable {
    let model: String?
    let question: String
    let supplied: SuppliedContext
    let isStreamed: Bool
    let includesUsage: Bool

    init(_ json: JSONValue) throws(OpenAIFailure) {
        let reader = OpenAIRequestReader(json: json)
        model = try reader.model()
        isStreamed = try reader.flag("stream") ?? false
        includesUsage = json["stream_options"]?["include_usage"]?.bool ?? false
        try Self.refuseUnsupported(reader)
        let dialogue = Dialogue(try Self.items(json))
        question = try OpenAIRequestReader.question(dialogue, param: "messages")
        if let call = dialogue.unansweredCall {
            throw .invalid(
                "An assistant message with tool_calls must be followed by a tool message for each; \(call.id) has none.",
                param: "messages"
            )
        }
        if let output = dialogue.outputs.first {
            throw .invalid("The tool message for '\(output.callId)' answers no tool call.", param: "messages")
        }
        var supplied = try reader.settings(.nested, maxTokens: ["max_tokens", "max_completion_tokens"])
        supplied.turns = dialogue.supplied.turns
        supplied.instructions = dialogue.supplied.instructions
        supplied.exchanges = dialogue.supplied.exchanges
        supplied.isKept = try reader.flag("store") ?? false
        self.supplied = supplied
    }

    private static func refuseUnsupported(_ reader: OpenAIRequestReader) throws(OpenAIFailure) {
        try reader.require("n", 1, orElse: "There is one answer to a question: n must be 1.")
        try reader.require("logprobs", false, orElse: "The assistant's answers have no logprobs.")
        try reader.require("modalities", ["text"], orElse: "The assistant answers in text.")
        try reader.require("functions", [], orElse: "functions were replaced by tools.")
        let format = reader.json["response_format"]?["type"]?.string
        guard format == nil || format == "text" else {
            throw .unsupported(
                "response_format",
                "The assistant answers in text. Use a function with tool_choice to get JSON of your schema."
            )
        }
    }

    // MARK: Messages

    private static func items(_ json: JSONValue) throws(OpenAIFailure) -> [DialogueItem] {
        guard let messages = json["messages"]?.array, !messages.isEmpty else {
            throw .invalid("messages must be a list with at least one message.", param: "messages")
        }
        var items: [DialogueItem] = []
        for (position, message) in messages.enumerated() {
            let param = "messages[\(position)]"
            let text = try OpenAIRequestReader.text(message["content"], param: "\(param).content")
            switch message["role"]?.string {
            case "system", "developer": items.append(.instructions(text))
            case "user": items.append(.user(text))
            case "assistant": items.append(.assistant(text, calls: try calls(message, param)))
            case "tool":
                guard let id = message["tool_call_id"]?.string else {
                    throw .invalid("A tool message needs a tool_call_id.", param: "\(param).tool_call_id")
                }
                items.append(.output(.init(callId: id, content: text)))
            default:
                throw .invalid("role must be system, developer, user, assistant or tool.", param: "\(param).role")
            }
        }
        return items
    }

    private static func calls(_ message: JSONValue, _ param: String) throws(OpenAIFailure) -> [ToolExchange.Call] {
        var calls: [ToolExchange.Call] = []
        for call in message["tool_calls"]?.array ?? [] {
            guard let id = call["id"]?.string, let name = call["function"]?["name"]?.string else {
                throw .invalid("A tool call needs an id and a function with a name.", param: "\(param).tool_calls")
            }
            calls.append(.init(id: id, name: name, arguments: call["function"]?["arguments"]?.string ?? "{}"))
        }
        return calls
    }
}
