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
        /// What its recording was counted in an attempt whose end was never written.
        let charge: TranscriptionUsage.Charge?
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
            SELECT message_id, chat_id, user_id, attempts, created_at, charged_day, charged_duration
            FROM transcription_queue
            WHERE due_at <= $1 ORDER BY due_at, message_id LIMIT 1
            """,
            now
        ) {
            Job(
                message: try $0.id(0),
                chat: try $0.id(1),
                user: try $0.id(2),
                attempts: Int(clamping: try $0.int(3)),
                createdAt: try $0.timestamp(4),
                charge: try charge(of: $0.id(2), $0.optionalInt(5), $0.optionalInt(6))
            )
        }
    }

    private static func charge(of user: UserID, _ day: Int64?, _ duration: Int64?) -> TranscriptionUsage.Charge? {
        guard let day, let duration else { return nil }
        return .init(user: user, day: day, duration: duration)
    }

    /// What a message's recording was counted.
    static func charge(of message: MessageID, on connection: any SQLConnection) throws -> TranscriptionUsage.Charge? {
        try connection.first(
            "SELECT user_id, charged_day, charged_duration FROM transcription_queue WHERE message_id = $1",
            message
        ) { try charge(of: $0.id(0), $0.optionalInt(1), $0.optionalInt(2)) }.flatMap { $0 }
    }

    static func contains(_ message: MessageID, on connection: any SQLConnection) throws -> Bool {
        try connection.exists("SELECT 1 FROM transcription_queue WHERE message_id = $1", message)
    }

    /// Notes what a message's recording is counted.
    static func note(
        _ charge: TranscriptionUsage.Charge,
        of message: MessageID,
        on connection: any SQLConnection
    ) throws {
        try connection.execute(
            "UPDATE transcription_queue SET charged_day = $1, charged_duration = $2 WHERE message_id = $3",
            charge.day,
            charge.duration,
            message
        )
    }

    static func remove(_ message: MessageID, on connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM transcription_queue WHERE message_id = $1", message)
    }

    /// What its recording was counted is taken back in the same transaction.
    /// - Parameter due: when it is tried again; `nil` for a dead letter.
    static func postpone(
        _ message: MessageID,
        until due: Timestamp?,
        because reason: String,
        on connection: any SQLConnection
    ) throws {
        try connection.execute(
            """
            UPDATE transcription_queue SET attempts = attempts + 1, due_at = $1, last_error = $2,
                charged_day = NULL, charged_duration = NULL
            WHERE message_id = $3
            """,
            due,
            String(reason.prefix(500)),
            message
        )
    }
}
