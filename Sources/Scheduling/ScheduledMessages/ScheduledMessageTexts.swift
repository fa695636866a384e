public import Domain
public import Messaging
public import Storage

/// Keeps what was sent like its message: a deletion removes it, an edit changes it.
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

    public func messageWasCreated() {}
}
