public import Domain
import OutputSafety
public import SpotterAPI
import Synchronization

/// An answer that is being generated. It belongs to the server and continues regardless of its readers.
public final class Generation: Sendable {
    public let conversationId: ConversationID
    /// The turn that will hold the answer.
    public let messageId: TurnID
    let owner: UserID

    enum StopReason: Sendable {
        case user, timeout, shutdown
        /// A message that the answer is made from was deleted.
        case sourceErased
    }

    private struct State: Sendable {
        var events: [AssistantEvent] = []
        var readers: [Int: AsyncStream<AssistantEvent>.Continuation] = [:]
        var nextReader = 0
        var isFinished = false
        var builder: AnswerBuilder
        var links: LinkFilter
        var task: Task<Void, Never>?
        var stopReason: StopReason?
    }

    private let state: Mutex<State>

    /// - Parameter allowedHosts: those that the user named.
    init(
        conversationId: ConversationID,
        messageId: TurnID,
        owner: UserID,
        model: String,
        chatId: ChatID? = nil,
        allowedHosts: Set<String> = []
    ) {
        self.conversationId = conversationId
        self.messageId = messageId
        self.owner = owner
        var builder = AnswerBuilder(conversationId: conversationId, messageId: messageId, model: model)
        builder.chatId = chatId
        state = Mutex(State(builder: builder, links: LinkFilter(allowedHosts: allowedHosts)))
    }

    // MARK: Reading

    /// All events from the start, then live ones. Ends with `completed` or `failed`. Releasing the stream doesn't stop
    /// the answer.
    public func events() -> AsyncStream<AssistantEvent> {
        let (stream, continuation) = AsyncStream<AssistantEvent>.makeStream()
        let (reader, isFinished) = state.withLock { state in
            for event in state.events { continuation.yield(event) }
            let reader = state.nextReader
            state.nextReader += 1
            if !state.isFinished { state.readers[reader] = continuation }
            return (reader, state.isFinished)
        }
        if isFinished {
            continuation.finish()
        } else {
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { $0.readers[reader] = nil }
            }
        }
        return stream
    }

    /// Waits for the complete answer.
    /// - Throws: the `SpotterError` that ended it.
    public func answer() async throws -> AssistantAnswer {
        for await event in events() {
            switch event {
            case .completed(let answer): return answer
            case .failed(let error): throw error
            default: continue
            }
        }
        throw CancellationError()
    }

    /// The calls of a program's own tools with which the answer ended.
    public var toolCalls: [ToolExchange.Call] { builder.toolCalls }

    /// Whether its owner has stopped it.
    public var isStopped: Bool { stopReason == .user }

    // MARK: Generating

    var builder: AnswerBuilder { state.withLock { $0.builder } }
    var stopReason: StopReason? { state.withLock { $0.stopReason } }

    /// Publishes an event and adds it to the answer.
    ///
    /// All text of an answer passes here, from a model or not: quoted messages, titles and names come from others, so
    /// that no link or markup in them stays alive. Citations are data and stay verbatim.
    func emit(_ event: AssistantEvent) {
        state.withLock { state in
            guard !state.isFinished else { return }
            // A choice among people of the same name shows their addresses, also in words.
            state.links.allowedAddresses.formUnion(event.addresses)
            let event = event.harmless(state.links)
            state.builder.take(event)
            state.events.append(event)
            for reader in state.readers.values { reader.yield(event) }
        }
    }

    /// Changes data that is published only at the end: citations, sources, a pending request.
    func edit(_ change: (inout AnswerBuilder) -> Void) {
        state.withLock { change(&$0.builder) }
    }

    /// Publishes the last event and ends the readers' streams.
    func finish(with event: AssistantEvent) {
        emit(event)
        let readers = state.withLock { state in
            state.isFinished = true
            state.task = nil
            defer { state.readers = [:] }
            return Array(state.readers.values)
        }
        for reader in readers { reader.finish() }
    }

    /// Starts the task that generates the answer. Cancels it immediately if the answer was already stopped.
    func run(_ body: @escaping @Sendable () async -> Void) {
        let task = Task { await body() }
        let isStopped = state.withLock { state in
            if !state.isFinished { state.task = task }
            return state.stopReason != nil
        }
        if isStopped { task.cancel() }
    }

    /// Stops the answer and waits for its end.
    func end(_ reason: StopReason) async {
        stop(reason)
        for await _ in events() {}
    }

    /// Stops the answer. The first reason is kept.
    func stop(_ reason: StopReason) {
        let task = state.withLock { state -> Task<Void, Never>? in
            guard !state.isFinished, state.stopReason == nil else { return nil }
            state.stopReason = reason
            return state.task
        }
        task?.cancel()
    }
}
