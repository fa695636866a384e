import Domain
import Messaging
import Storage

/// One model's rows of the table `embedding_queue`: messages that wait to be embedded, highest position first, and dead
/// letters. Dead letters failed too often and wait for an operator.
struct EmbeddingQueue: Sendable {
    static let maxAttempts = 8
    let model: Int64

    struct Item: Sendable {
        let message: MessageID
        let chat: ChatID
        let text: String
    }

    func add(_ message: MessageID, in chat: ChatID, on connection: any SQLConnection) throws {
        try connection.execute(
            """
            INSERT INTO embedding_queue (model_id, message_id, chat_id, due_at) VALUES ($1, $2, $3, 0)
            ON CONFLICT DO NOTHING
            """,
            model,
            message,
            chat
        )
    }

    /// Messages that are due, newest first, so that new messages don't wait behind an import.
    func due(at now: Timestamp, limit: Int, on connection: any SQLConnection) throws -> [Item] {
        try connection.query(
            """
            SELECT q.message_id, q.chat_id, m.text FROM embedding_queue q \(TextMessages.join(on: "q.message_id"))
            WHERE q.model_id = $1 AND q.due_at <= $2 AND q.attempts < $3 ORDER BY q.position DESC LIMIT $4
            """,
            model,
            now,
            Self.maxAttempts,
            limit
        ) { Item(message: try $0.id(0), chat: try $0.id(1), text: try $0.text(2)) }
    }

    func remove(_ message: MessageID, on connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM embedding_queue WHERE message_id = $1 AND model_id = $2", message, model)
    }

    /// Milliseconds by the attempts so far: a second, then twice as long each time.
    private static let backoff =
        "CASE attempts \((0..<12).map { "WHEN \($0) THEN \(1000 << $0)" }.joined(separator: " ")) ELSE 3600000 END"

    /// Delays the next attempt by exponential backoff, up to an hour. After the last attempt the message becomes a dead
    /// letter.
    func postpone(
        _ message: MessageID,
        because reason: String,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        try connection.execute(
            """
            UPDATE embedding_queue
            SET attempts = attempts + 1, last_error = $1, due_at = coalesce($2, due_at) + \(Self.backoff)
            WHERE message_id = $3 AND model_id = $4
            """,
            String(reason.prefix(500)),
            now,
            message,
            model
        )
    }

    /// The number of messages that aren't dead letters.
    func waiting(on connection: any SQLConnection) throws -> Int {
        try count("attempts < $2", on: connection)
    }

    /// Whether so many messages wait that aren't dead letters. Reads no more of them.
    func holds(_ count: Int, on connection: any SQLConnection) throws -> Bool {
        try connection.exists(
            "SELECT 1 FROM embedding_queue WHERE model_id = $1 AND attempts < $2 LIMIT 1 OFFSET $3",
            model,
            Self.maxAttempts,
            count - 1
        )
    }

    func dead(on connection: any SQLConnection) throws -> Int {
        try count("attempts >= $2", on: connection)
    }

    /// Whether a message is a dead letter.
    func holdsDead(_ message: MessageID, on connection: any SQLConnection) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM embedding_queue WHERE model_id = $1 AND message_id = $2 AND attempts >= $3",
            model,
            message,
            Self.maxAttempts
        ) { _ in true } ?? false
    }

    private func count(_ condition: String, on connection: any SQLConnection) throws -> Int {
        try connection.first(
            "SELECT count(*) FROM embedding_queue WHERE model_id = $1 AND \(condition)",
            model,
            Self.maxAttempts
        ) { Int(clamping: try $0.int(0)) } ?? 0
    }
}
