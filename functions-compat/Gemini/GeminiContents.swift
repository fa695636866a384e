import Assistant
import Domain

/// Reads contents: turns of parts.
enum GeminiContents {
    /// Of a text whose tokens are counted.
    static let maxTextBytes = 64 << 10

    /// The turns of a request. Calls without an id are matched with their responses by name, in order.
    static func items(_ body: GeminiFields) throws(GeminiFailure) -> [DialogueItem] {
        let contents = try body.list("contents")
        guard !contents.isEmpty else { throw .invalid("contents must be a list with at least one content.") }
        var items: [DialogueItem] = []
        /// Calls that wait for their responses.
        var open: [ToolExchange.Call] = []
        var count = 0
        for content in contents {
            let text = try text(of: content)
            switch content["role"]?.string ?? "user" {
            case "model":
                let calls = try calls(in: content, &count)
                open += calls
                items.append(.assistant(text, calls: calls))
            case "user", "function", "tool":
                for output in try outputs(in: content, &open) { items.append(.output(output)) }
                if !text.isEmpty { items.append(.user(text)) }
            case let role: throw .invalid("role must be user or model, not \(role.prefix(32)).")
            }
        }
        return items
    }

    /// The texts of a content's parts, but for thoughts.
    static func text(of content: GeminiFields) throws(GeminiFailure) -> String {
        if let text = content.json.string { return text }
        var texts: [String] = []
        for part in try content.list("parts") where part["thought"]?.bool != true {
            if let text = part["text"]?.string { texts.append(text) }
            if part["inlineData"] != nil || part["fileData"] != nil {
                throw .invalid("Only texts are taken here. Files go with the native API.")
            }
        }
        return texts.joined(separator: "\n")
    }

    private static func calls(in content: GeminiFields, _ count: inout Int) throws(GeminiFailure) -> [ToolExchange.Call]
    {
        var calls: [ToolExchange.Call] = []
        for part in try content.list("parts") {
            guard let call = part.fields("functionCall") else { continue }
            guard let name = call["name"]?.string else { throw .invalid("A functionCall needs a name.") }
            count += 1
            let id = call["id"]?.string ?? "call_\(count)"
            calls.append(.init(id: id, name: name, arguments: (call["args"] ?? [:]).text))
        }
        return calls
    }

    private static func outputs(
        in content: GeminiFields,
        _ open: inout [ToolExchange.Call]
    ) throws(GeminiFailure) -> [ToolExchange.Output] {
        var outputs: [ToolExchange.Output] = []
        for part in try content.list("parts") {
            guard let response = part.fields("functionResponse") else { continue }
            let (id, name) = (response["id"]?.string, response["name"]?.string)
            let place = open.firstIndex { call in id.map { call.id == $0 } ?? (call.name == name) }
            guard let place else {
                throw .invalid("A functionResponse answers no function call.")
            }
            outputs.append(.init(callId: open[place].id, content: (response["response"] ?? [:]).text))
            open.remove(at: place)
        }
        return outputs
    }
}
