public import Cluster
public import Domain
public import Embedding
public import Logging
public import Messaging
public import ServiceLifecycle
public import Storage
import Synchronization

/// Maintains the vectors of all text messages: per model a durable queue in the database and an exact index in memory.
///
/// Messages enter the queues in batches, in the order in which they were stored. They leave a queue in the commit of
/// their vector, so that a crash at any point repeats work but never loses it. The indexes follow the completions of
/// database writes in commit order: deleted and edited texts leave them before the caller learns of success.
///
/// Several models can be active. Others answer until the preferred one has a vector of every message, and while its
/// service can't be reached. A companion never answers alone: it improves the order of what another model finds.
public final class MessageIndexer: MessageObserver, Service {
    public struct Configuration: Sendable {
        /// The folder for copies of vectors, which speed up the start; `nil` for no copies.
        public var folder: String?
        /// The maximum size in bytes of the vectors in memory, over all models. A search that needs more loads its
        /// chats in groups.
        public var memoryLimit = 1 << 30
        /// How long a chat's vectors may differ from what other servers over the same database have stored.
        public var followInterval = Duration.milliseconds(500)

        public init() {}
    }

    /// The models, preferred first. Without weights it is empty, and messages wait.
    public let embedders: [any Embedder]
    /// A second model for hybrid search. Its messages wait until the preferred model's are done.
    public let companion: (any Embedder)?
    let database: any Database
    let clock: any WallClock
    let logger: Logger
    private let configuration: Configuration
    private let lease: Lease
    private let pause: WriterPause
    private let loaded = Mutex<[ModelIndex]>([])

    /// - Parameters:
    ///   - lease: without it other nodes embed.
    ///   - pauses: measures the pauses that indexing makes while the database is busy.
    public init(
        database: any Database,
        embedders: [any Embedder],
        companion: (any Embedder)? = nil,
        clock: any WallClock,
        logger: Logger,
        configuration: Configuration = .init(),
        lease: Lease = .alone,
        pauses: any Clock<Duration> = ContinuousClock()
    ) {
        self.database = database
        self.embedders = embedders
        self.companion = embedders.isEmpty ? nil : companion
        self.clock = clock
        self.logger = logger
        self.configuration = configuration
        self.lease = lease
        pause = WriterPause(clock: pauses)
    }

    /// Models that have embedded messages, oldest first.
    public static func knownModels(_ database: any Database) async throws -> [EmbeddingModel] {
        try await database.read { connection in
            try ModelTable(connection: connection).all().map { EmbeddingModel(name: $0.name, dimension: $0.dimension) }
        }
    }

    /// One index per model, preferred first, the companion's last.
    var indexes: [ModelIndex] { loaded.withLock { $0 } }

    /// The indexes that can answer a search, preferred first.
    var answering: [ModelIndex] { Array(indexes.prefix(embedders.count)) }

    var companionIndex: ModelIndex? { companion == nil ? nil : indexes.last }

    // MARK: MessageObserver

    public func messageWillChange(
        _ message: MessageID,
        in chat: ChatID,
        newText: String,
        on connection: any SQLConnection
    ) throws {
        try EmbeddingRows().messageWillChange(message, in: chat, newText: newText, on: connection)
    }

    public func messageWillBeTranscribed(
        _ message: MessageID,
        in chat: ChatID,
        on connection: any SQLConnection
    ) throws {
        try EmbeddingRows().messageWillBeTranscribed(message, in: chat, on: connection)
    }

    public func messageWillBeErased(
        _ message: MessageID,
        in chat: ChatID,
        on connection: any SQLConnection
    ) throws {
        try EmbeddingRows().messageWillBeErased(message, in: chat, on: connection)
    }

    public func messageWasCreated() { for space in answering { space.wakeUp() } }

    public func messageDidChange(_ message: Message) {
        for space in indexes {
            space.vectors.apply(.remove(message.id), to: message.chatId)
            space.wakeUp()
        }
    }

    public func chatWasRemoved(_ chat: ChatID) {
        for space in indexes { space.vectors.apply(.removeAll, to: chat) }
    }

    // MARK: Lifecycle

