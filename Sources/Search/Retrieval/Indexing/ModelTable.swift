import Domain
import Embedding
import Messaging
import Storage

/// The table `embedding_models`.
struct ModelTable {
    struct Row: Sendable, Hashable {
        let id: Int64
        let name: String
        let dimension: Int
        let isActive: Bool
        /// Whether it has, or once had, a vector of every message.
        let isReady: Bool
        let lastNumber: Int64
    }

    let connection: any SQLConnection

    func all() throws -> [Row] {
        try connection.query(
            "SELECT id, name, dimension, is_active, is_ready, last_num FROM embedding_models ORDER BY id"
        ) {
            Row(
                id: try $0.int(0),
                name: try $0.text(1),
                dimension: Int(clamping: try $0.int(2)),
                isActive: try $0.int(3) != 0,
                isReady: try $0.int(4) != 0,
                lastNumber: try $0.int(5)
            )
        }
    }

    /// Activates these models. A model that wasn't active in the last run goes through all messages again, to embed
    /// those that it missed.
    /// - Returns: their rows, in the same order.
    func activate(_ models: [EmbeddingModel]) throws -> [Row] {
        for model in models {
            try connection.execute(
                "INSERT INTO embedding_models (name, dimension) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                model.name,
                model.dimension
            )
        }
        // Later messages are queued for every active model.
        let last = try MessageFeed.embedding.position(on: connection)
        let rows = try all()
        for row in rows {
            let isWanted = models.contains { $0.name == row.name && $0.dimension == row.dimension }
            if isWanted, !row.isActive {
                try connection.execute(
                    "UPDATE embedding_models SET is_active = 1, is_ready = 0, backfill_num = $1 WHERE id = $2",
                    last + 1,
                    row.id
                )
            } else if !isWanted, row.isActive {
                try connection.execute("UPDATE embedding_models SET is_active = 0 WHERE id = $1", row.id)
                try connection.execute("DELETE FROM embedding_queue WHERE model_id = $1", row.id)
            }
        }
        let current = try all()
        return models.compactMap { model in
            current.first { $0.name == model.name && $0.dimension == model.dimension }
        }
    }

    func setReady(_ id: Int64) throws {
        try connection.execute("UPDATE embedding_models SET is_ready = 1 WHERE id = $1", id)
    }

    func isBackfilled(_ id: Int64) throws -> Bool {
        try connection.exists("SELECT 1 FROM embedding_models WHERE id = $1 AND backfill_num = 0", id)
    }

    /// Deletes a batch of an abandoned model's rows.
    /// - Returns: whether there are more rows.
    func discard(_ id: Int64, atOnce limit: Int) throws -> Bool {
        let chat = try connection.first("SELECT chat_id FROM vectors WHERE model_id = $1 LIMIT 1", id) {
            try $0.id(0, ChatID.self)
        }
        if let chat {
            try connection.execute(
                """
                DELETE FROM vectors WHERE model_id = $1 AND chat_id = $2 AND num <= (
                    SELECT max(num) FROM (
                        SELECT num FROM vectors WHERE model_id = $1 AND chat_id = $2 ORDER BY num LIMIT $3
                    ) n
                )
                """,
                id,
                chat,
                limit
            )
            return true
        }
        try connection.execute("DELETE FROM embedding_queue WHERE model_id = $1", id)
        try connection.execute("DELETE FROM embedding_models WHERE id = $1", id)
        return false
    }
}
