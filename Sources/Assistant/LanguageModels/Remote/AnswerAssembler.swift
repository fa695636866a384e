import Domain
import OpenAIClient

/// Makes events of the JSON values of an answer, by the rules of one protocol: text and reasoning at once; calls, usage and
/// the finish reason when the answer ends.
protocol AnswerAssembler {
    /// Whether anything has come that belongs to an answer.
    var hasBegun: Bool { get }
    /// Whether the server has said that the answer is complete, so that a lost connection does no harm.
    var hasFinished: Bool { get }
    /// Whether nothing that belongs to the answer can follow.
    var isComplete: Bool { get }

    /// The events of one value, which isn't an error object in any of the usual forms.
    mutating func add(_ json: JSONValue) throws(AssemblyError) -> [ModelEvent]

    /// The last events. `nil` if a call has no name, which makes it meaningless.
    func end() -> [ModelEvent]?
}

enum AssemblyError: Error {
    case tooManyCalls
    /// The answer says that it failed, in the protocol's own form.
    case failed(UpstreamError)
}

extension AnswerAssembler {
    /// The last events of an answer, in their order.
    /// - Parameter state: what goes back to the provider with the results of the calls.
    /// - Returns: `nil` if a call has no name.
    static func ending(
        _ calls: [ToolCall],
        _ state: [JSONValue],
        _ usage: ModelUsage?,
        _ finish: FinishReason?
    ) -> [ModelEvent]? {
        guard calls.allSatisfy({ !$0.name.isEmpty }) else { return nil }
        var events = calls.map(ModelEvent.toolCall)
        if !calls.isEmpty, !state.isEmpty { events.append(.providerState(state)) }
        if let usage { events.append(.usage(usage)) }
        // Some servers finish with `stop` although they call tools.
        let reason = finish ?? .stop
        events.append(.finished(reason == .stop && !calls.isEmpty ? .toolCalls : reason))
        return events
    }
}

extension [ModelEvent] {
    /// Adds the text unless it's empty.
    mutating func append(text: String?) {
        if let text, !text.isEmpty { append(.textDelta(text)) }
    }

    mutating func append(thinking text: String?) {
        if let text, !text.isEmpty { append(.thinkingDelta(text)) }
    }
}
