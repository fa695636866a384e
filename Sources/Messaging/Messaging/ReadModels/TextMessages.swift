package import Domain
package import Storage

/// The messages that have a text, written or heard in a recording, regardless of who may read them: for data derived from texts, such as vectors.
///
/// Nothing read here may be shown to a user; `VisibleMessageReader` is for that.
package enum TextMessages {
    /// A table expression with the columns `num`, `id`, `chat_id`, `seq` and `text`, to be joined under an alias.
    package static let table =
        "(SELECT num, id, chat_id, seq, text FROM messages WHERE text <> '' AND deleted_at IS NULL)"

    /// Joins the row of the message whose id is in `column` as `alias`, whether it has a text or not.
    package static func join(on column: String, as alias: String = "m") -> String {
        "JOIN messages \(alias) ON \(alias).id = \(column)"
    }

    /// The highest number of an existing message; 0 if there is none.
    package static func newest(on connection: any SQLConnection) throws -> Int64 {
        try connection.first("SELECT coalesce(max(num), 0) FROM message_rows") { try $0.int(0) } ?? 0
    }

    /// The lowest number among the last `limit` messages before `num`; `nil` if there are none.
    package static func lowest(of limit: Int, before num: Int64, on connection: any SQLConnection) throws -> Int64? {
        try connection.first(
            "SELECT min(num) FROM (SELECT num FROM message_rows WHERE num < $1 ORDER BY num DESC LIMIT $2) n",
            num,
            limit
        ) { try $0.optionalInt(0) } ?? nil
    }

    /// Whether the message exists and still has exactly this text.
    package static func isCurrent(
        _ text: String,
        of message: MessageID,
        on connection: any SQLConnection
    ) throws -> Bool {
        try connection.exists(
            "SELECT 1 FROM messages WHERE id = $1 AND text = $2 AND deleted_at IS NULL",
            message,
            text
        )
    }

    /// Whether the message exists and exactly this is written in it, whatever was heard in a recording.
    package static func isWritten(
        _ text: String,
        in message: MessageID,
        on connection: any SQLConnection
    ) throws -> Bool {
        try connection.exists(
            "SELECT 1 FROM message_rows WHERE id = $1 AND text = $2 AND deleted_at IS NULL",
            message,
            text
        )
    }

    /// Whether the message exists and wasn't deleted.
    package static func exists(_ message: MessageID, on connection: any SQLConnection) throws -> Bool {
        try connection.exists("SELECT 1 FROM message_rows WHERE id = $1 AND deleted_at IS NULL", message)
    }
}
