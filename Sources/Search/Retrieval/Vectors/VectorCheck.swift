import Domain
import Messaging
public import Storage

/// Checks the stored vectors, for `spotter admin check`. Needs no model.
public struct VectorCheck: Sendable {
    private let database: any Database

    public init(database: any Database) { self.database = database }

    /// Every vector can be read and belongs to a message that has a text, and every message has one or waits for it.
    public func run() async -> [DataFault] {
        await [DataFault].collecting("vectors") {
            try await database.read { connection in
                var faults: [String] = []
                for model in try ModelTable(connection: connection).all() {
                    faults += try Self.unreadable(model, on: connection).map {
                        "message \($0): a vector of \(model.name) is damaged"
                    }
                    faults += try Self.orphans(model, on: connection).map {
                        "message \($0): a vector of \(model.name) belongs to no message with a text"
                    }
                    guard model.isActive, model.isReady else { continue }
                    faults += try Self.lost(model, on: connection).map {
                        "message \($0): has no vector of \(model.name) and doesn't wait for one"
                    }
                }
                return faults
            }
        }
    }

    private static func unreadable(_ model: ModelTable.Row, on connection: any SQLConnection) throws -> [MessageID] {
        var found: [MessageID] = []
        try connection.forEach("SELECT message_id, vector FROM vectors WHERE model_id = $1", [model.id]) { row in
            if VectorBlob.decode(try row.blob(1), dimension: model.dimension) == nil { found.append(try row.id(0)) }
            return true
        }
        return found
    }

    private static func orphans(_ model: ModelTable.Row, on connection: any SQLConnection) throws -> [MessageID] {
        try connection.query(
            """
            SELECT DISTINCT v.message_id FROM vectors v WHERE v.model_id = $1 AND NOT EXISTS (
                SELECT 1 FROM \(TextMessages.table) m WHERE m.id = v.message_id AND m.chat_id = v.chat_id
            )
            """,
            model.id
        ) { try $0.id(0) }
    }

    /// Messages that aren't queued yet have a higher number than the feed's position.
    private static func lost(_ model: ModelTable.Row, on connection: any SQLConnection) throws -> [MessageID] {
        try connection.query(
            """
            SELECT m.id FROM \(TextMessages.table) m
            WHERE m.num <= $1
                AND m.num >= (SELECT backfill_num FROM embedding_models WHERE id = $2)
                AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.message_id = m.id AND v.model_id = $2)
                AND NOT EXISTS (SELECT 1 FROM embedding_queue q WHERE q.message_id = m.id AND q.model_id IN (0, $2))
            """,
            try MessageFeed.embedding.position(on: connection),
            model.id
        ) { try $0.id(0) }
    }
}
