public import Domain
public import Embedding
import Foundation
public import Logging
public import Messaging
public import ServiceLifecycle
public import Storage
import Synchronization
import VectorSearch

/// Every text message as a vector: a durable queue in the database, an exact index in memory.
///
/// New messages are taken into the queue in the order in which they were stored, some at a time, and a row is removed
/// with the vector's commit, so that a crash at any point repeats work and never loses it. The index follows the database with the completions of its writes, in the order of commits:
/// what was deleted or edited is out of it before the caller hears of success.
public final class MessageMemory: IndexListener, Service {
    /// How many texts are embedded together: enough to fill the matrices, few enough to be searchable within a second.
    static let batchSize = 64
    static let mostAttempts = 8

    public let embedder: (any Embedder)?
    let index: PartitionedIndex?
    private let database: any Database
    private let clock: any WallClock
    private let logger: Logger
    private let isWoken = Atomic(false)
    private let wake: AsyncStream<Void>.Continuation
    private let wakes: AsyncStream<Void>

    /// - Parameter embedder: nothing where there are no weights; then messages wait in the queue.
    public init(database: any Database, embedder: (any Embedder)?, clock: any WallClock, logger: Logger) {
        self.database = database
        self.embedder = embedder
        self.clock = clock
        self.logger = logger
        index = embedder.map { PartitionedIndex(dimension: $0.model.dimension) }
        (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    // MARK: IndexListener

    /// On the path of every message: one word in memory, as long as the pipeline has been woken and isn't up yet.
    public func messageCreated() {
        guard embedder != nil, !isWoken.exchange(true, ordering: .acquiringAndReleasing) else { return }
        wake.yield()
    }

    public func messageChanged(_ message: Message) {
        index?.remove(EntryKey(message.id), from: PartitionKey(message.chatId))
        wake.yield()
    }

    public func chatRemoved(_ chat: ChatID) { index?.removePartition(PartitionKey(chat)) }

    // MARK: Life

    /// Reads the stored vectors, and queues what has none of this model. Call once, before the first search.
    public func load() async throws {
        guard let embedder, let index else { return }
        let model = embedder.model.name
        try await database.write { connection in
            _ = try connection.execute(
                """
                INSERT INTO embedding_queue (message_id, chat_id, due_at)
                SELECT m.id, m.chat_id, 0 FROM messages m
                WHERE m.deleted_at IS NULL AND m.text <> ''
                  AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.message_id = m.id AND v.model = $1)
                ON CONFLICT DO NOTHING
                """,
                model
            )
        }
        let count = try await database.read { connection in
            var count = 0
            try connection.forEach("SELECT message_id, chat_id, vector FROM vectors WHERE model = $1", [model]) { row in
                let key = try row.id(0, MessageID.self)
                guard let vector = VectorBlob.decode(try row.blob(2), dimension: index.dimension) else { return true }
                try index.set(vector, for: EntryKey(key), in: PartitionKey(try row.id(1, ChatID.self)))
                count += 1
                return true
            }
            return count
        }
        logger.info("semantic index ready", metadata: ["model": "\(model)", "vectors": "\(count)"])
        wake.yield()
    }

    public func run() async throws {
        await withGracefulShutdownHandler {
            for await _ in wakes {
                isWoken.store(false, ordering: .releasing)
                do {
                    while try await indexPending() > 0, !Task.isShuttingDownGracefully { try Task.checkCancellation() }
                } catch is CancellationError {
                    return
                } catch {
                    logger.error("indexing failed, trying again in a second: \(error)")
                    try? await Task.sleep(for: .seconds(1))
                    wake.yield()
                }
            }
        } onGracefulShutdown: {
            self.wake.finish()
        }
    }

    /// Messages that are searchable by meaning now.
    public var indexedCount: Int { index?.count ?? 0 }

    /// Messages that wait to be embedded.
    public func pendingCount() async throws -> Int {
        try await database.read { connection in
            try connection.first(
                """
                SELECT (SELECT count(*) FROM embedding_queue)
                    + (SELECT count(*) FROM messages WHERE num > $1 AND text <> '')
                """,
                try IndexProgress.embedding.read(on: connection)
            ) { Int(try $0.int(0)) } ?? 0
        }
    }

    // MARK: The pipeline

    /// As many at a time are taken into the queue: few enough that sends don't wait.
    private static let collectedAtOnce = 512

    /// Takes new messages into the queue, until there are none or it's filled for some time.
    private func collect() async throws {
        for _ in 0..<8 {
            let hasNew = try await database.read { connection in
                let seen = try IndexProgress.embedding.read(on: connection)
                return try connection.exists("SELECT 1 FROM messages WHERE num > $1 LIMIT 1", seen)
            }
            guard hasNew else { return }
            try await database.write { try Self.collect(Self.collectedAtOnce, on: $0) }
        }
    }

    private static func collect(_ limit: Int, on connection: any SQLConnection) throws {
        let begin = try IndexProgress.embedding.read(on: connection)
        guard let end = try IndexProgress.embedding.next(limit, after: begin, on: connection) else { return }
        try connection.execute(
            """
            INSERT INTO embedding_queue (message_id, chat_id, due_at)
            SELECT id, chat_id, 0 FROM messages WHERE num > $1 AND num <= $2 AND text <> '' ORDER BY num
            ON CONFLICT DO NOTHING
            """,
            begin,
            end
        )
        try IndexProgress.embedding.move(to: end, on: connection)
    }

    private struct Pending: Sendable {
        let id: MessageID
        let chat: ChatID
        let text: String
    }

    /// Embeds one batch that is due, newest first: what was said just now doesn't wait behind an import; how many were taken from the queue.
    @discardableResult
    public func indexPending() async throws -> Int {
        guard let embedder else { return 0 }
        try await collect()
        let now = clock.now()
        let batch = try await database.read { connection in
            try connection.query(
                """
                SELECT q.message_id, q.chat_id, m.text FROM embedding_queue q JOIN messages m ON m.id = q.message_id
                WHERE q.due_at <= $1 AND q.attempts < $2 ORDER BY q.position DESC LIMIT $3
                """,
                now,
                Self.mostAttempts,
                Self.batchSize
            ) { Pending(id: try $0.id(0), chat: try $0.id(1), text: try $0.text(2)) }
        }
        guard !batch.isEmpty else { return 0 }
        do {
            let vectors = try await embedder.embed(batch.map(\.text))
            try await store(batch, vectors, model: embedder.model.name)
            return batch.count
        } catch let error as CancellationError {
            throw error
        } catch {
            try await postpone(batch, because: "\(error)", at: now)
            return 0
        }
    }

    private func store(_ batch: [Pending], _ vectors: [[Float]], model: String) async throws {
        let index = index
        let logger = logger
        let pairs = zip(batch, vectors).map { ($0, $1) }
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            database.enqueue { connection in
                // What was edited or deleted meanwhile keeps its newer row in the queue, or has none.
                try pairs.filter { item, vector in
                    let isCurrent = try connection.exists(
                        "SELECT 1 FROM messages WHERE id = $1 AND text = $2 AND deleted_at IS NULL",
                        item.id,
                        item.text
                    )
                    guard isCurrent else { return false }
                    try connection.execute(
                        """
                        INSERT INTO vectors (message_id, chat_id, model, vector) VALUES ($1, $2, $3, $4)
                        ON CONFLICT (message_id) DO UPDATE SET model = excluded.model, vector = excluded.vector
                        """,
                        item.id,
                        item.chat,
                        model,
                        VectorBlob.encode(vector)
                    )
                    try connection.execute("DELETE FROM embedding_queue WHERE message_id = $1", item.id)
                    return true
                }
            } completion: { result in
                if case .success(let stored) = result {
                    for (item, vector) in stored {
                        do {
                            try index?.set(vector, for: EntryKey(item.id), in: PartitionKey(item.chat))
                        } catch {
                            logger.error("a vector could not be indexed: \(error)")
                        }
                    }
                }
                continuation.resume(with: result.map { _ in })
            }
        }
    }

    /// Exponential back-off, up to an hour; after the last attempt the message stays in the queue with its error.
    private func postpone(_ batch: [Pending], because reason: String, at now: Timestamp) async throws {
        logger.warning("embedding failed: \(reason)")
        try await database.write { connection in
            for item in batch {
                try connection.execute(
                    """
                    UPDATE embedding_queue
                    SET attempts = attempts + 1, last_error = $1, due_at = $2 + min(3600000, 1000 << attempts)
                    WHERE message_id = $3
                    """,
                    String(reason.prefix(500)),
                    now,
                    item.id
                )
            }
        }
        let wake = wake
        Task {
            try? await Task.sleep(for: .seconds(2))
            wake.yield()
        }
    }
}

extension EntryKey {
    init(_ id: MessageID) { self.init(high: id.high, low: id.low) }
    var messageId: MessageID { MessageID(high: high, low: low) }
}

extension PartitionKey {
    init(_ id: ChatID) { self.init(high: id.high, low: id.low) }
}
