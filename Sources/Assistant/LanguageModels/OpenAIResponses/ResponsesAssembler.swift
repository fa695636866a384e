import Domain
import OpenAIClient

/// Turns the events of a Responses stream into events of the model. A whole response counts as its last event.
///
/// A text may come as deltas, as a whole when it's done, or only in the completed response: what was told once isn't
/// told again.
struct ResponsesAssembler: AnswerAssembler {
    private let makeCallId: (Int) -> String
    private var calls: ResponsesCalls
    private var texts = ResponsesTexts()
    /// Output items that are done, by their index.
    private var items: [Int: JSONValue] = [:]
    private var usage: ModelUsage?
    private var finish: FinishReason?
    private(set) var hasBegun = false

    init(maxCalls: Int, makeCallId: @escaping (Int) -> String) {
        self.makeCallId = makeCallId
        calls = ResponsesCalls(maxCalls: maxCalls)
    }

    var hasFinished: Bool { finish != nil }
    var isComplete: Bool { finish != nil }

    mutating func add(_ json: JSONValue) throws(AssemblyError) -> [ModelEvent] {
        guard let type = json["type"]?.string else {
            return json["object"]?.string == "response" ? try close(json) : []
        }
        if type.hasPrefix("response.") { hasBegun = true }
        let place = ResponsesTexts.Place(json)
        switch type {
        case "error":
            throw .failed(UpstreamError(["error": json]) ?? UpstreamError())
        case "response.completed", "response.incomplete", "response.failed", "response.cancelled":
            return try close(json["response"] ?? json)
        case "response.output_text.delta", "response.refusal.delta":
            return texts.add(json["delta"]?.string, to: place, isThought: false)
        case "response.output_text.done", "response.refusal.done":
            return texts.complete(json["text"]?.string ?? json["refusal"]?.string, at: place, isThought: false)
        case "response.reasoning_summary_text.delta", "response.reasoning_text.delta":
            return texts.add(json["delta"]?.string, to: place, isThought: true)
        case "response.reasoning_summary_text.done", "response.reasoning_text.done":
            return texts.complete(json["text"]?.string, at: place, isThought: true)
        case "response.function_call_arguments.delta":
            try calls.add(arguments: json["delta"]?.string ?? "", at: place.output)
        case "response.function_call_arguments.done":
            try calls.set(arguments: json["arguments"], name: json["name"]?.string, at: place.output)
        case "response.output_item.added":
            if let item = json["item"] { try calls.set(item, at: place.output) }
        case "response.output_item.done":
            if let item = json["item"] { return try take(item, at: place.output) }
        default:
            break
        }
        return []
    }

    func end() -> [ModelEvent]? {
        let state = items.sorted { $0.key < $1.key }.map(\.value)
        // Without reasoning that may go back, the items say no more than the text and the calls do.
        let isNeeded = state.contains { $0["type"]?.string == "reasoning" && $0["encrypted_content"] != nil }
        return Self.ending(calls.calls(makeId: makeCallId), isNeeded ? state : [], usage, finish)
    }

    /// An output item as a whole.
    private mutating func take(_ item: JSONValue, at output: Int) throws(AssemblyError) -> [ModelEvent] {
        guard items.count < 1_000 || items[output] != nil else { throw .tooManyCalls }
        items[output] = item
        try calls.set(item, at: output)
        var events: [ModelEvent] = []
        for (position, part) in (item["summary"]?.array ?? []).enumerated() where item["type"]?.string == "reasoning" {
            let place = ResponsesTexts.Place(output: output, part: position, isSummary: true)
            events += texts.complete(part["text"]?.string, at: place, isThought: true)
        }
        let isReasoning = item["type"]?.string == "reasoning"
        for (position, part) in (item["content"]?.array ?? []).enumerated() {
            let place = ResponsesTexts.Place(output: output, part: position, isSummary: false)
            events += texts.complete(
                part["text"]?.string ?? part["refusal"]?.string,
                at: place,
                isThought: isReasoning
            )
        }
        return events
    }

    /// The response in its last state.
    private mutating func close(_ response: JSONValue) throws(AssemblyError) -> [ModelEvent] {
        hasBegun = true
        let status = response["status"]?.string ?? "completed"
        if let error = response["error"] { throw .failed(UpstreamError(["error": error]) ?? UpstreamError()) }
        if status == "failed" || status == "cancelled" {
            var error = UpstreamError()
            error.message = "the response is \(status)"
            error.kinds = Set([response["error_type"]?.string].compactMap(\.self))
            throw .failed(error)
        }
        var events: [ModelEvent] = []
        // A server that streamed its items may number them differently here.
        if items.isEmpty, texts.isEmpty, calls.isEmpty {
            for (position, item) in (response["output"]?.array ?? []).enumerated() {
                events += try take(item, at: position)
            }
        }
        usage = response["usage"].flatMap(ModelUsage.init(responsesUsage:))
        finish =
            switch response["incomplete_details"]?["reason"]?.string {
            case "max_output_tokens": .length
            case let reason?: FinishReason(wire: reason)
            case nil: status == "incomplete" ? .length : .stop
            }
        return events
    }
}

extension ModelUsage {
    /// `{"input_tokens","output_tokens","input_tokens_details":{"cached_tokens"},…}`
    init?(responsesUsage usage: JSONValue) {
        guard let input = usage["input_tokens"]?.int, let output = usage["output_tokens"]?.int else { return nil }
        self.init(
            inputTokens: input,
            cachedInputTokens: usage["input_tokens_details"]?["cached_tokens"]?.int ?? 0,
            outputTokens: output,
            reasoningTokens: usage["output_tokens_details"]?["reasoning_tokens"]?.int ?? 0
        )
    }
}
