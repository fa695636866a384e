/// A language model that streams its answer to a conversation.
///
/// A stream either ends with exactly one `finished` event, or throws a `ModelError`. Cancelling the task that reads it,
/// or dropping the stream, cancels the request to the model's server; only then does it end with neither.
///
/// ```swift
/// for try await event in model.stream(ModelRequest(messages: [.user("Hi")])) {
///     if case .textDelta(let text) = event { print(text, terminator: "") }
/// }
/// ```
public protocol LanguageModel: Sendable {
    /// By which people choose it, such as `gpt-5.2` or `qwen3:8b`.
    var name: String { get }

    var profile: ModelProfile { get }

    func stream(_ request: ModelRequest) -> AsyncThrowingStream<ModelEvent, any Error>
}

extension LanguageModel {
    public var profile: ModelProfile { ModelProfile() }
}
