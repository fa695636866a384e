public import Domain
public import Messaging
public import Storage

/// Keeps what was sent like its message: a deletion removes it, an edit changes it. What waits for a reply keeps its place
/// when older messages are imported.
public struct ScheduledMessageTexts: MessageObserver {
    public init() {}

    public func messageWillChange(
        _ message: MessageID,
        in chat: ChatID,
        newText: String,
        on connection: any SQLConnection
    ) throws {
        try connection.execute(
            "UPDATE scheduled_messages SET text = $1 WHERE message_id = $2 AND state = 'sent'",
            newText,
            message
        )
    }

    public func messageWillBeErased(_ message: MessageID, in chat: ChatID, on connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM scheduled_messages WHERE message_id = $1 AND state = 'sent'", message)
    }

    public func chatDidMove(
        _ chat: ChatID,
        to position: (Int64) throws -> Int64,
        on connection: any SQLConnection
    ) throws {
        let places = try connection.query(
            "SELECT DISTINCT after_seq FROM scheduled_messages WHERE chat_id = $1 ORDER BY after_seq DESC",
            chat
        ) { try $0.int(0) }
        // The last one first: new positions are beyond all former ones, so that none is moved twice.
        for place in places {
            try connection.execute(
                "UPDATE scheduled_messages SET after_seq = $1, version = version + 1 WHERE chat_id = $2 AND after_seq = $3",
                position(place),
                chat,
                place
            )
        }
    }

    public func messageWasCreated() {}
}
