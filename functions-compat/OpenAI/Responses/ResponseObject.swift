import Assistant
import Domain
import SpotterAPI

/// What a response repeats of its request.
struct ResponseEcho: Sendable {
    private(set) var fields: [String: JSONValue] = [
        "instructions": .null, "tools": [], "tool_choice": "auto", "parallel_tool_calls": true, "temperature": .null,
        "top_p": .null, "max_output_tokens": .null, "max_tool_calls": .null, "metadata": [:], "truncation": "disabled",
        "reasoning": ["effort": .null, "summary": .null], "text": ["format": ["type": "text"]], "user": .null,
        "store": true, "background": false, "service_tier": "default",
    ]

    private static let repeated = [
        "instructions", "tools", "tool_choice", "parallel_tool_calls", "temperature", "top_p", "max_output_tokens",
        "store", "background",
    ]

    /// Of a response that is retrieved: what was requested isn't kept.
    init() {}

    init(_ json: JSONValue) throws(OpenAIFailure) {
        for name in Self.repeated { if let value = json[name] { fields[name] = value } }
        guard let metadata = json["metadata"] else { return }
        let isTaken =
            metadata.object.map { pairs in
                pairs.count <= 16
                    && pairs.allSatisfy { $0.key.count <= 64 && ($0.value.string.map { $0.count <= 512 } ?? false) }
            } ?? false
        guard isTaken else {
            throw .invalid("metadata takes 16 texts of 512 characters, under keys of 64.", param: "metadata")
        }
        fields["metadata"] = metadata
    }
}

/// Builds the response object.
struct ResponseObject: Sendable {
    enum Status: String, Sendable {
        case inProgress = "in_progress"
        case completed, failed, cancelled
    }

    let turn: TurnID
    /// Seconds since 1970.
    let created: Int
    let model: String
    let previous: TurnID?
    let references: AnswerReferences
    let isKept: Bool
    var echo = ResponseEcho()

    var id: String { ResponseID.text(turn) }

    /// A response that has no answer yet.
    var begun: JSONValue { json(.inProgress, [:]) }

    func json(_ answer: AssistantAnswer, calls: [ToolExchange.Call], isStopped: Bool) -> JSONValue {
        json(
            isStopped ? .cancelled : .completed,
            [
                "model": .string(answer.model), "output": .array(output(answer, calls, isWhole: true)),
                "usage": Self.usage(answer.usage), "spotter": AnswerText.details(of: answer, isKept: isKept),
            ]
        )
    }

    func json(failed error: SpotterError, _ answer: AssistantAnswer?) -> JSONValue {
        let isLimit = [.rateLimited, .modelRateLimited, .quotaExceeded].contains(error.code)
        return json(
            .failed,
            [
                "output": .array(answer.map { output($0, [], isWhole: false) } ?? []),
                "error": [
                    "code": isLimit ? "rate_limit_exceeded" : "server_error", "message": .string(error.message),
                ],
            ]
        )
    }

    private func json(_ status: Status, _ fields: [String: JSONValue]) -> JSONValue {
        var object: [String: JSONValue] = [
            "id": .string(id), "object": "response", "created_at": .integer(created), "completed_at": .null,
            "status": .string(status.rawValue), "error": .null, "incomplete_details": .null, "model": .string(model),
            "output": [], "usage": .null,
            "previous_response_id": previous.map { .string(ResponseID.text($0)) } ?? .null,
        ]
        object.merge(echo.fields) { $1 }
        object.merge(fields) { $1 }
        return .object(object)
    }

    // MARK: Output

    /// - Parameter isWhole: whether the text came to its end.
    private func output(_ answer: AssistantAnswer, _ calls: [ToolExchange.Call], isWhole: Bool) -> [JSONValue] {
        let text = answer.text + (isWhole ? AnswerText.ending(of: answer) : "")
        var items: [JSONValue] = []
        if !text.isEmpty || calls.isEmpty && isWhole {
            let part = Self.part(text, isWhole ? annotations(answer) : [])
            items.append(message([part], status: isWhole ? "completed" : "incomplete"))
        }
        return items + calls.indices.map { call(calls[$0], at: $0) }
    }

    func message(_ content: [JSONValue], status: String) -> JSONValue {
        [
            "id": .string(messageId), "type": "message", "status": .string(status), "role": "assistant",
            "content": .array(content),
        ]
    }

    var messageId: String { "msg_\(OpenAIIdentifier.text(turn))" }
    func callId(at position: Int) -> String { "fc_\(OpenAIIdentifier.text(turn))_\(position)" }

    func call(_ call: ToolExchange.Call, at position: Int, isBegun: Bool = false) -> JSONValue {
        [
            "id": .string(callId(at: position)), "type": "function_call",
            "status": isBegun ? "in_progress" : "completed", "call_id": .string(call.id), "name": .string(call.name),
            "arguments": isBegun ? "" : .string(call.arguments),
        ]
    }

    static func part(_ text: String, _ annotations: [JSONValue]) -> JSONValue {
        ["type": "output_text", "text": .string(text), "annotations": .array(annotations), "logprobs": []]
    }

    func annotations(_ answer: AssistantAnswer) -> [JSONValue] {
        references.references(in: answer).map { reference in
            [
                "type": "url_citation", "start_index": .integer(reference.scalars.lowerBound),
                "end_index": .integer(reference.scalars.upperBound), "url": .string(reference.url),
                "title": .string(reference.title),
            ]
        }
    }

    static func usage(_ usage: AssistantAnswer.Usage) -> JSONValue {
        [
            "input_tokens": .integer(usage.inputTokens),
            "input_tokens_details": ["cached_tokens": .integer(usage.cachedInputTokens), "cache_write_tokens": 0],
            "output_tokens": .integer(usage.outputTokens), "output_tokens_details": ["reasoning_tokens": 0],
            "total_tokens": .integer(usage.inputTokens + usage.outputTokens),
        ]
    }
}

extension ResponseObject {
    /// A stored answer as a response.
    init(_ record: AnswerRecord, _ references: AnswerReferences) {
        self.init(
            turn: record.answer.id,
            created: Int(record.answer.createdAt.milliseconds / 1000),
            model: record.answer.answer?.model ?? ServedModels.assistant,
            previous: record.previous,
            references: references,
            isKept: true
        )
    }

    func json(_ record: AnswerRecord) -> JSONValue {
        switch record.answer.state {
        case .running: return begun
        case .completed, .stopped:
            guard let answer = record.answer.answer else { return begun }
            return json(answer, calls: record.calls, isStopped: record.answer.state == .stopped)
        case .interrupted, .failed:
            let error = record.failure ?? SpotterError(.modelInterrupted, "The server stopped while it answered.")
            return json(failed: error, record.answer.answer)
        }
    }
}
