import Domain

/// The body of a `generateContent` request.
enum GeminiRequestBody {
    static func json(_ request: ModelRequest, dialect: GeminiDialect) -> JSONValue {
        var contents = contents(request.messages)
        var body: [String: JSONValue] = [:]
        let rules = request.messages.compactMap { if case .system(let text) = $0 { text } else { nil } }
        if !rules.isEmpty {
            let parts: JSONValue = [["text": .string(rules.joined(separator: "\n\n"))]]
            if dialect.contains(.noSystemInstruction) {
                contents.insert(["role": "user", "parts": parts], at: 0)
            } else {
                body["systemInstruction"] = ["parts": parts]
            }
        }
        body["contents"] = .array(contents)
        if !request.tools.isEmpty, !dialect.contains(.noTools) {
            body["tools"] = [["functionDeclarations": .array(request.tools.map { tool($0, dialect) })]]
            body["toolConfig"] = ["functionCallingConfig": toolChoice(request.toolChoice)]
        }
        let configuration = configuration(request, dialect)
        if !configuration.isEmpty { body["generationConfig"] = .object(configuration) }
        return .object(body)
    }

    private static func configuration(_ request: ModelRequest, _ dialect: GeminiDialect) -> [String: JSONValue] {
        var configuration: [String: JSONValue] = [:]
        if let temperature = request.temperature { configuration["temperature"] = .number(temperature) }
        if let topP = request.topP { configuration["topP"] = .number(topP) }
        if let limit = request.maxOutputTokens { configuration["maxOutputTokens"] = .integer(limit) }
        // Many models can't do both: call tools, and keep to a form.
        if let format = request.format, !dialect.contains(.noFormat),
            request.tools.isEmpty || dialect.contains(.noTools)
        {
            let isPlain = dialect.contains(.openAPISchema)
            configuration["responseMimeType"] = "application/json"
            configuration[isPlain ? "responseSchema" : "responseJsonSchema"] =
                isPlain ? openAPI(format.schema) : format.schema
        }
        if !dialect.contains(.noThoughts) { configuration["thinkingConfig"] = ["includeThoughts": true] }
        return configuration
    }

    /// The turns. The results of one turn's calls belong into one turn of the user.
    private static func contents(_ messages: [ModelMessage]) -> [JSONValue] {
        var contents: [JSONValue] = []
        var results: [JSONValue] = []
        var calls = GeminiCallNames()
        func closeResults() {
            if !results.isEmpty { contents.append(["role": "user", "parts": .array(results)]) }
            results = []
        }
        for message in messages {
            if case .tool(let callId, let content) = message {
                results.append(["functionResponse": calls.response(to: callId, content)])
                continue
            }
            closeResults()
            switch message {
            case .system, .tool: break
            case .user(let text, let images):
                let parts = images.map(image) + [["text": .string(text)]]
                contents.append(["role": "user", "parts": .array(parts)])
            case .assistant(let text, let toolCalls, let providerState):
                calls.note(toolCalls, providerState)
                let said: [JSONValue] = text.isEmpty ? [] : [["text": .string(text)]]
                let parts = providerState.isEmpty ? said + toolCalls.map(call) : providerState
                if !parts.isEmpty { contents.append(["role": "model", "parts": .array(parts)]) }
            }
        }
        closeResults()
        return contents
    }

    private static func image(_ image: ModelImage) -> JSONValue {
        ["inlineData": ["mimeType": .string(image.mimeType), "data": .string(image.base64)]]
    }

    private static func call(_ call: ToolCall) -> JSONValue {
        ["functionCall": ["name": .string(call.name), "args": call.arguments ?? [:]]]
    }

    private static func tool(_ tool: ToolDefinition, _ dialect: GeminiDialect) -> JSONValue {
        let isPlain = dialect.contains(.openAPISchema)
        return [
            "name": .string(tool.name), "description": .string(tool.description),
            isPlain ? "parameters" : "parametersJsonSchema": isPlain ? openAPI(tool.parameters) : tool.parameters,
        ]
    }

    /// A schema without the keywords that OpenAPI 3.0 doesn't know.
    private static func openAPI(_ schema: JSONValue) -> JSONValue {
        switch schema {
        case .object(let members):
            .object(members.filter { $0.key != "additionalProperties" && $0.key != "$schema" }.mapValues(openAPI))
        case .array(let elements): .array(elements.map(openAPI))
        default: schema
        }
    }

    private static func toolChoice(_ choice: ToolChoice) -> JSONValue {
        switch choice {
        case .auto: ["mode": "AUTO"]
        case .none: ["mode": "NONE"]
        case .required: ["mode": "ANY"]
        case .tool(let name): ["mode": "ANY", "allowedFunctionNames": [.string(name)]]
        }
    }
}

/// The names of the calls so far: a result is matched by the function's name, and by an id only if the provider gave one.
private struct GeminiCallNames {
    private var names: [String: String] = [:]
    private var ownIds: Set<String> = []

    mutating func note(_ calls: [ToolCall], _ providerState: [JSONValue]) {
        for call in calls { names[call.id] = call.name }
        ownIds.formUnion(providerState.compactMap { $0["functionCall"]?["id"]?.string })
    }

    func response(to callId: String, _ content: String) -> JSONValue {
        var response: [String: JSONValue] = [
            "name": .string(names[callId] ?? "unknown"), "response": ["result": .string(content)],
        ]
        if ownIds.contains(callId) { response["id"] = .string(callId) }
        return .object(response)
    }
}
