import Assistant
import Domain
import LanguageModels
import SpotterAPI

/// Reads JSON in which a field may be spelled `likeThis` or `like_this`, as protocol buffers allow.
struct GeminiFields {
    let json: JSONValue

    subscript(name: String) -> JSONValue? {
        json[name] ?? json[name.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : String($1) }]
    }

    /// A message in a field.
    func fields(_ name: String) -> GeminiFields? { self[name].map(GeminiFields.init) }

    /// A list, of which clients write a single element as it is.
    func list(_ name: String) throws(GeminiFailure) -> [GeminiFields] {
        switch self[name] {
        case nil: return []
        case .array(let list): return list.map(GeminiFields.init)
        case .object(let element): return [GeminiFields(json: .object(element))]
        default: throw .invalid("\(name) must be a list.")
        }
    }
}

/// A request to generate content.
struct GeminiRequest: Sendable {
    static let maxQuestion = 4_000

    let question: String
    let supplied: SuppliedContext
    /// The newest files of the user, as many as one question brings along.
    let files: [InlineFile]

    /// - Parameter readsPages: whether pages are read whose addresses a question names; then the tool for that is taken.
    init(_ json: JSONValue, readsPages: Bool = false) throws(GeminiFailure) {
        let body = GeminiFields(json: json)
        var items: [DialogueItem] = []
        if let system = body.fields("systemInstruction") {
            items.append(.instructions(try GeminiContents.text(of: system)))
        }
        items += try GeminiContents.items(body)
        let dialogue = Dialogue(items)
        guard let question = dialogue.question, !question.isEmpty else {
            throw .invalid("contents must hold a text of the user.")
        }
        guard TextLength(1...Self.maxQuestion).admits(question) else {
            throw .invalid("The user's last text may have \(Self.maxQuestion) characters.")
        }
        if let call = dialogue.unansweredCall {
            throw .invalid("The function call \(call.name) has no functionResponse.")
        }
        guard dialogue.outputs.isEmpty else { throw .invalid("A functionResponse answers no function call.") }
        self.question = question
        var supplied = dialogue.supplied
        try Self.readTools(body, readsPages, into: &supplied)
        try Self.readSettings(body, into: &supplied)
        supplied.isKept = false
        self.supplied = supplied
        files = Array(try GeminiContents.files(body).prefix(AssistantQuery.maxFiles))
    }

    // MARK: Tools

    private static func readTools(
        _ body: GeminiFields,
        _ readsPages: Bool,
        into supplied: inout SuppliedContext
    ) throws(GeminiFailure) {
        let taken =
            ["functionDeclarations", "function_declarations", "googleSearch", "google_search"]
            + (readsPages ? ["urlContext", "url_context"] : [])
        for tool in try body.list("tools") {
            for declaration in try tool.list("functionDeclarations") {
                let schema = declaration["parametersJsonSchema"] ?? declaration["parameters"].map(lowercasedTypes)
                guard let name = declaration["name"]?.string, supplied.tools.count < 128,
                    let definition = ToolDefinition(program: name, declaration["description"]?.string, schema),
                    !supplied.tools.contains(where: { $0.name == name })
                else {
                    throw .invalid("A function needs a name of its own of 1 to 64 letters, digits, _ and -.")
                }
                supplied.tools.append(definition)
            }
            let others = (tool.json.object ?? [:]).keys.filter { !taken.contains($0) }
            if let other = others.sorted().first { throw .invalid("The tool \(other.prefix(64)) isn't run here.") }
        }
        guard let config = body.fields("toolConfig")?.fields("functionCallingConfig") else { return }
        let allowed = (config["allowedFunctionNames"]?.array ?? []).compactMap(\.string)
        if !allowed.isEmpty { supplied.tools.removeAll { !allowed.contains($0.name) } }
        switch config["mode"]?.string ?? "AUTO" {
        case "NONE": supplied.toolChoice = .none
        case "ANY": supplied.toolChoice = .required
        case "AUTO", "VALIDATED", "MODE_UNSPECIFIED": break
        default: throw .invalid("mode must be AUTO, ANY, NONE or VALIDATED.")
        }
    }

    /// Gemini's own schemas write `STRING` where JSON Schema has `string`.
    private static func lowercasedTypes(_ schema: JSONValue) -> JSONValue {
        switch schema {
        case .object(let members):
            .object(
                Dictionary(
                    uniqueKeysWithValues: members.map { key, value in
                        (
                            key,
                            key == "type"
                                ? value.string.map { .string($0.lowercased()) } ?? lowercasedTypes(value)
                                : lowercasedTypes(value)
                        )
                    }
                )
            )
        case .array(let elements): .array(elements.map(lowercasedTypes))
        default: schema
        }
    }

    // MARK: Settings

    private static func readSettings(_ body: GeminiFields, into supplied: inout SuppliedContext) throws(GeminiFailure) {
        guard let config = body.fields("generationConfig") else { return }
        func number(_ name: String, _ range: ClosedRange<Double>) throws(GeminiFailure) -> Double? {
            guard let value = config[name] else { return nil }
            guard let number = value.double, range.contains(number) else {
                throw .invalid("\(name) must be a number from \(range.lowerBound) to \(range.upperBound).")
            }
            return number
        }
        supplied.temperature = try number("temperature", 0...2)
        supplied.topP = try number("topP", 0...1)
        supplied.maxOutputTokens = try number("maxOutputTokens", 1...1_000_000).map { Int($0) }
        if let count = try number("candidateCount", 1...8), count != 1 {
            throw .invalid("There is one answer to a question: candidateCount must be 1.")
        }
        let type = config["responseMimeType"]?.string ?? "text/plain"
        guard type == "text/plain" else {
            throw .invalid("The assistant answers in text. Use a function with mode ANY to get JSON of your schema.")
        }
    }
}
