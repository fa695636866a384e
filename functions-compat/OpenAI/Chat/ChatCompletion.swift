import Assistant
import Domain
import SpotterAPI

/// Builds chat completions, and the chunks of streamed ones.
struct ChatCompletion: Sendable {
    let id: String
    /// Seconds since 1970.
    let created: Int
    let model: String
    let references: AnswerReferences
    /// Whether the conversation is kept.
    let isKept: Bool

    /// - Parameter calls: of the program's tools, with which the answer ended.
    func json(_ answer: AssistantAnswer, calls: [ToolExchange.Call]) -> JSONValue {
        let text = answer.text + AnswerText.ending(of: answer)
        var message: [String: JSONValue] = [
            "role": "assistant", "content": text.isEmpty && !calls.isEmpty ? .null : .string(text), "refusal": .null,
            "annotations": annotations(answer),
        ]
        if !calls.isEmpty { message["tool_calls"] = .array(calls.map(Self.call)) }
        let choice: JSONValue = [
            "index": 0, "message": .object(message), "logprobs": .null,
            "finish_reason": .string(Self.finishReason(calls)),
        ]
        return outline(
            "chat.completion",
            model: answer.model,
            [
                "choices": [choice], "usage": Self.usage(answer.usage),
                "spotter": AnswerText.details(of: answer, isKept: isKept),
            ]
        )
    }

    func chunk(_ delta: JSONValue, finish: String? = nil, more: [String: JSONValue] = [:]) -> JSONValue {
        let choice: JSONValue = [
            "index": 0, "delta": delta, "logprobs": .null, "finish_reason": finish.map { .string($0) } ?? .null,
        ]
        return outline(
            "chat.completion.chunk",
            model: model,
            ["choices": [choice], "usage": .null].merging(more) { $1 }
        )
    }

    func usageChunk(_ usage: AssistantAnswer.Usage) -> JSONValue {
        outline("chat.completion.chunk", model: model, ["choices": [], "usage": Self.usage(usage)])
    }

    private func outline(_ object: String, model: String, _ fields: [String: JSONValue]) -> JSONValue {
        .object(
            [
                "id": .string(id), "object": .string(object), "created": .integer(created), "model": .string(model),
                "system_fingerprint": .null,
            ].merging(fields) { $1 }
        )
    }

    // MARK: Parts

    func annotations(_ answer: AssistantAnswer) -> JSONValue {
        .array(
            references.references(in: answer).map { reference in
                [
                    "type": "url_citation",
                    "url_citation": [
                        "start_index": .integer(reference.scalars.lowerBound),
                        "end_index": .integer(reference.scalars.upperBound),
                        "url": .string(reference.url), "title": .string(reference.title),
                    ],
                ]
            }
        )
    }

    static func finishReason(_ calls: [ToolExchange.Call]) -> String { calls.isEmpty ? "stop" : "tool_calls" }

    static func call(_ call: ToolExchange.Call) -> JSONValue {
        [
            "id": .string(call.id), "type": "function",
            "function": ["name": .string(call.name), "arguments": .string(call.arguments)],
        ]
    }

    static func usage(_ usage: AssistantAnswer.Usage) -> JSONValue {
        [
            "prompt_tokens": .integer(usage.inputTokens), "completion_tokens": .integer(usage.outputTokens),
            "total_tokens": .integer(usage.inputTokens + usage.outputTokens),
            "prompt_tokens_details": ["cached_tokens": .integer(usage.cachedInputTokens), "audio_tokens": 0],
            "completion_tokens_details": ["reasoning_tokens": 0, "audio_tokens": 0],
        ]
    }
}
