import Domain
import Messaging
import Storage

/// Fills the queues with new messages in the order in which they were stored, with edited messages and, for a new
/// model, with older messages, newest first. It works in batches, so that sends don't wait and queues stay short.
struct EmbeddingQueueFeeder: Sendable {
    /// The models that embed messages.
    let models: [Int64]
    let database: any Database

    /// Small enough not to hold up the writer for long.
    private static let batchSize = 256
    /// If there are more new messages than this, as after an import, they are backfilled in batches instead.
    private static let maxNew: Int64 = 4096

    /// - Returns: whether there are more messages to queue.
    func fill() async throws -> Bool {
        let hasNew = try await fillNew()
        var hasOld = false
        for model in models { hasOld = try await backfill(model) || hasOld }
        return hasNew || hasOld
    }

    private func fillNew() async throws -> Bool {
        for _ in 0..<4 {
            let hasNew = try await database.read { connection in
                try MessageFeed.embedding.next(1, on: connection) != nil
                    || connection.exists("SELECT 1 FROM embedding_queue WHERE model_id = 0 LIMIT 1")
            }
            guard hasNew else { return false }
            let hasMore = try await database.writeDeferrable { [models] connection in
                let hasMoreNew = try Self.takeNew(models, on: connection)
                return try Self.takeUnassigned(models, on: connection) || hasMoreNew
            }
            guard hasMore else { return false }
        }
        return true
    }

    /// - Returns: whether there was too much new.
    private static func leaveToBackfill(_ models: [Int64], on connection: any SQLConnection) throws -> Bool {
        let last = try TextMessages.newest(on: connection)
        guard last - (try MessageFeed.embedding.position(on: connection)) > maxNew else { return false }
        for model in models {
            try connection.execute("UPDATE embedding_models SET backfill_num = $1 WHERE id = $2", last + 1, model)
        }
        try MessageFeed.embedding.advance(to: last, on: connection)
        return true
    }

    /// - Returns: whether there may be more.
    private static func takeNew(_ models: [Int64], on connection: any SQLConnection) throws -> Bool {
        guard let part = try MessageFeed.embedding.next(batchSize, on: connection) else { return false }
        if part.hasMore, try leaveToBackfill(models, on: connection) { return false }
        for model in models {
            try connection.execute(
                """
                INSERT INTO embedding_queue (model_id, message_id, chat_id, due_at)
                SELECT $1, m.id, m.chat_id, 0 FROM \(TextMessages.table) m WHERE m.num > $2 AND m.num <= $3
                ORDER BY m.num
                ON CONFLICT DO NOTHING
                """,
                model,
                part.start,
                part.end
            )
        }
        try MessageFeed.embedding.advance(to: part.end, on: connection)
        return part.hasMore
    }

    /// Assigns entries that edits queued without a model, because Messaging doesn't know the models.
    /// - Returns: whether there may be more.
    private static func takeUnassigned(_ models: [Int64], on connection: any SQLConnection) throws -> Bool {
        let ids = try connection.query(
            "SELECT position FROM embedding_queue WHERE model_id = 0 ORDER BY position LIMIT $1",
            batchSize
        ) { try $0.int(0) }
        guard let last = ids.last else { return false }
        for model in models {
            try connection.execute(
                """
                INSERT INTO embedding_queue (model_id, message_id, chat_id, due_at)
                SELECT $1, message_id, chat_id, 0 FROM embedding_queue WHERE model_id = 0 AND position <= $2
                ORDER BY position
                ON CONFLICT DO NOTHING
                """,
                model,
                last
            )
        }
        try connection.execute("DELETE FROM embedding_queue WHERE model_id = 0 AND position <= $1", last)
        return ids.count == batchSize
    }

    /// Old messages get positions below the lowest existing one; the newest of them gets the highest.
    ///
    /// `WHERE true` keeps SQLite from reading `ON CONFLICT` as a join's condition
    /// (https://www.sqlite.org/lang_upsert.html#parsing_ambiguity).
    private func backfill(_ model: Int64) async throws -> Bool {
        let begin = try await database.read { connection -> Int64 in
            let begin = try Self.begin(of: model, on: connection)
            // Nearly always everything old is in the queue. What waits there may be a hundred thousand.
            guard begin > 0, try !EmbeddingQueue(model: model).holds(Self.batchSize, on: connection) else { return 0 }
            return begin
        }
        guard begin > 0 else { return false }
        return try await database.writeDeferrable { connection in
            let begin = try Self.begin(of: model, on: connection)
            let end = try TextMessages.lowest(of: Self.batchSize, before: begin, on: connection)
            if let end {
                let lowest =
                    try connection.first("SELECT coalesce(min(position), 0) FROM embedding_queue") { try $0.int(0) }
                    ?? 0
                try connection.execute(
                    """
                    INSERT INTO embedding_queue (position, model_id, message_id, chat_id, due_at)
                    SELECT $1 - (row_number() OVER (ORDER BY m.num DESC)), $2, m.id, m.chat_id, 0 FROM (
                        SELECT t.num, t.id, t.chat_id FROM \(TextMessages.table) t WHERE t.num < $3 AND t.num >= $4
                          AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.message_id = t.id AND v.model_id = $2)
                    ) m WHERE true
                    ON CONFLICT DO NOTHING
                    """,
                    min(lowest, 1),
                    model,
                    begin,
                    end
                )
            }
            try connection.execute("UPDATE embedding_models SET backfill_num = $1 WHERE id = $2", end ?? 0, model)
            return end != nil
        }
    }

    private static func begin(of model: Int64, on connection: any SQLConnection) throws -> Int64 {
        try connection.first("SELECT backfill_num FROM embedding_models WHERE id = $1", model) { try $0.int(0) } ?? 0
    }
}
