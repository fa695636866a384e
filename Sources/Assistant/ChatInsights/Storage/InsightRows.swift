import AssistantTools
package import Domain
import Messaging
package import Storage

/// Rows of `message_insights` and the tables around it.
package enum InsightRows {
    package static func insert(_ insights: [StoredInsight], in chat: ChatID, on connection: any SQLConnection) throws {
        for (part, insight) in insights.enumerated() {
            try connection.execute(
                """
                INSERT INTO message_insights (message_id, part, id, kind, chat_id, said_at, due_at, previous_id, reading)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
                """,
                insight.message,
                part,
                insight.id,
                insight.kind.rawValue,
                chat,
                insight.saidAt,
                insight.dueEnd,
                insight.previous,
                try JSONValue(encoding: insight.reading).text
            )
        }
    }

    /// Removes what was read in a message, and what quotes it.
    /// - Returns: the messages after it that did, without itself.
    @discardableResult
    package static func remove(_ message: MessageID, on connection: any SQLConnection) throws -> [MessageID] {
        let quoting = try connection.query(
            "SELECT DISTINCT message_id FROM message_insights WHERE previous_id = $1",
            message
        ) { try $0.id(0, MessageID.self) }
        let own = try connection.execute("DELETE FROM message_insights WHERE message_id = $1", message)
        let others = try connection.execute("DELETE FROM message_insights WHERE previous_id = $1", message)
        if own + others > 0 { connection.markErasure() }
        return quoting
    }

    static func enqueue(_ message: MessageID, in chat: ChatID, on connection: any SQLConnection) throws {
        try connection.execute(
            "INSERT INTO insight_queue (message_id, chat_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            message,
            chat
        )
    }

    // MARK: What becomes of messages

    /// The new text will be read when somebody asks.
    package static func messageWillChange(_ message: MessageID, in chat: ChatID, on connection: any SQLConnection)
        throws
    {
        let quoting = try remove(message, on: connection)
        for id in [message] + quoting { try enqueue(id, in: chat, on: connection) }
    }

    package static func messageWillBeErased(_ message: MessageID, on connection: any SQLConnection) throws {
        try remove(message, on: connection)
        try connection.execute("DELETE FROM insight_queue WHERE message_id = $1", message)
        try connection.execute("DELETE FROM done_actions WHERE message_id = $1", message)
    }

    /// The chat is read from its beginning when somebody asks next.
    package static func forgetPosition(of chat: ChatID, on connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM chat_readings WHERE chat_id = $1", chat)
    }

    /// Tasks stay done, but no longer say which deleted account has done them.
    package static func forgetUser(_ user: UserID, on connection: any SQLConnection) throws {
        try connection.execute("UPDATE done_actions SET done_by = NULL WHERE done_by = $1", user)
    }
}
