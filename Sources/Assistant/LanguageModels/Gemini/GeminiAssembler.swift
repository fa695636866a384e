import Domain

/// Turns the chunks of `streamGenerateContent` into events. A whole answer of `generateContent` counts as one chunk.
///
/// Fields are accepted in snake case, too, as protobuf's JSON allows.
struct GeminiAssembler: AnswerAssembler {
    private let maxCalls: Int
    private let makeCallId: (Int) -> String
    private var calls: [ToolCall] = []
    private var parts = GeminiParts()
    private var usage: ModelUsage?
    private var finish: FinishReason?
    private(set) var hasBegun = false

    init(maxCalls: Int, makeCallId: @escaping (Int) -> String) {
        self.maxCalls = maxCalls
        self.makeCallId = makeCallId
    }

    var hasFinished: Bool { finish != nil }
    /// The stream ends with its connection: usage may follow the finish reason.
    var isComplete: Bool { false }

    mutating func add(_ chunk: JSONValue) throws(AssemblyError) -> [ModelEvent] {
        if let reported = chunk["usageMetadata", "usage_metadata"].flatMap(ModelUsage.init(geminiUsage:)) {
            usage = reported
        }
        if let reason = chunk["promptFeedback", "prompt_feedback"]?["blockReason", "block_reason"]?.string,
            !reason.hasSuffix("_UNSPECIFIED")
        {
            hasBegun = true
            finish = .contentFilter
        }
        let candidates = chunk["candidates"]?.array ?? []
        guard let candidate = candidates.first(where: { ($0["index"]?.int ?? 0) == 0 }) else { return [] }
        hasBegun = true
        var events: [ModelEvent] = []
        for part in candidate["content"]?["parts"]?.array ?? [] { try add(part, to: &events) }
        if let reason = candidate["finishReason", "finish_reason"]?.string, !reason.hasSuffix("_UNSPECIFIED") {
            finish = FinishReason(gemini: reason)
        }
        return events
    }

    func end() -> [ModelEvent]? { Self.ending(calls, parts.all, usage, finish) }

    private mutating func add(_ part: JSONValue, to events: inout [ModelEvent]) throws(AssemblyError) {
        if let call = part["functionCall", "function_call"] {
            guard calls.count < maxCalls else { throw .tooManyCalls }
            let id = call["id"]?.string ?? ""
            calls.append(
                ToolCall(
                    id: id.isEmpty ? makeCallId(calls.count) : id,
                    name: call["name"]?.string ?? "",
                    arguments: call["args"] ?? [:]
                )
            )
        } else if part["thought"]?.bool == true {
            events.append(thinking: part["text"]?.string)
        } else {
            events.append(text: part["text"]?.string)
        }
        parts.add(part)
    }
}

/// The parts of a turn as they go back with the results of its calls: unchanged where the provider signed them.
struct GeminiParts {
    private static let maxParts = 256

    private var parts: [JSONValue] = []
    private var text = ""

    var all: [JSONValue] { parts + (text.isEmpty ? [] : [["text": .string(text)]]) }

    mutating func add(_ part: JSONValue) {
        let isSigned = part["thoughtSignature", "thought_signature"] != nil
        if !isSigned, part["functionCall", "function_call"] == nil {
            // A thought without a signature isn't sent back.
            if part["thought"]?.bool != true { text += part["text"]?.string ?? "" }
            return
        }
        guard parts.count < Self.maxParts else { return }
        parts = all + [part]
        text = ""
    }
}

extension FinishReason {
    init(gemini reason: String) {
        self =
            switch reason {
            case "STOP": .stop
            case "MAX_TOKENS": .length
            case "SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY":
                .contentFilter
            default: .other(reason)
            }
    }
}

extension ModelUsage {
    /// Google counts thoughts beside the answer, and the results of its own tools beside the prompt.
    init?(geminiUsage usage: JSONValue) {
        guard let prompt = usage["promptTokenCount", "prompt_token_count"]?.int else { return nil }
        let answer = usage["candidatesTokenCount", "candidates_token_count"]?.int ?? 0
        let thoughts = usage["thoughtsTokenCount", "thoughts_token_count"]?.int ?? 0
        let results = usage["toolUsePromptTokenCount", "tool_use_prompt_token_count"]?.int ?? 0
        self.init(
            inputTokens: Self.sum(prompt, results),
            cachedInputTokens: usage["cachedContentTokenCount", "cached_content_token_count"]?.int ?? 0,
            outputTokens: Self.sum(answer, thoughts),
            reasoningTokens: thoughts
        )
    }

    /// The numbers are the provider's, so their sum may not overflow.
    private static func sum(_ a: Int, _ b: Int) -> Int {
        let (sum, overflow) = max(a, 0).addingReportingOverflow(max(b, 0))
        return overflow ? .max : sum
    }
}

extension JSONValue {
    fileprivate subscript(name: String, other: String) -> JSONValue? { self[name] ?? self[other] }
}
