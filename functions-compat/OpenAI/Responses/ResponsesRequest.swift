import Assistant
import Domain
import HTTPTypes
import LanguageModels
import SpotterAPI

/// A request for a response.
struct ResponsesRequest: Sendable {
    let model: String?
    let previous: TurnID?
    let dialogue: Dialogue
    let settings: SuppliedContext
    let isStreamed: Bool
    /// Whether the response is returned before it is complete.
    let isBackground: Bool
    /// Whether the user demands a search of the web.
    let webSearch: Bool?
    let echo: ResponseEcho

    init(_ json: JSONValue) throws(OpenAIFailure) {
        let reader = OpenAIRequestReader(json: json)
        model = try reader.model()
        isStreamed = try reader.flag("stream") ?? false
        isBackground = try reader.flag("background") ?? false
        try Self.refuseUnsupported(reader)
        previous = try Self.previous(json["previous_response_id"])
        var items = try ResponseInput.items(json["input"])
        if let instructions = json["instructions"] {
            guard let text = instructions.string else {
                throw .invalid("instructions must be a string.", param: "instructions")
            }
            items.insert(.instructions(text), at: 0)
        }
        dialogue = Dialogue(items)
        var settings = try reader.settings(.flat, maxTokens: ["max_output_tokens"])
        settings.turns = dialogue.supplied.turns
        settings.instructions = dialogue.supplied.instructions
        settings.exchanges = dialogue.supplied.exchanges
        settings.isKept = try reader.flag("store") ?? true
        guard settings.isKept || !isBackground else {
            throw .invalid("A background response is kept: leave out store.", param: "store")
        }
        self.settings = settings
        let demands = json["tool_choice"]?["type"]?.string?.hasPrefix("web_search") == true
        webSearch = demands ? true : nil
        echo = try ResponseEcho(json)
        if let call = dialogue.unansweredCall { throw ResponsesFailure.missingOutput(call.id) }
        if previous == nil {
            if let output = dialogue.outputs.first {
                throw .invalid(
                    "No tool call found for function call output with call_id \(output.callId).",
                    param: "input"
                )
            }
            _ = try question()
        }
    }

    /// - Throws: `OpenAIFailure` if there is none, or a long one.
    func question() throws(OpenAIFailure) -> String { try OpenAIRequestReader.question(dialogue, param: "input") }

    private static func previous(_ value: JSONValue?) throws(OpenAIFailure) -> TurnID? {
        guard let value else { return nil }
        guard let text = value.string else {
            throw .invalid("previous_response_id must be a string.", param: "previous_response_id")
        }
        guard let turn = ResponseID.turn(text) else { throw ResponsesFailure.previousNotFound(text) }
        return turn
    }

    private static func refuseUnsupported(_ reader: OpenAIRequestReader) throws(OpenAIFailure) {
        try reader.require("conversation", orElse: "Conversations are continued by previous_response_id here.")
        try reader.require("prompt", orElse: "There are no stored prompts here.")
        try reader.require("top_logprobs", 0, orElse: "The assistant's answers have no logprobs.")
        let format = reader.json["text"]?["format"]?["type"]?.string
        guard format == nil || format == "text" else {
            throw .unsupported(
                "text.format",
                "The assistant answers in text. Use a function with tool_choice to get JSON of your schema."
            )
        }
    }
}

/// The ids of responses: those of answers.
enum ResponseID {
    static func text(_ turn: TurnID) -> String { "resp_\(OpenAIIdentifier.text(turn))" }
    static func turn(_ text: String) -> TurnID? { OpenAIIdentifier.turn(text, prefix: "resp_") }
}

enum ResponsesFailure {
    /// The same for a response that doesn't exist and one that isn't the caller's.
    static func previousNotFound(_ id: String) -> OpenAIFailure {
        OpenAIFailure(
            status: .notFound,
            type: "invalid_request_error",
            message: "Previous response with id '\(id.prefix(100))' not found.",
            param: "previous_response_id",
            code: "previous_response_not_found"
        )
    }

    static func notFound(_ id: String) -> OpenAIFailure {
        OpenAIFailure(
            status: .notFound,
            type: "invalid_request_error",
            message: "Response with id '\(id.prefix(100))' not found.",
            code: "not_found"
        )
    }

    static func missingOutput(_ call: String) -> OpenAIFailure {
        .invalid("No tool output found for function call \(call).", param: "input")
    }
}
