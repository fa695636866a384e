public import Domain
public import Messaging
public import Storage

/// Keeps vectors and the embedding queue in step with messages, in the transactions that change them: a message isn't
/// searchable by its old text for a moment.
public struct EmbeddingRows: MessageObserver {
    public init() {}

    public func messageWillChange(
        _ message: MessageID,
        in chat: ChatID,
        newText: String,
        on connection: any SQLConnection
    ) throws {
        try messageWillBeErased(message, in: chat, on: connection)
        guard !newText.isEmpty else { return }
        _ = try connection.execute(
            "INSERT INTO embedding_queue (message_id, chat_id, due_at) VALUES ($1, $2, $3)",
            message,
            chat,
            0
        )
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
