import Domain

/// The body of a Responses request.
enum ResponsesRequestBody {
    static func json(_ request: ModelRequest, model: String, dialect: ResponsesDialect) -> JSONValue {
        var body: [String: JSONValue] = [
            "model": .string(model),
            "input": .array(request.messages.flatMap(items)),
            "stream": true,
            "store": false,
        ]
        let instructions = request.messages.compactMap { if case .system(let text) = $0 { text } else { nil } }
        if !instructions.isEmpty { body["instructions"] = .string(instructions.joined(separator: "\n\n")) }
        if !dialect.contains(.noEncryptedReasoning) { body["include"] = ["reasoning.encrypted_content"] }
        if !dialect.contains(.noReasoningSummary) { body["reasoning"] = ["summary": "auto"] }
        if !request.tools.isEmpty, !dialect.contains(.noTools) {
            body["tools"] = .array(request.tools.map(tool))
            body["tool_choice"] = toolChoice(request.toolChoice)
        }
        if let temperature = request.temperature, !dialect.contains(.noTemperature) {
            body["temperature"] = .number(temperature)
        }
        if let topP = request.topP, !dialect.contains(.noTopP) { body["top_p"] = .number(topP) }
        if let limit = request.maxOutputTokens { body["max_output_tokens"] = .integer(limit) }
        if let format = request.format, !dialect.contains(.noFormat) {
            body["text"] = [
                "format": [
                    "type": "json_schema", "name": .string(format.name), "schema": format.schema, "strict": true,
                ]
            ]
        }
        return .object(body)
    }

    private static func items(_ message: ModelMessage) -> [JSONValue] {
        switch message {
        case .system:
            return []
        case .user(let text, let images):
            guard !images.isEmpty else { return [["role": "user", "content": .string(text)]] }
            let parts: [JSONValue] = [["type": "input_text", "text": .string(text)]]
            // Pictures come before what is asked of them.
            return [["role": "user", "content": .array(images.map(image) + parts)]]
        case .assistant(let text, let toolCalls, let providerState):
            if !providerState.isEmpty { return providerState }
            let said: [JSONValue] = text.isEmpty ? [] : [["role": "assistant", "content": .string(text)]]
            return said + toolCalls.map(toolCall)
        case .tool(let callId, let content):
            return [["type": "function_call_output", "call_id": .string(callId), "output": .string(content)]]
        }
    }

    private static func image(_ image: ModelImage) -> JSONValue {
        ["type": "input_image", "image_url": .string(image.dataURL), "detail": "auto"]
    }

    private static func toolCall(_ call: ToolCall) -> JSONValue {
        // Invalid arguments go back as `{}`, as in chat completions.
        let isEmpty = call.arguments?.object?.isEmpty ?? true
        return [
            "type": "function_call", "call_id": .string(call.id), "name": .string(call.name),
            "arguments": .string(isEmpty ? "{}" : call.rawArguments),
        ]
    }

    /// Flat, unlike a tool of chat completions. `strict` would demand that every parameter is required.
    private static func tool(_ tool: ToolDefinition) -> JSONValue {
        [
            "type": "function", "name": .string(tool.name), "description": .string(tool.description),
            "parameters": tool.parameters, "strict": false,
        ]
    }

    private static func toolChoice(_ choice: ToolChoice) -> JSONValue {
        switch choice {
        case .auto: "auto"
        case .none: "none"
        case .required: "required"
        case .tool(let name): ["type": "function", "name": .string(name)]
        }
    }
}
