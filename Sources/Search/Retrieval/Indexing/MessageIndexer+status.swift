import Domain
import Messaging
public import SpotterAPI
import Storage

extension MessageIndexer {
    /// The number of vectors of the preferred model.
    public func indexedCount() async throws -> Int {
        guard let table = indexes.first?.vectors.table else { return 0 }
        return try await database.read { try table.total(on: $0) }
    }

    /// Counting stops here. Every search requests the number, and above this it makes no difference.
    private static let maxCounted = 10_000

    /// The number of messages that aren't searchable yet with the model in use, counted up to about 10 000.
    public func pendingCount() async throws -> Int {
        try await database.read { try self.pendingCount(on: $0) }
    }

    func pendingCount(on connection: any SQLConnection) throws -> Int {
        guard !embedders.isEmpty else { return 0 }
        return try Self.pendingCount(of: (answering.first(where: \.isReady) ?? indexes.first)?.id, on: connection)
    }

    func pendingCount(of model: Int64) async throws -> Int {
        try await database.read { try Self.pendingCount(of: model, on: $0) }
    }

    private static func pendingCount(of model: Int64?, on connection: any SQLConnection) throws -> Int {
        var count = try unqueued(on: connection)
        if let model {
            count += try EmbeddingQueue(model: model).waiting(on: connection)
            count += try notBackfilled(model, atMost: maxCounted, on: connection)
        }
        return count
    }

    private static func unqueued(on connection: any SQLConnection) throws -> Int {
        try connection.first(
            """
            SELECT (SELECT count(*) FROM embedding_queue WHERE model_id = 0)
                + (SELECT count(*) FROM \(TextMessages.table) m WHERE m.num > $1)
            """,
            try MessageFeed.embedding.position(on: connection)
        ) { Int(clamping: try $0.int(0)) } ?? 0
    }

    private static func notBackfilled(
        _ model: Int64,
        atMost limit: Int,
        on connection: any SQLConnection
    ) throws -> Int {
        try connection.first(
            """
            SELECT count(*) FROM (
                SELECT 1 FROM \(TextMessages.table) m
                WHERE m.num < (SELECT backfill_num FROM embedding_models WHERE id = $1) LIMIT $2
            ) m
            """,
            model,
            limit
        ) { Int(clamping: try $0.int(0)) } ?? 0
    }

    /// The state of all models, for operators.
    public func status() async throws -> IndexStatus {
        let indexes = indexes
        return try await database.read { connection in
            let unqueued = try Self.unqueued(on: connection)
            let rows = try ModelTable(connection: connection).all()
            let order = indexes.map(\.id)
            func rank(_ row: ModelTable.Row) -> Int { order.firstIndex(of: row.id) ?? order.count }
            let models = try rows.sorted { (rank($0), $0.id) < (rank($1), $1.id) }.map { row in
                let queue = EmbeddingQueue(model: row.id)
                let space = indexes.first { $0.id == row.id }
                let waiting =
                    row.isActive
                    ? try queue.waiting(on: connection) + unqueued
                        + Self.notBackfilled(row.id, atMost: .max, on: connection) : 0
                var model = IndexedModel(
                    model: row.name,
                    dimension: row.dimension,
                    ready: row.isReady,
                    active: row.isActive,
                    vectors: try VectorTable(model: row.id, dimension: row.dimension).total(on: connection),
                    waiting: waiting,
                    dead: try queue.dead(on: connection),
                    memoryBytes: space?.vectors.bytes ?? 0
                )
                model.outage = space?.outage
                return model
            }
            return IndexStatus(models: models, deadLetters: try Self.deadLetters(on: connection))
        }
    }

    private static func deadLetters(on connection: any SQLConnection) throws -> [DeadLetter] {
        try connection.query(
            """
            SELECT q.message_id, q.chat_id, e.name, q.attempts, q.last_error
            FROM embedding_queue q JOIN embedding_models e ON e.id = q.model_id
            WHERE q.attempts >= $1 ORDER BY q.position DESC LIMIT 100
            """,
            EmbeddingQueue.maxAttempts
        ) {
            DeadLetter(
                messageId: try $0.id(0),
                chatId: try $0.id(1),
                model: try $0.text(2),
                attempts: Int(clamping: try $0.int(3)),
                error: try $0.optionalText(4) ?? ""
            )
        }
    }

    /// Resets the attempts of all dead letters, so that they are tried again.
    /// - Returns: the number of messages.
    public func retryDeadLetters() async throws -> Int {
        let count = try await database.write { connection in
            try connection.execute(
                "UPDATE embedding_queue SET attempts = 0, due_at = 0, last_error = NULL WHERE attempts > 0"
            )
        }
        for space in indexes { space.wakeUp() }
        return count
    }
}
