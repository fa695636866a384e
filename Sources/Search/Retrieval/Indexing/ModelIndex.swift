import Cluster
import Domain
import Embedding
import Logging
import Messaging
import Storage
import Synchronization

/// The index of one embedding model: its embedder, its queue of messages, and its vectors.
final class ModelIndex: Sendable {
    /// The number of texts embedded together: large enough to fill the matrices, small enough to finish within a
    /// second.
    static let batchSize = 64
    /// The messages whose vectors are stored in one transaction, for which sends may have to wait.
    private static let maxStoredAtOnce = 16

    let embedder: any Embedder
    let vectors: ChatVectors
    let queue: EmbeddingQueue
    let wakes: AsyncStream<Void>
    private let database: any Database
    private let clock: any WallClock
    private let logger: Logger
    private let wake: AsyncStream<Void>.Continuation
    private let isWoken = Atomic(false)
    /// Whether the pipeline is processing messages for this model.
    let isWorking = Atomic(false)
    private let state: Mutex<State>

    private struct State {
        var isReady: Bool
        /// Set while the model's service can't be reached.
        var pausedUntil: Timestamp?
        var outages = 0
        var lastOutage: String?
    }

    init(
        embedder: any Embedder,
        row: ModelTable.Row,
        vectors: ChatVectors,
        database: any Database,
        clock: any WallClock,
        logger: Logger
    ) {
        self.embedder = embedder
        self.vectors = vectors
        self.database = database
        self.clock = clock
        self.logger = logger
        queue = EmbeddingQueue(model: row.id)
        state = Mutex(State(isReady: row.isReady))
        (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var id: Int64 { queue.model }
    /// Whether it has a vector of every message, except for those queued just now.
    var isReady: Bool { state.withLock { $0.isReady } }
    /// Why the model's service couldn't be reached; `nil` if it can.
    var outage: String? { state.withLock { $0.lastOutage } }
    /// The outage, while requests to the service are paused.
    var pause: String? {
        let now = clock.now()
        return state.withLock { state in
            guard let until = state.pausedUntil, until > now else { return nil }
            return state.lastOutage
        }
    }

    // MARK: Waking

    /// Wakes the pipeline. It is called for every message, so while a wake-up is pending it reads only one word.
    func wakeUp() {
        guard !isWoken.exchange(true, ordering: .acquiringAndReleasing) else { return }
        wake.yield()
    }

    func noteAwake() { isWoken.store(false, ordering: .releasing) }
    func finish() { wake.finish() }

    // MARK: Work

    /// Embeds one due batch.
    /// - Returns: the number of messages that were taken from the queue.
    func embedPending() async throws -> Int {
        guard pause == nil else { return 0 }
        let now = clock.now()
        let items = try await database.read { [queue] connection in
            try queue.due(at: now, limit: Self.batchSize, on: connection)
        }
        guard !items.isEmpty else {
            try await noteReadiness()
            return 0
        }
        return try await embed(await cut(items), at: now)
    }

    private struct Piece: Sendable {
        let item: EmbeddingQueue.Item
        /// At least one.
        let windows: [String]
    }

    /// Splits long texts into windows. A batch contains at most `batchSize` windows, or a single message.
    private func cut(_ items: [EmbeddingQueue.Item]) async -> [Piece] {
        var pieces: [Piece] = []
        var count = 0
        for item in items {
            let windows = await windows(of: item.text)
            if !pieces.isEmpty, count + windows.count > Self.batchSize { break }
            pieces.append(Piece(item: item, windows: windows))
            count += windows.count
        }
        return pieces
    }

    /// The parts of a text that get a vector: the whole text and its sentences, or the windows of a text that is too
    /// long for the model.
    func windows(of text: String) async -> [String] {
        let windows = await embedder.windows(of: text)
        return windows.count == 1 ? windows + MessagePassages.texts(of: text) : windows
    }

    /// Stores the vectors. A text that the model refuses delays only its own message. An outage of the service doesn't
    /// count as a failed attempt of any message.
    private func embed(_ batch: [Piece], at now: Timestamp) async throws -> Int {
        // A service is paid for each text.
        try LeaseTerm.check()
        var rest = try await embedder.embedEach(batch.flatMap(\.windows), in: .documents)[...]
        // What failed because of the cancellation is no failure of a message.
        try Task.checkCancellation()
        var made: [(item: EmbeddingQueue.Item, vectors: [[Float]])] = []
        var refused: [(message: MessageID, reason: String)] = []
        var outage: ModelError?
        for piece in batch {
            do {
                made.append((piece.item, try rest.prefix(piece.windows.count).map { try $0.get() }))
            } catch let error as ModelError where error.isServiceFailure {
                outage = error
            } catch {
                refused.append((piece.item.message, "\(error)"))
            }
            rest = rest.dropFirst(piece.windows.count)
        }
        for start in stride(from: 0, to: made.count, by: Self.maxStoredAtOnce) {
            try await store(Array(made[start..<min(start + Self.maxStoredAtOnce, made.count)]))
        }
        if !refused.isEmpty { try await postpone(refused, at: now) }
        if let outage { pause(because: outage) } else if !made.isEmpty { noteAnswer() }
        return made.count
    }

    private func postpone(_ refused: [(message: MessageID, reason: String)], at now: Timestamp) async throws {
        for (message, reason) in refused {
            logger.warning("message \(message) could not be embedded by \(embedder.model.name): \(reason)")
        }
        try await database.write { [queue] connection in
            for (message, reason) in refused {
                try queue.postpone(message, because: reason, at: now, on: connection)
            }
        }
    }

    private func store(_ made: [(item: EmbeddingQueue.Item, vectors: [[Float]])]) async throws {
        let (queue, table, vectors) = (queue, vectors.table, vectors)
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            database.enqueueDeferrable { connection in
                // A message that was edited meanwhile has a newer row in the queue. A deleted one has none.
                try made.compactMap { made -> (ChatID, ChatVectors.Change)? in
                    let item = made.item
                    guard try TextMessages.isCurrent(item.text, of: item.message, on: connection) else { return nil }
                    let num = try table.replace(item.message, in: item.chat, made.vectors, on: connection)
                    try queue.remove(item.message, on: connection)
                    return (item.chat, .set(item.message, made.vectors, num: num))
                }
            } completion: { result in
                if case .success(let changes) = result {
                    for (chat, change) in changes { vectors.apply(change, to: chat) }
                }
                continuation.resume(with: result.map { _ in })
            }
        }
    }

    // MARK: State

    /// Pauses requests to the service: longer each time, up to a minute, or for the time that the service requests.
    func pause(because error: ModelError) {
        let seconds = state.withLock { state in
            var seconds = min(60, Int64(1) << min(state.outages, 6))
            if case .rateLimited(let wanted?) = error.code {
                seconds = max(seconds, min(600, wanted.components.seconds))
            }
            state.outages += 1
            state.lastOutage = "\(error)"
            state.pausedUntil = clock.now().adding(seconds: seconds)
            return seconds
        }
        logger.warning("\(embedder.model.name) can't be reached, trying again in \(seconds) s: \(error)")
    }

    /// Call this after a query or a batch was embedded.
    func noteAnswer() {
        state.withLock { state in
            state.pausedUntil = nil
            state.outages = 0
            state.lastOutage = nil
        }
    }

    /// Another server may have made the last vector.
    func followReadiness() async throws {
        guard !isReady else { return }
        let id = id
        let isReady = try await database.read {
            try ModelTable(connection: $0).all().contains { $0.id == id && $0.isReady }
        }
        if isReady { state.withLock { $0.isReady = true } }
    }

    private func noteReadiness() async throws {
        guard !isReady else { return }
        let (id, queue) = (id, queue)
        let isReady = try await database.read { connection in
            guard try ModelTable(connection: connection).isBackfilled(id) else { return false }
            return try !queue.holds(1, on: connection)
        }
        guard isReady else { return }
        try await database.write { try ModelTable(connection: $0).setReady(id) }
        state.withLock { $0.isReady = true }
        logger.info("every message is searchable by \(embedder.model.name)")
    }
}
