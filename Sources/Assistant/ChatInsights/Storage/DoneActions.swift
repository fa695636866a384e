package import Domain
package import SpotterAPI
package import Storage

/// Rows of `done_actions`: tasks that somebody marked as done.
package enum DoneActions {
    package struct Row: Sendable {
        package let id: ActionItemID
        package let chat: ChatID
        package let message: MessageID
        package let doneAt: Timestamp
    }

    package static func insert(
        _ id: ActionItemID,
        of message: MessageID,
        in chat: ChatID,
        by user: UserID,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        try connection.execute(
            """
            INSERT INTO done_actions (id, chat_id, message_id, done_at, done_by) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (message_id, id) DO NOTHING
            """,
            id,
            chat,
            message,
            now,
            user
        )
    }

    package static func remove(_ id: ActionItemID, of message: MessageID, on connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM done_actions WHERE message_id = $1 AND id = $2", message, id)
    }

    /// Those that a user marked, above an id, in the order of their ids.
    package static func all(
        by user: UserID,
        after id: ActionItemID,
        limit: Int,
        on connection: any SQLConnection
    ) throws -> [Row] {
        try connection.query(
            """
            SELECT id, chat_id, message_id, done_at FROM done_actions
            WHERE done_by = $1 AND id > $2 ORDER BY id LIMIT $3
            """,
            user,
            id,
            limit
        ) { row in
            Row(id: try row.id(0), chat: try row.id(1), message: try row.id(2), doneAt: try row.timestamp(3))
        }
    }

    package static func isAny(by user: UserID, on connection: any SQLConnection) throws -> Bool {
        try connection.exists("SELECT 1 FROM done_actions WHERE done_by = $1", user)
    }
}
