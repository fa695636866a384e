/// A model that answers a conversation in pieces.
///
/// A stream either ends with exactly one `finished` event, or throws a ``ModelError``. Cancelling the task that reads
/// it (or dropping the stream) cancels the request to the model's server; only then does it end with neither.
public protocol LanguageModel: Sendable {
    /// The name that its provider knows the model by, such as `gpt-5.2` or `qwen3:8b`.
    var name: String { get }

    func stream(_ request: ModelRequest) -> AsyncThrowingStream<ModelEvent, any Error>
}
