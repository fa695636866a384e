import Domain
import Messaging
public import SpotterAPI
import Storage

extension MessageMemory {
    /// Vectors of the preferred model.
    public func indexedCount() async throws -> Int {
        guard let table = spaces.first?.vectors.table else { return 0 }
        return try await database.read { try table.total(on: $0) }
    }

    /// As far as it's counted: a search asks each time, and beyond this it doesn't matter.
    private static let countedMost = 10_000

    /// Messages that aren't searchable by meaning yet, by the model that answers now; counted up to some ten thousand.
    public func pendingCount() async throws -> Int {
        try await pendingCount(of: (spaces.first(where: \.isReady) ?? spaces.first)?.id)
    }

    func pendingCount(of model: Int64?) async throws -> Int {
        try await database.read { connection in
            var count = try Self.unqueued(on: connection)
            if let model {
                count += try EmbeddingQueue(model: model).waiting(on: connection)
                count += try Self.notBackfilled(model, atMost: Self.countedMost, on: connection)
            }
            return count
        }
    }

    private static func unqueued(on connection: any SQLConnection) throws -> Int {
        try connection.first(
            """
            SELECT (SELECT count(*) FROM embedding_queue WHERE model_id = 0)
                + (SELECT count(*) FROM messages WHERE num > $1 AND text <> '')
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
                SELECT 1 FROM messages WHERE text <> ''
                  AND num < (SELECT backfill_num FROM embedding_models WHERE id = $1) LIMIT $2
            )
            """,
            model,
            limit
        ) { Int(clamping: try $0.int(0)) } ?? 0
    }

    /// For whoever runs the server.
    public func status() async throws -> IndexStatus {
        let spaces = spaces
        return try await database.read { connection in
            let unqueued = try Self.unqueued(on: connection)
            let rows = try ModelTable(connection: connection).all()
            let order = spaces.map(\.id)
            func rank(_ row: ModelTable.Row) -> Int { order.firstIndex(of: row.id) ?? order.count }
            let models = try rows.sorted { (rank($0), $0.id) < (rank($1), $1.id) }.map { row in
                let queue = EmbeddingQueue(model: row.id)
                let space = spaces.first { $0.id == row.id }
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
            EmbeddingQueue.mostAttempts
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

    /// Lets everything that failed be tried again from the start; how many messages.
    public func retryDeadLetters() async throws -> Int {
        let count = try await database.write { connection in
            try connection.execute(
                "UPDATE embedding_queue SET attempts = 0, due_at = 0, last_error = NULL WHERE attempts > 0"
            )
        }
        for space in spaces { space.wakeUp() }
        return count
    }
}
