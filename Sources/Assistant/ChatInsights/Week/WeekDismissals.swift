package import Domain
import Messaging
package import SpotterAPI
package import Storage

/// Rows of `week_dismissals`: reasons that a trainer doesn't want to see any more. They hold no words, and go with the
/// message that the reason is from.
package enum WeekDismissals {
    /// Older ones are forgotten: what they are about isn't on any page by then.
    static let keptSeconds: Int64 = 180 * 86_400

    package static func all(of owner: UserID, on connection: any SQLConnection) throws -> Set<WeekReasonID> {
        Set(
            try connection.query("SELECT reason_id FROM week_dismissals WHERE owner_id = $1", owner) { try $0.id(0) }
        )
    }

    package static func exists(_ reason: WeekReasonID, of owner: UserID, on connection: any SQLConnection) throws
        -> Bool
    {
        try connection.exists("SELECT 1 FROM week_dismissals WHERE owner_id = $1 AND reason_id = $2", owner, reason)
    }

    package static func isReadable(_ message: MessageID, by reader: UserID, on connection: any SQLConnection) throws
        -> Bool
    {
        try VisibleMessageReader(reader: reader, connection: connection).chat(of: message) != nil
    }

    package static func insert(
        _ reason: WeekReasonID,
        of owner: UserID,
        from source: Citation?,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        try connection.execute(
            "DELETE FROM week_dismissals WHERE owner_id = $1 AND dismissed_at < $2",
            owner,
            now.adding(seconds: -keptSeconds)
        )
        try connection.execute(
            """
            INSERT INTO week_dismissals (owner_id, reason_id, message_id, chat_id, dismissed_at)
            VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING
            """,
            owner,
            reason,
            source?.messageId,
            source?.chatId,
            now
        )
    }

    package static func delete(_ reason: WeekReasonID, of owner: UserID, on connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM week_dismissals WHERE owner_id = $1 AND reason_id = $2", owner, reason)
    }

    // MARK: What becomes of messages

    package static func messageWillBeErased(_ message: MessageID, on connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM week_dismissals WHERE message_id = $1", message)
    }

    package static func memberWillLeave(_ user: UserID, _ chat: ChatID, on connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM week_dismissals WHERE owner_id = $1 AND chat_id = $2", user, chat)
    }
}
