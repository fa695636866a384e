import Assistant
import Domain
import LanguageModels

/// Reads the fields that OpenAI's two ways to ask have in common. Every body has a reading, or an error that names the
/// field.
struct OpenAIRequestReader {
    let json: JSONValue

    static let maxTools = 128
    static let maxQuestion = 4_000

    func flag(_ name: String) throws(OpenAIFailure) -> Bool? {
        guard let value = json[name] else { return nil }
        guard let flag = value.bool else { throw .invalid("\(name) must be true or false.", param: name) }
        return flag
    }

    func number(_ name: String, _ range: ClosedRange<Double>) throws(OpenAIFailure) -> Double? {
        guard let value = json[name] else { return nil }
        guard let number = value.double, range.contains(number) else {
            throw .invalid("\(name) must be a number from \(range.lowerBound) to \(range.upperBound).", param: name)
        }
        return number
    }

    func count(_ name: String, _ range: ClosedRange<Int> = 1...1_000_000) throws(OpenAIFailure) -> Int? {
        guard let value = json[name] else { return nil }
        guard let number = value.int, range.contains(number) else {
            throw .invalid("\(name) must be an integer from \(range.lowerBound) to \(range.upperBound).", param: name)
        }
        return number
    }

    func model() throws(OpenAIFailure) -> String? {
        guard let value = json["model"] else { return nil }
        guard let name = value.string else { throw .invalid("model must be a string.", param: "model") }
        return name
    }

    /// What a field holds that can only be its default here.
    func require(_ name: String, _ accepted: JSONValue..., orElse message: String) throws(OpenAIFailure) {
        guard let value = json[name], !accepted.contains(value) else { return }
        throw .unsupported(name, message)
    }

    // MARK: Tools

    enum ToolForm {
        /// `{"type":"function","function":{"name",…}}`
        case nested
        /// `{"type":"function","name",…}`
        case flat
    }

    func tools(_ form: ToolForm) throws(OpenAIFailure) -> [ToolDefinition] {
        guard let value = json["tools"] else { return [] }
        guard let list = value.array, list.count <= Self.maxTools else {
            throw .invalid("tools must be a list of at most \(Self.maxTools).", param: "tools")
        }
        var tools: [ToolDefinition] = []
        for tool in list {
            let type = tool["type"]?.string
            if form == .flat, type?.hasPrefix("web_search") == true { continue }
            guard type == "function" else {
                throw .unsupported("tools", "Only tools of type function are run here; '\(type ?? "none")' isn't.")
            }
            let function = form == .nested ? tool["function"] : tool
            guard let name = function?["name"]?.string,
                let definition = ToolDefinition(
                    program: name,
                    function?["description"]?.string,
                    function?["parameters"]
                )
            else {
                throw .invalid(
                    "A function needs a name of 1 to 64 letters, digits, _ and -, and an object schema.",
                    param: "tools"
                )
            }
            guard !tools.contains(where: { $0.name == name }) else {
                throw .invalid("Two functions are called '\(name)'.", param: "tools")
            }
            tools.append(definition)
        }
        return tools
    }

    func toolChoice(among tools: [ToolDefinition]) throws(OpenAIFailure) -> ToolChoice {
        guard let value = json["tool_choice"] else { return .auto }
        if let word = value.string {
            switch word {
            case "none": return .none
            case "auto": return .auto
            case "required": return .required
            default: break
            }
        }
        if value["type"]?.string?.hasPrefix("web_search") == true { return .auto }
        if let name = value["function"]?["name"]?.string ?? value["name"]?.string {
            guard tools.contains(where: { $0.name == name }) else {
                throw .invalid("tool_choice names '\(name)', which isn't among tools.", param: "tool_choice")
            }
            return .tool(name)
        }
        throw .invalid("tool_choice must be none, auto, required or a function.", param: "tool_choice")
    }

    /// Tools and how the answer is to be made.
    func settings(_ form: ToolForm, maxTokens: [String]) throws(OpenAIFailure) -> SuppliedContext {
        var supplied = SuppliedContext()
        supplied.tools = try tools(form)
        supplied.toolChoice = try toolChoice(among: supplied.tools)
        supplied.callsInParallel = try flag("parallel_tool_calls") ?? true
        supplied.temperature = try number("temperature", 0...2)
        supplied.topP = try number("top_p", 0...1)
        for name in maxTokens { supplied.maxOutputTokens = try count(name) ?? supplied.maxOutputTokens }
        return supplied
    }

    // MARK: Texts

    /// The text of a content: a string, or parts of which only texts are taken.
    static func text(_ content: JSONValue?, param: String) throws(OpenAIFailure) -> String {
        guard let content else { return "" }
        if let text = content.string { return text }
        guard let parts = content.array else {
            throw .invalid("content must be a text or a list of parts.", param: param)
        }
        var texts: [String] = []
        for part in parts {
            switch part["type"]?.string {
            case "text", "input_text", "output_text": texts.append(part["text"]?.string ?? "")
            case "refusal": texts.append(part["refusal"]?.string ?? "")
            case let type:
                throw .unsupported(
                    param,
                    "Parts of type '\(type ?? "none")' aren't taken here: only texts are. Files go with the native API."
                )
            }
        }
        return texts.joined(separator: "\n")
    }

    /// - Throws: `OpenAIFailure` if there is no question, or a long one.
    static func question(_ dialogue: Dialogue, param: String) throws(OpenAIFailure) -> String {
        guard let question = dialogue.question, !question.isEmpty else {
            throw .invalid("There is no message of the user, or it is empty.", param: param)
        }
        guard TextLength(1...maxQuestion).admits(question) else {
            throw .invalid(
                "The user's last message may have \(maxQuestion) characters; it has \(question.count).",
                param: param,
                code: "context_length_exceeded"
            )
        }
        return question
    }
}
