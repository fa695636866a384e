import Domain
import Messaging
import Storage

/// The table `transcription_queue`: messages with files that may be recordings, and dead letters, which have no time.
enum TranscriptionQueue {
    struct Job: Sendable, Hashable {
        let message: MessageID
        let chat: ChatID
        let user: UserID
        let attempts: Int
        let createdAt: Timestamp
    }

    static func add(_ entries: [MessageRecordings.Entry], at now: Timestamp, on connection: any SQLConnection) throws {
        for entry in entries {
            try connection.execute(
                """
                INSERT INTO transcription_queue (message_id, chat_id, user_id, created_at, due_at)
                VALUES ($1, $2, $3, $4, $4) ON CONFLICT DO NOTHING
                """,
                entry.message,
                entry.chat,
                entry.sender,
                now
            )
        }
    }

    /// The job that is due for the longest time.
    static func next(at now: Timestamp, on connection: any SQLConnection) throws -> Job? {
        try connection.first(
            """
            SELECT message_id, chat_id, user_id, attempts, created_at FROM transcription_queue
            WHERE due_at <= $1 ORDER BY due_at, message_id LIMIT 1
            """,
            now
        ) {
            Job(
                message: try $0.id(0),
                chat: try $0.id(1),
                user: try $0.id(2),
                attempts: Int(clamping: try $0.int(3)),
                createdAt: try $0.timestamp(4)
            )
        }
    }

    static func remove(_ message: MessageID, on connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM transcription_queue WHERE message_id = $1", message)
    }

    /// - Parameter due: when it is tried again; `nil` for a dead letter.
    static func postpone(
        _ message: MessageID,
        until due: Timestamp?,
        because reason: String,
        on connection: any SQLConnection
    ) throws {
        try connection.execute(
            "UPDATE transcription_queue SET attempts = attempts + 1, due_at = $1, last_error = $2 WHERE message_id = $3",
            due,
            String(reason.prefix(500)),
            message
        )
    }
}
