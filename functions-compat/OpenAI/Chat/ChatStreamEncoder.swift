import Assistant
import Domain
import SpotterAPI

/// Writes an answer as chunks of a chat completion.
struct ChatStreamEncoder: AnswerEncoder {
    let completion: ChatCompletion
    let includesUsage: Bool
    /// The calls with which the answer ended.
    let calls: @Sendable () -> [ToolExchange.Call]

    var pause: String { ": keep-alive\n\n" }

    mutating func encode(_ event: AssistantEvent) -> String {
        switch event {
        case .started: .data(completion.chunk(["role": "assistant", "content": ""]))
        case .thinkingDelta(let text): .data(completion.chunk(["reasoning_content": .string(text)]))
        case .textDelta(let text): .data(completion.chunk(["content": .string(text)]))
        case .completed(let answer): ending(of: answer)
        // The SDKs raise an error for an object with `error` wherever it comes.
        case .failed(let error): .data(OpenAIFailure(error).json)
        case .retrieved, .webSearch, .lookup, .proposal, .needs, .usage: ""
        }
    }

    private func ending(of answer: AssistantAnswer) -> String {
        var chunks: [JSONValue] = []
        let text = AnswerText.ending(of: answer)
        if !text.isEmpty { chunks.append(completion.chunk(["content": .string(text)])) }
        let annotations = completion.annotations(answer)
        if annotations != [] { chunks.append(completion.chunk(["annotations": annotations])) }
        let calls = calls()
        for (index, call) in calls.enumerated() {
            let first: JSONValue = [
                "index": .integer(index), "id": .string(call.id), "type": "function",
                "function": ["name": .string(call.name), "arguments": ""],
            ]
            let rest: JSONValue = [
                "index": .integer(index), "function": ["arguments": .string(call.arguments)],
            ]
            chunks += [first, rest].map { completion.chunk(["tool_calls": [$0]]) }
        }
        let details = ["spotter": AnswerText.details(of: answer, isKept: completion.isKept)]
        chunks.append(completion.chunk([:], finish: ChatCompletion.finishReason(calls), more: details))
        if includesUsage { chunks.append(completion.usageChunk(answer.usage)) }
        return chunks.map { String.data($0) }.joined() + "data: [DONE]\n\n"
    }
}
