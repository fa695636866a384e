import Domain
import Messaging
import Storage

/// Fills the queue: with new messages, in the order in which they were stored; with what an edit left to do; and, for a
/// model that is new, with older messages, the newest of them first. Some at a time, so that sends don't wait and the
/// queue stays short.
struct QueueFilling: Sendable {
    /// Models that messages are embedded by.
    let models: [Int64]
    let database: any Database

    private static let atOnce = 512
    /// As many new messages are queued at most; what goes beyond, as after an import, is back-filled bit by bit.
    private static let mostNew: Int64 = 4096

    /// - Returns: whether there is more to take.
    func fill() async throws -> Bool {
        let hasNew = try await fillNew()
        var hasOld = false
        for model in models { hasOld = try await backfill(model) || hasOld }
        return hasNew || hasOld
    }

    private func fillNew() async throws -> Bool {
        for _ in 0..<8 {
            let hasNew = try await database.read { connection in
                let seen = try MessageFeed.embedding.position(on: connection)
                return try connection.exists("SELECT 1 FROM messages WHERE num > $1 LIMIT 1", seen)
                    || connection.exists("SELECT 1 FROM embedding_queue WHERE model_id = 0 LIMIT 1")
            }
            guard hasNew else { return false }
            try await database.write { [models] connection in
                try Self.leaveToBackfill(models, on: connection)
                try Self.takeNew(models, on: connection)
                try Self.takeUnassigned(models, on: connection)
            }
        }
        return true
    }

    private static func leaveToBackfill(_ models: [Int64], on connection: any SQLConnection) throws {
        let last = try connection.first("SELECT max(num) FROM messages") { try $0.optionalInt(0) } ?? nil
        guard let last, last - (try MessageFeed.embedding.position(on: connection)) > mostNew else { return }
        for model in models {
            try connection.execute("UPDATE embedding_models SET backfill_num = $1 WHERE id = $2", last + 1, model)
        }
        try MessageFeed.embedding.advance(to: last, on: connection)
    }

    private static func takeNew(_ models: [Int64], on connection: any SQLConnection) throws {
        let begin = try MessageFeed.embedding.position(on: connection)
        guard let end = try MessageFeed.embedding.next(atOnce, after: begin, on: connection) else { return }
        for model in models {
            try connection.execute(
                """
                INSERT INTO embedding_queue (model_id, message_id, chat_id, due_at)
                SELECT $1, id, chat_id, 0 FROM messages WHERE num > $2 AND num <= $3 AND text <> '' ORDER BY num
                ON CONFLICT DO NOTHING
                """,
                model,
                begin,
                end
            )
        }
        try MessageFeed.embedding.advance(to: end, on: connection)
    }

    /// Whoever changes a message doesn't know the models.
    private static func takeUnassigned(_ models: [Int64], on connection: any SQLConnection) throws {
        let ids = try connection.query(
            "SELECT position FROM embedding_queue WHERE model_id = 0 ORDER BY position LIMIT $1",
            atOnce
        ) { try $0.int(0) }
        guard let last = ids.last else { return }
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
    }

    /// Old messages go below what is there already: a position under the lowest, the newest of them highest.
    private func backfill(_ model: Int64) async throws -> Bool {
        let begin = try await database.read { connection -> Int64 in
            guard try EmbeddingQueue(model: model).waiting(on: connection) < Self.atOnce else { return 0 }
            return try Self.begin(of: model, on: connection)
        }
        guard begin > 0 else { return false }
        return try await database.write { connection in
            let begin = try Self.begin(of: model, on: connection)
            let end =
                try connection.first(
                    "SELECT min(num) FROM (SELECT num FROM messages WHERE num < $1 ORDER BY num DESC LIMIT $2)",
                    begin,
                    Self.atOnce
                ) { try $0.optionalInt(0) } ?? nil
            if let end {
                let lowest =
                    try connection.first("SELECT coalesce(min(position), 0) FROM embedding_queue") { try $0.int(0) }
                    ?? 0
                try connection.execute(
                    """
                    INSERT INTO embedding_queue (position, model_id, message_id, chat_id, due_at)
                    SELECT $1 - (row_number() OVER (ORDER BY m.num DESC)), $2, m.id, m.chat_id, 0 FROM messages m
                    WHERE m.num < $3 AND m.num >= $4 AND m.text <> '' AND m.deleted_at IS NULL
                      AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.message_id = m.id AND v.model_id = $2)
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
