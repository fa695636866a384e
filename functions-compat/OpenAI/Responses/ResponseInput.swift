import Assistant
import Domain
import SpotterAPI

/// Reads the input of a request for a response: a text, or items.
enum ResponseInput {
    static func items(_ input: JSONValue?) throws(OpenAIFailure) -> [DialogueItem] {
        if let text = input?.string { return [.user(text)] }
        guard let list = input?.array else {
            throw .invalid("input must be a text or a list of items.", param: "input")
        }
        var items: [DialogueItem] = []
        for (position, item) in list.enumerated() {
            if let read = try Self.item(item, "input[\(position)]") { items.append(read) }
        }
        return items
    }

    /// - Returns: `nil` for what a client echoes and that says nothing here, such as another model's reasoning.
    private static func item(_ item: JSONValue, _ param: String) throws(OpenAIFailure) -> DialogueItem? {
        switch item["type"]?.string ?? "message" {
        case "message":
            let text = try OpenAIRequestReader.text(item["content"], param: "\(param).content")
            switch item["role"]?.string {
            case "system", "developer": return .instructions(text)
            case "user": return .user(text)
            case "assistant": return .assistant(text)
            default: throw .invalid("role must be system, developer, user or assistant.", param: "\(param).role")
            }
        case "function_call":
            guard let id = item["call_id"]?.string, let name = item["name"]?.string else {
                throw .invalid("A function_call needs a call_id and a name.", param: param)
            }
            return .assistant("", calls: [.init(id: id, name: name, arguments: item["arguments"]?.string ?? "{}")])
        case "function_call_output":
            guard let id = item["call_id"]?.string else {
                throw .invalid("A function_call_output needs a call_id.", param: param)
            }
            let text = try OpenAIRequestReader.text(item["output"], param: "\(param).output")
            return .output(.init(callId: id, content: text))
        case "reasoning", "web_search_call": return nil
        case let type: throw .unsupported(param, "Items of type '\(type.prefix(64))' aren't taken here.")
        }
    }

    /// The items that an answer was asked with.
    static func items(of record: AnswerRecord) -> [JSONValue] {
        guard record.outputs.isEmpty else {
            return record.outputs.enumerated().map { position, output in
                [
                    "id": .string("fco_\(OpenAIIdentifier.text(record.answer.id))_\(position)"),
                    "type": "function_call_output", "status": "completed",
                    "call_id": .string(output.callId), "output": .string(output.content),
                ]
            }
        }
        guard let question = record.question else { return [] }
        return [
            [
                "id": .string("msg_\(OpenAIIdentifier.text(question.id))"), "type": "message", "status": "completed",
                "role": "user", "content": [["type": "input_text", "text": .string(question.text)]],
            ]
        ]
    }
}
