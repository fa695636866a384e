public import Domain
public import LanguageModels
import Synchronization

/// A model without a server: the n-th request gets the n-th turn. For tests of what's built on models.
public final class ScriptedModel: LanguageModel {
    public struct Turn: Sendable {
        public var events: [ModelEvent]
        /// Thrown after the events.
        public var error: ModelError?

        public init(_ events: [ModelEvent], error: ModelError? = nil) {
            self.events = events
            self.error = error
        }

        public static func text(_ text: String) -> Turn { Turn([.textDelta(text), .finished(.stop)]) }

        public static func toolCalls(_ calls: [ToolCall]) -> Turn {
            Turn(calls.map(ModelEvent.toolCall) + [.finished(.toolCalls)])
        }
    }

    public let name: String
    private let respond: @Sendable (ModelRequest, Int) -> Turn
    private let log = Mutex<[ModelRequest]>([])

    /// Plays `turns` one after the other; a request beyond them fails as `rejected`.
    public convenience init(name: String = "scripted", turns: [Turn]) {
        self.init(name: name) { _, position in
            turns.indices.contains(position)
                ? turns[position] : Turn([], error: ModelError(.rejected, "The script has no turn \(position + 1)."))
        }
    }

    /// Asks `respond` for each turn, with the request and how many came before it.
    public init(name: String = "scripted", respond: @escaping @Sendable (ModelRequest, Int) -> Turn) {
        self.name = name
        self.respond = respond
    }

    /// The requests so far.
    public var requests: [ModelRequest] { log.withLock { $0 } }

    public func stream(_ request: ModelRequest) -> AsyncThrowingStream<ModelEvent, any Error> {
        let position = log.withLock {
            $0.append(request)
            return $0.count - 1
        }
        let turn = respond(request, position)
        return AsyncThrowingStream { continuation in
            for event in turn.events { continuation.yield(event) }
            continuation.finish(throwing: turn.error)
        }
    }
}