    /// Resumes where the last run stopped. Call this once, before the first search. Vectors are loaded when they are
    /// first searched.
    public func load() async throws {
        guard !embedders.isEmpty, indexes.isEmpty else { return }
        let all = embedders + [companion].compactMap { $0 }
        let models = all.map(\.model)
        let rows = try await database.write { try ModelTable(connection: $0).activate(models) }
        var indexes: [ModelIndex] = []
        for (embedder, row) in zip(all, rows) {
            let vectors = ChatVectors(
                table: VectorTable(model: row.id, dimension: row.dimension),
                database: database,
                files: configuration.folder.map { VectorFiles(folder: "\($0)/\(row.id)", logger: logger) },
                limit: configuration.memoryLimit / max(1, all.count),
                followInterval: configuration.followInterval,
                logger: logger
            )
            try await vectors.sweep(lastNumber: row.lastNumber)
            indexes.append(
                ModelIndex(
                    embedder: embedder,
                    row: row,
                    vectors: vectors,
                    database: database,
                    clock: clock,
                    logger: logger
                )
            )
        }
        loaded.withLock { $0 = indexes }
        for space in indexes { space.wakeUp() }
    }

    public func run() async throws {
        let indexes = indexes
        await withGracefulShutdownHandler {
            await withTaskGroup(of: Void.self) { group in
                for space in indexes { group.addTask { await cancelWhenGracefulShutdown { await self.work(space) } } }
                group.addTask { await cancelWhenGracefulShutdown { await self.tick(indexes) } }
            }
        } onGracefulShutdown: {
            for space in indexes { space.finish() }
        }
        lease.giveUp()
        await saveCopies()
    }

    /// Writes the files from which the next start loads vectors, which is faster than from the database.
    public func saveCopies() async {
        for space in indexes {
            space.vectors.save(everything: true)
            await space.vectors.files?.flush()
        }
    }

    /// A companion waits for the preferred model, and is woken by it.
    private func work(_ space: ModelIndex) async {
        let companion = companionIndex
        let leader = space === companion ? indexes.first : nil
        for await _ in space.wakes {
            space.noteAwake()
            space.isWorking.store(true, ordering: .relaxed)
            defer { space.isWorking.store(false, ordering: .relaxed) }
            do {
                try await lease.perform {
                    repeat {
                        try await pause.whileBusy {
                            database.isBusy || leader?.isWorking.load(ordering: .relaxed) ?? false
                        }
                    } while try await indexPending(space) > 0
                }
                if leader == nil { companion?.wakeUp() }
            } catch is CancellationError {
                return
            } catch is LeaseLost {
                continue
            } catch {
                logger.error("indexing failed, trying again: \(error)")
            }
        }
    }

    /// Periodic work: due retries, files for the next start, vectors of abandoned models.
    private func tick(_ indexes: [ModelIndex]) async {
        var ticks = 0
        while !Task.isCancelled, (try? await Task.sleep(for: lease.poll ?? .seconds(2))) != nil {
            ticks += 1
            for space in indexes { space.wakeUp() }
            if !lease.isHeld { for space in indexes { try? await space.followReadiness() } }
            guard ticks.isMultiple(of: 15) else { continue }
            for space in indexes { space.vectors.save(everything: false) }
            do {
                try await lease.perform { try await discardAbandoned() }
            } catch is LeaseLost {
                continue
            } catch {
                logger.warning("vectors of a former model couldn't be deleted: \(error)")
            }
        }
    }

    // MARK: The pipeline

    /// Embeds one batch per model.
    /// - Returns: the number of messages that were taken from the queues.
    @discardableResult
    public func indexPending() async throws -> Int {
        var count = 0
        for space in indexes { count += try await indexPending(space) }
        return count
    }

    private func indexPending(_ space: ModelIndex) async throws -> Int {
        let filling = EmbeddingQueueFeeder(models: indexes.map(\.id), database: database)
        let hasMore = try await filling.fill()
        let done = try await space.embedPending()
        // A batch of the backfill may contain no message that needs a vector.
        return done == 0 && hasMore && space.outage == nil ? 1 : done
    }

    /// Deletes the rows of models that are no longer used, in batches, once the preferred model has a vector of every
    /// message.
    private func discardAbandoned() async throws {
        guard indexes.first?.isReady == true else { return }
        let abandoned = try await database.read { try ModelTable(connection: $0).all().filter { !$0.isActive } }
        for model in abandoned {
            while try await database.write({ try ModelTable(connection: $0).discard(model.id, atOnce: 256) }) {
                try Task.checkCancellation()
            }
            if let folder = configuration.folder {
                VectorFiles(folder: "\(folder)/\(model.id)", logger: logger).removeAll()
            }
            logger.notice("vectors of \(model.name) are gone; no setting names it any more")
        }
    }
}
