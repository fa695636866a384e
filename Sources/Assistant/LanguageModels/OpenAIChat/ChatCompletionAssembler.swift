package import Domain

/// Turns the chunks of a chat completion into events. A whole completion counts as one chunk.
struct ChatCompletionAssembler: AnswerAssembler {
    private let makeCallId: (Int) -> String
    private var calls: ToolCallAccumulator
    private var reasoning = ReasoningDetails()
    private var usage: ModelUsage?
    private var finish: FinishReason?
    private(set) var hasBegun = false

    init(maxCalls: Int, makeCallId: @escaping (Int) -> String) {
        self.makeCallId = makeCallId
        calls = ToolCallAccumulator(maxCalls: maxCalls)
    }

    var hasFinished: Bool { finish != nil }
    /// Usage may follow the finish reason, until `[DONE]`.
    var isComplete: Bool { false }

    mutating func add(_ chunk: JSONValue) throws(AssemblyError) -> [ModelEvent] {
        if let reported = chunk["usage"].flatMap(ModelUsage.init(chatUsage:)) { usage = reported }
        guard let choice = chunk["choices"]?.array?.first(where: { ($0["index"]?.int ?? 0) == 0 }) else { return [] }
        hasBegun = true
        var events: [ModelEvent] = []
        if let delta = choice["delta"] ?? choice["message"] {
            events.append(thinking: delta["reasoning_content"]?.string ?? delta["reasoning"]?.string)
            Self.append(content: delta["content"], to: &events)
            events.append(text: delta["refusal"]?.string)
            for detail in delta["reasoning_details"]?.array ?? [] { reasoning.add(detail) }
            do { try calls.add(delta["tool_calls"]?.array ?? []) } catch { throw .tooManyCalls }
        }
        if let reason = choice["finish_reason"]?.string, !reason.isEmpty { finish = FinishReason(wire: reason) }
        return events
    }

    func end() -> [ModelEvent]? {
        Self.ending(calls.calls(makeId: makeCallId), reasoning.details, usage, finish)
    }

    /// Content is a text, or a list of parts: `{"type":"text","text"}` and `{"type":"thinking","thinking":[parts]}`.
    private static func append(content: JSONValue?, to events: inout [ModelEvent]) {
        events.append(text: content?.string)
        for part in content?.array ?? [] {
            events.append(text: part["text"]?.string)
            for thought in part["thinking"]?.array ?? [] { events.append(thinking: thought["text"]?.string) }
        }
    }
}

extension FinishReason {
    init(wire: String) {
        self =
            switch wire {
            case "stop", "eos": .stop
            case "length", "max_tokens": .length
            case "tool_calls", "function_call": .toolCalls
            case "content_filter": .contentFilter
            default: .other(wire)
            }
    }
}

extension ModelUsage {
    /// `{"prompt_tokens","completion_tokens","prompt_tokens_details":{"cached_tokens"},…}`, also with DeepSeek's name for
    /// what was cached.
    package init?(chatUsage usage: JSONValue) {
        guard let input = usage["prompt_tokens"]?.int, let output = usage["completion_tokens"]?.int else { return nil }
        self.init(
            inputTokens: input,
            cachedInputTokens: usage["prompt_tokens_details"]?["cached_tokens"]?.int
                ?? usage["prompt_cache_hit_tokens"]?.int ?? 0,
            outputTokens: output,
            reasoningTokens: usage["completion_tokens_details"]?["reasoning_tokens"]?.int ?? 0
        )
    }
}
