public import Domain
public import Messaging
public import Storage

/// Updates vectors and the embedding queue in the transactions that change messages, so that a message is never
/// searchable by its old text.
public struct EmbeddingRows: MessageObserver {
    public init() {}

    public func messageWillChange(
        _ message: MessageID,
        in chat: ChatID,
        newText: String,
        on connection: any SQLConnection
    ) throws {
        try messageWillBeErased(message, in: chat, on: connection)
        if !newText.isEmpty { try enqueue(message, in: chat, on: connection) }
    }

    private func enqueue(_ message: MessageID, in chat: ChatID, on connection: any SQLConnection) throws {
        _ = try connection.execute(
            "INSERT INTO embedding_queue (message_id, chat_id, due_at) VALUES ($1, $2, $3)",
            message,
            chat,
            0
        )
    }

    public func messageWillBeTranscribed(
        _ message: MessageID,
        in chat: ChatID,
        on connection: any SQLConnection
    ) throws {
        try messageWillBeErased(message, in: chat, on: connection)
        try enqueue(message, in: chat, on: connection)
    }

    public func messageWillBeErased(
        _ message: MessageID,
        in chat: ChatID,
        on connection: any SQLConnection
    ) throws {
        try connection.execute("DELETE FROM vectors WHERE message_id = $1", message)
        try connection.execute("DELETE FROM embedding_queue WHERE message_id = $1", message)
    }

    public func messageWasCreated() {}
}
