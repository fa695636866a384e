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
        }
        return texts.joined(separator: "\n")
    }

    /// The files that the user has brought along, those of the last turn first. Programs send a conversation's files again with
    /// each question. A model's own files aren't read.
    static func files(_ body: GeminiFields) throws(GeminiFailure) -> [InlineFile] {
        var files: [InlineFile] = []
        var known: Set<InlineFile> = []
        for content in try body.list("contents").reversed() {
            let isUsers = content["role"]?.string != "model"
            for part in try content.list("parts") {
                guard part["fileData"] == nil else {
                    throw .invalid("No file is fetched here. Send it as inlineData.")
                }
                guard isUsers, let data = part.fields("inlineData") else { continue }
                guard let type = data["mimeType"]?.string, let text = data["data"]?.string,
                    let file = InlineFile(mimeType: type, base64: text)
                else {
                    throw .invalid("inlineData must be a JPEG, PNG, WebP or GIF picture or a PDF, in base64.")
                }
                if known.insert(file).inserted { files.append(file) }
            }
        }
        return files
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
