import Assistant
import Domain
import SpotterAPI

/// Builds the responses of `generateContent`.
struct GeminiAnswer: Sendable {
    let model: String
    let id: String
    let references: AnswerReferences

    func json(_ answer: AssistantAnswer, calls: [ToolExchange.Call]) -> JSONValue {
        response(parts: Self.parts(answer.text + AnswerText.ending(of: answer), calls), ending: answer)
    }

    /// A piece of a streamed answer.
    func piece(_ part: JSONValue) -> JSONValue { response(parts: [part], ending: nil) }

    /// The last piece of a streamed answer, with what its text hasn't said.
    func last(_ answer: AssistantAnswer, calls: [ToolExchange.Call]) -> JSONValue {
        response(parts: Self.parts(AnswerText.ending(of: answer), calls), ending: answer)
    }

    private static func parts(_ text: String, _ calls: [ToolExchange.Call]) -> [JSONValue] {
        let texts: [JSONValue] = text.isEmpty && !calls.isEmpty ? [] : [["text": .string(text)]]
        return texts
            + calls.map { call in
                [
                    "functionCall": [
                        "id": .string(call.id), "name": .string(call.name),
                        "args": JSONValue.parse(call.arguments) ?? [:],
                    ]
                ]
            }
    }

    private func response(parts: [JSONValue], ending answer: AssistantAnswer?) -> JSONValue {
        var candidate: [String: JSONValue] = [
            "index": 0, "content": ["role": "model", "parts": .array(parts)],
        ]
        var response: [String: JSONValue] = [
            "modelVersion": .string(answer?.model ?? model), "responseId": .string(id),
        ]
        if let answer {
            candidate["finishReason"] = "STOP"
            let sources = sources(answer)
            if !sources.isEmpty { candidate["citationMetadata"] = ["citationSources": .array(sources)] }
            response["usageMetadata"] = Self.usage(answer.usage)
            response["spotter"] = AnswerText.details(of: answer, isKept: false)
        }
        response["candidates"] = [.object(candidate)]
        return .object(response)
    }

    /// Places are in bytes of the text.
    private func sources(_ answer: AssistantAnswer) -> [JSONValue] {
        references.references(in: answer).map { reference in
            [
                "startIndex": .integer(reference.bytes.lowerBound), "endIndex": .integer(reference.bytes.upperBound),
                "uri": .string(reference.url), "title": .string(reference.title),
            ]
        }
    }

    private static func usage(_ usage: AssistantAnswer.Usage) -> JSONValue {
        [
            "promptTokenCount": .integer(usage.inputTokens),
            "cachedContentTokenCount": .integer(usage.cachedInputTokens),
            "candidatesTokenCount": .integer(usage.outputTokens),
            "totalTokenCount": .integer(usage.inputTokens + usage.outputTokens),
        ]
    }
}

/// Writes an answer as a stream of `generateContent` responses: server-sent events, or one JSON array.
struct GeminiStreamEncoder: AnswerEncoder {
    let answer: GeminiAnswer
    let isEventStream: Bool
    /// The calls with which the answer ended.
    let calls: @Sendable () -> [ToolExchange.Call]
    private var count = 0

    init(_ answer: GeminiAnswer, isEventStream: Bool, calls: @escaping @Sendable () -> [ToolExchange.Call]) {
        self.answer = answer
        self.isEventStream = isEventStream
        self.calls = calls
    }

    /// A comment, or white space between the array's elements.
    var pause: String { isEventStream ? ": keep-alive\r\n\r\n" : "\n" }

    mutating func encode(_ event: AssistantEvent) -> String {
        switch event {
        case .textDelta(let text): piece(answer.piece(["text": .string(text)]))
        case .thinkingDelta(let text): piece(answer.piece(["text": .string(text), "thought": true]))
        case .completed(let whole): piece(answer.last(whole, calls: calls()), isLast: true)
        case .failed(let error): piece(GeminiFailure(error).json, isLast: true)
        case .started, .retrieved, .webSearch, .lookup, .proposal, .needs, .usage: ""
        }
    }

    private mutating func piece(_ json: JSONValue, isLast: Bool = false) -> String {
        defer { count += 1 }
        if isEventStream { return "data: \(json.text)\r\n\r\n" }
        return (count == 0 ? "[" : ",\r\n") + json.text + (isLast ? "]" : "")
    }
}
