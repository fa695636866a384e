import Domain
import Foundation
import GRDB

/// Local changes that the server doesn't have yet.
extension CacheTransaction {
    /// All entries, in the order in which they were written.
    func outbox() throws -> [OutboxEntry] {
        try String.fetchAll(database, sql: "SELECT entry FROM outbox ORDER BY number")
            .map { try Self.decode(OutboxEntry.self, $0) }
    }

    func outbox(of chat: ChatID) throws -> [OutboxEntry] {
        let statement = try database.cachedStatement(
            sql: "SELECT entry FROM outbox WHERE chat_id = ? ORDER BY number"
        )
        return try String.fetchAll(statement, arguments: [Self.blob(chat)]).map {
            try Self.decode(OutboxEntry.self, $0)
        }
    }

    func entry(_ id: String, in chat: ChatID) throws -> OutboxEntry? {
        try outbox(of: chat).first { $0.id == id }
    }

    /// Appends an entry. Has no effect if it is already in the outbox.
    func add(_ entry: OutboxEntry) throws {
        try execute(
            "INSERT INTO outbox (id, chat_id, entry) VALUES (?, ?, ?) ON CONFLICT (chat_id, id) DO NOTHING",
            [entry.id, Self.blob(entry.chatId), try Self.encode(entry)]
        )
    }

    /// Updates an entry in place. Has no effect if it has left the outbox.
    func update(_ entry: OutboxEntry) throws {
        try execute(
            "UPDATE outbox SET entry = ?, sent_seq = ? WHERE chat_id = ? AND id = ?",
            [try Self.encode(entry), entry.sentSeq, Self.blob(entry.chatId), entry.id]
        )
    }

    func removeFromOutbox(_ id: String, in chat: ChatID) throws {
        try execute("DELETE FROM outbox WHERE chat_id = ? AND id = ?", [Self.blob(chat), id])
    }

    /// The server has stored the message. The entry leaves the outbox once the history includes the message.
    func markSent(_ entry: OutboxEntry, as message: Message) throws {
        guard var entry = try self.entry(entry.id, in: entry.chatId) else { return }
        guard let record = try record(of: entry.chatId), record.position < message.seq else {
            return try removeFromOutbox(entry.id, in: entry.chatId)
        }
        entry.state = .sent(seq: message.seq)
        try update(entry)
    }

    func restore(_ entries: [OutboxEntry]) throws {
        for entry in entries { try add(entry) }
    }

    // MARK: Cursors and drafts

    func enqueueRead(_ chat: ChatID, upTo seq: Int64) throws {
        try execute(
            """
            INSERT INTO pending_reads (chat_id, seq) VALUES (?, ?)
            ON CONFLICT (chat_id) DO UPDATE SET seq = max(seq, excluded.seq)
            """,
            [Self.blob(chat), seq]
        )
    }

    func pendingReads() throws -> [(chat: ChatID, seq: Int64)] {
        try Row.fetchAll(database, sql: "SELECT chat_id, seq FROM pending_reads ORDER BY chat_id").compactMap { row in
            let id: Data = row[0]
            let seq: Int64 = row[1]
            return ChatID(bytes: id).map { (chat: $0, seq: seq) }
        }
    }

    func removePendingRead(_ chat: ChatID, upTo seq: Int64) throws {
        try execute("DELETE FROM pending_reads WHERE chat_id = ? AND seq <= ?", [Self.blob(chat), seq])
    }

    func enqueueDraft(_ draft: PendingDraft, in chat: ChatID) throws {
        try execute(
            "INSERT OR REPLACE INTO pending_drafts (chat_id, draft) VALUES (?, ?)",
            [Self.blob(chat), try Self.encode(draft)]
        )
    }

    func pendingDraft(in chat: ChatID) throws -> PendingDraft? {
        let statement = try database.cachedStatement(sql: "SELECT draft FROM pending_drafts WHERE chat_id = ?")
        return try String.fetchOne(statement, arguments: [Self.blob(chat)])
            .map { try Self.decode(PendingDraft.self, $0) }
    }

    func pendingDrafts() throws -> [(chat: ChatID, draft: PendingDraft)] {
        try Row.fetchAll(database, sql: "SELECT chat_id, draft FROM pending_drafts").compactMap { row in
            let id: Data = row[0]
            let draft = try Self.decode(PendingDraft.self, row[1])
            return ChatID(bytes: id).map { (chat: $0, draft: draft) }
        }
    }

    /// Removes the draft unless it has changed in the meantime.
    func removePendingDraft(_ draft: PendingDraft, in chat: ChatID) throws {
        try execute(
            "DELETE FROM pending_drafts WHERE chat_id = ? AND draft = ?",
            [Self.blob(chat), try Self.encode(draft)]
        )
    }

    // MARK: Commands that are being typed

    func keep(command line: String?, in chat: ChatID?) throws {
        let place = chat.map { Self.blob($0) } ?? Self.noChat
        guard let line else { return try execute("DELETE FROM typed_commands WHERE chat_id = ?", [place]) }
        try execute("INSERT OR REPLACE INTO typed_commands (chat_id, line) VALUES (?, ?)", [place, line])
    }

    func command(in chat: ChatID?) throws -> String? {
        let statement = try database.cachedStatement(sql: "SELECT line FROM typed_commands WHERE chat_id = ?")
        return try String.fetchOne(statement, arguments: [chat.map { Self.blob($0) } ?? Self.noChat])
    }

    /// Instead of a chat's id, which has 16 bytes: while no chat is open.
    private static let noChat = Data([0])
}

/// A draft that the server doesn't have yet. An empty one deletes the draft.
struct PendingDraft: Sendable, Hashable, Codable {
    /// As it is shown; `nil` if it deletes.
    var draft: ChatDraft? { text.isEmpty ? nil : ChatDraft(text: text, replyTo: replyTo, updatedAt: updatedAt) }

    let text: String
    let replyTo: MessageID?
    let updatedAt: Timestamp
}
