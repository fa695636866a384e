import Domain
import Foundation
import GRDB

/// The cache within one transaction.
struct CacheTransaction {
    let database: Database
    let me: UserID

    static func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    static func encode(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]  // equal values give equal text
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func blob<Entity>(_ id: ID<Entity>) -> Data { Data(id.bytes) }

    func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    func wipe(keepingOutbox: Bool) throws {
        try execute("DELETE FROM chats")
        try execute("DELETE FROM messages")
        try execute("DELETE FROM pending_reads")
        try execute("DELETE FROM pending_drafts")
        try execute("DELETE FROM typed_commands")
        try execute("DELETE FROM previews")
        try execute("DELETE FROM waiting")
        guard !keepingOutbox else { return }
        try execute("DELETE FROM outbox")
        try execute("DELETE FROM pending_changes")
    }
}

extension CacheTransaction: ReplicaStore {
    func record(of chat: ChatID) throws -> CachedChat? {
        let statement = try database.cachedStatement(sql: "SELECT record FROM chats WHERE id = ?")
        return try String.fetchOne(statement, arguments: [Self.blob(chat)]).map { try Self.decode(CachedChat.self, $0) }
    }

    func records() throws -> [CachedChat] {
        try String.fetchAll(database, sql: "SELECT record FROM chats").map { try Self.decode(CachedChat.self, $0) }
    }

    func chatIDs() throws -> [ChatID] {
        try Data.fetchAll(database, sql: "SELECT id FROM chats").compactMap { ChatID(bytes: $0) }
    }

    func positions() throws -> [ChatID: Int64] {
        let rows = try Row.fetchAll(database, sql: "SELECT id, position FROM chats")
        return Dictionary(
            rows.compactMap { row in
                let id: Data = row[0]
                let position: Int64 = row[1]
                return ChatID(bytes: id).map { ($0, position) }
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    func save(_ record: CachedChat) throws {
        try execute(
            """
            INSERT INTO chats (id, position, is_stale, record) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET position = excluded.position, is_stale = excluded.is_stale,
                record = excluded.record
            """,
            [Self.blob(record.chat.id), record.position, record.isStale, try Self.encode(record)]
        )
        // Acknowledged messages that the history now includes.
        try execute(
            "DELETE FROM outbox WHERE chat_id = ? AND sent_seq <= ?",
            [Self.blob(record.chat.id), record.position]
        )
    }

    func remove(_ chat: ChatID) throws {
        try removeMessages(of: chat)
        try removePreviews(of: chat)
        try execute("DELETE FROM waiting WHERE chat_id = ?", [Self.blob(chat)])
        try execute("DELETE FROM chats WHERE id = ?", [Self.blob(chat)])
        try execute("DELETE FROM pending_reads WHERE chat_id = ?", [Self.blob(chat)])
        try execute("DELETE FROM pending_drafts WHERE chat_id = ?", [Self.blob(chat)])
        try keep(command: nil, in: chat)
        try execute("DELETE FROM pending_changes WHERE chat_id = ?", [Self.blob(chat)])
    }
}
