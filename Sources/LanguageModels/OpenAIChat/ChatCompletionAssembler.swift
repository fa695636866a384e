import Domain

/// Turns the chunks of a chat completion into events: text and reasoning at once; calls, usage and the finish reason
/// when the completion ends.
struct ChatCompletionAssembler {
    private let makeCallId: (Int) -> String
    private var calls: ToolCallAccumulator
    private var usage: ModelUsage?
    private var finish: FinishReason?
    private(set) var hasChoice = false

    /// - Parameter makeCallId: makes an id for the call at a position, for servers that send none.
    init(maxCalls: Int, makeCallId: @escaping (Int) -> String) {
        self.makeCallId = makeCallId
        calls = ToolCallAccumulator(maxCalls: maxCalls)
    }

    /// Whether the server has said that the answer is complete.
    var hasFinished: Bool { finish != nil }

    /// The events of one chunk, which must not be an error object. A whole completion counts as one chunk.
    mutating func add(_ chunk: JSONValue) throws(ToolCallAccumulator.TooMany) -> [ModelEvent] {
        if let input = chunk["usage"]?["prompt_tokens"]?.int, let output = chunk["usage"]?["completion_tokens"]?.int {
            usage = ModelUsage(inputTokens: max(input, 0), outputTokens: max(output, 0))
        }
        guard let choice = chunk["choices"]?.array?.first(where: { ($0["index"]?.int ?? 0) == 0 }) else { return [] }
        hasChoice = true
        var events: [ModelEvent] = []
        if let delta = choice["delta"] ?? choice["message"] {
            if let thinking = delta["reasoning_content"]?.string ?? delta["reasoning"]?.string {
                Self.append(.thinkingDelta(thinking), to: &events)
            }
            Self.append(content: delta["content"], to: &events)
            if let refusal = delta["refusal"]?.string { Self.append(.textDelta(refusal), to: &events) }
            if let fragments = delta["tool_calls"]?.array { try calls.add(fragments) }
        }
        if let reason = choice["finish_reason"]?.string, !reason.isEmpty { finish = FinishReason(wire: reason) }
        return events
    }

    /// The last events. `nil` if a call has no name, which makes it meaningless.
    func end() -> [ModelEvent]? {
        let complete = calls.calls(makeId: makeCallId)
        guard complete.allSatisfy({ !$0.name.isEmpty }) else { return nil }
        var events = complete.map(ModelEvent.toolCall)
        if let usage { events.append(.usage(usage)) }
        // Some servers finish with `stop` although they call tools.
        let reason = finish ?? .stop
        events.append(.finished(reason == .stop && !complete.isEmpty ? .toolCalls : reason))
        return events
    }

    /// Content is a text, or a list of parts: `{"type":"text","text"}` and `{"type":"thinking","thinking":[parts]}`.
    private static func append(content: JSONValue?, to events: inout [ModelEvent]) {
        if let text = content?.string { append(.textDelta(text), to: &events) }
        for part in content?.array ?? [] {
            if let text = part["text"]?.string { append(.textDelta(text), to: &events) }
            for thought in part["thinking"]?.array ?? [] {
                if let text = thought["text"]?.string { append(.thinkingDelta(text), to: &events) }
            }
        }
    }

    private static func append(_ event: ModelEvent, to events: inout [ModelEvent]) {
        switch event {
        case .textDelta(""), .thinkingDelta(""): break
        default: events.append(event)
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
