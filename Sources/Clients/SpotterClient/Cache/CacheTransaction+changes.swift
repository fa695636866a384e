import Domain
import GRDB

/// Changes of messages that the server doesn't have yet.
extension CacheTransaction {
    /// Appends a change. It replaces an earlier one of its kind, and what was typed for it; nothing else of a deleted message
    /// matters.
    func enqueue(_ change: QueuedChange, state: QueuedChange.State = .queued) throws {
        if change.change == .delete {
            try execute(
                "DELETE FROM pending_changes WHERE chat_id = ? AND message_id = ?",
                [Self.blob(change.chatId), Self.blob(change.messageId)]
            )
        }
        let kind = state == .typing ? Self.typedKind : change.change.kind
        try removeChange(kind, of: change.messageId, in: change.chatId)
        if case .edit = change.change { try removeTyped(change.messageId, in: change.chatId) }
        try execute(
            "INSERT INTO pending_changes (chat_id, message_id, kind, state, change) VALUES (?, ?, ?, ?, ?)",
            [
                Self.blob(change.chatId), Self.blob(change.messageId), kind, state.rawValue,
                try Self.encode(change),
            ]
        )
    }

    /// Of a new text that is still being written, beside an edit that waits.
    private static let typedKind = "typing"

    /// Forgets the new text of a message that was being written.
    func removeTyped(_ message: MessageID, in chat: ChatID) throws {
        try removeChange(Self.typedKind, of: message, in: chat)
    }

    private func removeChange(_ kind: String, of message: MessageID, in chat: ChatID) throws {
        try execute(
            "DELETE FROM pending_changes WHERE chat_id = ? AND message_id = ? AND kind = ?",
            [Self.blob(chat), Self.blob(message), kind]
        )
    }

    /// In the order in which they were made.
    func changes(_ states: [QueuedChange.State], in chat: ChatID? = nil) throws -> [QueuedChange] {
        try String.fetchAll(
            database,
            sql: """
                SELECT change FROM pending_changes
                WHERE state IN (\(states.map { _ in "?" }.joined(separator: ", "))) AND (? IS NULL OR chat_id = ?)
                ORDER BY number
                """,
            arguments: StatementArguments(states.map(\.rawValue))
                + [chat.map { Self.blob($0) }, chat.map { Self.blob($0) }]
        ).map { try Self.decode(QueuedChange.self, $0) }
    }

    /// Takes a change out of the queue, unless it was replaced by a later one meanwhile.
    /// - Parameter awaitsEvent: it shows until the event of it arrives.
    func finish(_ change: QueuedChange, awaitsEvent: Bool) throws {
        let arguments: StatementArguments = [
            Self.blob(change.chatId), Self.blob(change.messageId), try Self.encode(change),
        ]
        try execute(
            awaitsEvent
                ? "UPDATE pending_changes SET state = 'sent' WHERE chat_id = ? AND message_id = ? AND change = ?"
                : "DELETE FROM pending_changes WHERE chat_id = ? AND message_id = ? AND change = ?",
            arguments
        )
    }

    /// The event of a change is here, or a later one.
    func removeSentChanges(of message: MessageID, in chat: ChatID) throws {
        try execute(
            "DELETE FROM pending_changes WHERE chat_id = ? AND message_id = ? AND state = 'sent'",
            [Self.blob(chat), Self.blob(message)]
        )
    }

    func removeSentChanges() throws { try execute("DELETE FROM pending_changes WHERE state = 'sent'") }

    func restore(_ changes: [QueuedChange]) throws { for change in changes { try enqueue(change) } }
}
