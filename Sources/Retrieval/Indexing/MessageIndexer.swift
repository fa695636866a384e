public import Domain
public import Embedding
public import Logging
public import Messaging
public import ServiceLifecycle
public import Storage
import Synchronization

/// Keeps a vector of every text message: durable queues in the database and exact indexes in memory, one each per model.
///
/// Messages enter the queues in batches, in the order in which they were stored, and leave them in the vector's commit, so
/// that a crash at any point repeats work and never loses it. The indexes follow the completions of the database's writes,
/// in the order of commits: deleted and edited texts leave them before the caller hears of success.
///
/// Several models may work side by side. Others answer until the preferred one has a vector of every message, and while
/// its service can't be reached.
public final class MessageIndexer: MessageObserver, Service {
    public struct Configuration: Sendable {
        /// Where copies of vectors are kept for a quick start; `nil` for no copies.
        public var folder: String?
        /// Bytes of vectors kept in memory for all models together. A search that needs more goes chat by chat.
        public var memoryLimit = 1 << 30

        public init() {}
    }

    /// The models, preferred first. Empty if there are no weights; then messages wait.
    public let embedders: [any Embedder]
    let database: any Database
    let clock: any WallClock
    let logger: Logger
    private let configuration: Configuration
    private let loaded = Mutex<[ModelIndex]>([])

    public init(
        database: any Database,
        embedders: [any Embedder],
        clock: any WallClock,
        logger: Logger,
        configuration: Configuration = .init()
    ) {
        self.database = database
        self.embedders = embedders
        self.clock = clock
        self.logger = logger
        self.configuration = configuration
    }

    /// Models that have embedded messages, the oldest first.
    public static func knownModels(_ database: any Database) async throws -> [EmbeddingModel] {
        try await database.read { connection in
            try ModelTable(connection: connection).all().map { EmbeddingModel(name: $0.name, dimension: $0.dimension) }
        }
    }

    /// One for each model, preferred first.
    var indexes: [ModelIndex] { loaded.withLock { $0 } }

    // MARK: MessageObserver

    public func messageWillChange(
        _ message: MessageID,
        in chat: ChatID,
        newText: String,
        on connection: any SQLConnection
    ) throws {
        try EmbeddingRows().messageWillChange(message, in: chat, newText: newText, on: connection)
    }

    public func messageWillBeErased(
        _ message: MessageID,
        in chat: ChatID,
        on connection: any SQLConnection
    ) throws {
        try EmbeddingRows().messageWillBeErased(message, in: chat, on: connection)
    }

    public func messageWasCreated() { for space in indexes { space.wakeUp() } }

    public func messageDidChange(_ message: Message) {
        for space in indexes {
            space.vectors.apply(.remove(message.id), to: message.chatId)
            space.wakeUp()
        }
    }

    public func chatWasRemoved(_ chat: ChatID) {
        for space in indexes { space.vectors.apply(.removeAll, to: chat) }
    }

    // MARK: Life

    /// Resumes where the last run stopped. Call it once, before the first search; vectors are read when they're searched.
    public func load() async throws {
        guard !embedders.isEmpty, indexes.isEmpty else { return }
        let models = embedders.map(\.model)
        let rows = try await database.write { try ModelTable(connection: $0).activate(models) }
        var indexes: [ModelIndex] = []
        for (embedder, row) in zip(embedders, rows) {
            let vectors = ChatVectors(
                table: VectorTable(model: row.id, dimension: row.dimension),
                database: database,
                files: configuration.folder.map { VectorFiles(folder: "\($0)/\(row.id)", logger: logger) },
                limit: configuration.memoryLimit / max(1, embedders.count),
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
                for space in indexes { group.addTask { await self.work(space) } }
                group.addTask { await cancelWhenGracefulShutdown { await self.tick(indexes) } }
            }
        } onGracefulShutdown: {
            for space in indexes { space.finish() }
        }
        await saveCopies()
    }

    /// Writes the files from which the next start reads vectors faster than from the database.
    public func saveCopies() async {
        for space in indexes {
            space.vectors.save(everything: true)
            await space.vectors.files?.flush()
        }
    }

    private func work(_ space: ModelIndex) async {
        for await _ in space.wakes {
            space.noteAwake()
            do {
                while try await indexPending(space) > 0, !Task.isShuttingDownGracefully { try Task.checkCancellation() }
            } catch is CancellationError {
                return
            } catch {
                logger.error("indexing failed, trying again: \(error)")
            }
        }
    }

    /// Periodic work: retries that are due, files for the next start, vectors of abandoned models.
    private func tick(_ indexes: [ModelIndex]) async {
        var ticks = 0
        while !Task.isCancelled, (try? await Task.sleep(for: .seconds(2))) != nil {
            ticks += 1
            for space in indexes { space.wakeUp() }
            guard ticks.isMultiple(of: 15) else { continue }
            for space in indexes { space.vectors.save(everything: false) }
            do {
                try await discardAbandoned()
            } catch {
                logger.warning("vectors of a former model couldn't be deleted: \(error)")
            }
        }
    }

    // MARK: The pipeline

    /// Embeds one batch of each model.
    ///
    /// - Returns: how many messages were taken from the queues.
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
        // A batch of the back-fill may hold no message that needs a vector.
        return done == 0 && hasMore && space.outage == nil ? 1 : done
    }

    /// Deletes models that are no longer used, in batches, once the preferred model has everything.
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
