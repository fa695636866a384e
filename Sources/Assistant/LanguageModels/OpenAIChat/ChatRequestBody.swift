import Domain

/// The body of a chat-completions request.
enum ChatRequestBody {
    static func json(_ request: ModelRequest, model: String, dialect: ChatDialect) -> JSONValue {
        var body: [String: JSONValue] = [
            "model": .string(model),
            "messages": .array(request.messages.map(message)),
            "stream": true,
        ]
        if !dialect.contains(.noStreamOptions) { body["stream_options"] = ["include_usage": true] }
        if !request.tools.isEmpty, !dialect.contains(.noTools) {
            body["tools"] = .array(request.tools.map(tool))
            body["tool_choice"] = toolChoice(request.toolChoice)
        }
        if let temperature = request.temperature, !dialect.contains(.noTemperature) {
            body["temperature"] = .number(temperature)
        }
        if let topP = request.topP, !dialect.contains(.noTopP) { body["top_p"] = .number(topP) }
        if let limit = request.maxOutputTokens {
            body[dialect.contains(.maxCompletionTokens) ? "max_completion_tokens" : "max_tokens"] = .integer(limit)
        }
        if let format = request.format { body["response_format"] = responseFormat(format, dialect) }
        return .object(body)
    }

    private static func responseFormat(_ format: AnswerFormat, _ dialect: ChatDialect) -> JSONValue? {
        guard !dialect.contains(.noJSON) else { return nil }
        guard !dialect.contains(.noJSONSchema) else { return ["type": "json_object"] }
        return [
            "type": "json_schema",
            "json_schema": ["name": .string(format.name), "schema": format.schema, "strict": true],
        ]
    }

    private static func message(_ message: ModelMessage) -> JSONValue {
        switch message {
        case .system(let text):
            return ["role": "system", "content": .string(text)]
        case .user(let text, let images):
            guard !images.isEmpty else { return ["role": "user", "content": .string(text)] }
            let parts: [JSONValue] = [["type": "text", "text": .string(text)]]
            // Pictures come before what is asked of them.
            return ["role": "user", "content": .array(images.map(image) + parts)]
        case .assistant(let text, let toolCalls, let providerState):
            guard !toolCalls.isEmpty else { return ["role": "assistant", "content": .string(text)] }
            var message: [String: JSONValue] = [
                "role": "assistant",
                "content": text.isEmpty ? .null : .string(text),
                "tool_calls": .array(toolCalls.map(toolCall)),
            ]
            if !providerState.isEmpty { message["reasoning_details"] = .array(providerState) }
            return .object(message)
        case .tool(let callId, let content):
            return ["role": "tool", "tool_call_id": .string(callId), "content": .string(content)]
        }
    }

    private static func image(_ image: ModelImage) -> JSONValue {
        ["type": "image_url", "image_url": ["url": .string(image.dataURL)]]
    }

    private static func toolCall(_ call: ToolCall) -> JSONValue {
        // Servers parse the arguments of earlier calls again and fail if they aren't an object, so invalid or empty
        // arguments are sent back as `{}`.
        let isEmpty = call.arguments?.object?.isEmpty ?? true
        let arguments = isEmpty ? "{}" : call.rawArguments
        return [
            "id": .string(call.id),
            "type": "function",
            "function": ["name": .string(call.name), "arguments": .string(arguments)],
        ]
    }

    private static func tool(_ tool: ToolDefinition) -> JSONValue {
        [
            "type": "function",
            "function": [
                "name": .string(tool.name),
                "description": .string(tool.description),
                "parameters": tool.parameters,
            ],
        ]
    }

    private static func toolChoice(_ choice: ToolChoice) -> JSONValue {
        switch choice {
        case .auto: "auto"
        case .none: "none"
        case .required: "required"
        case .tool(let name): ["type": "function", "function": ["name": .string(name)]]
        }
    }
}
