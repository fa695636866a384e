import Domain
import Storage

/// What was heard in the recordings of messages.
///
/// The words are in `message_rows.spoken`, beside the message's own text, so that whatever reads texts reads them with the
/// same statement: the column `text` of the view `messages` holds both, `written` the first alone. The rest is here.
enum TranscriptRows {
    static let migration = Migration(
        "messaging: transcripts",
        statements: tables + SQLiteFullText.triggersOnTranscripts
    )
    .on(.postgreSQL, statements: tables + FullTextTable.messages.postgreSQLStatements)

    private static let tables = [
        "ALTER TABLE message_rows ADD COLUMN spoken TEXT",
        "DROP VIEW messages",
        """
        CREATE VIEW messages AS
        SELECT r.num, r.id, c.id AS chat_id, r.seq, r.ordinal, s.user_id AS sender_id, r.client_id,
               \(Transcript.schemaWords(in: "r")) AS text, r.text AS written, r.spoken, r.reply_to,
               r.created_at, r.edited_at, r.deleted_at, r.via, r.edit_count, r.extras
        FROM message_rows r JOIN chats c ON c.num = r.chat JOIN senders s ON s.num = r.sender
        """,
        // Milliseconds of the recording `media_id`.
        """
        CREATE TABLE message_transcripts (
            message_id BLOB PRIMARY KEY,
            media_id BLOB NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('pending', 'ready', 'failed')),
            language TEXT,
            duration INTEGER
        )
        """,
        "CREATE INDEX message_transcripts_by_media ON message_transcripts (media_id)",
    ]

    /// A row, without the words.
    struct State: Sendable, Hashable {
        let status: Transcript.Status
        let language: String?
        let duration: Double?

        /// Reads a row that begins with `columns`.
        init(row: any SQLRow) throws {
            status = try row.word(0)
            language = try row.optionalText(1)
            duration = try row.optionalInt(2).map { Double($0) / 1000 }
        }

        static let columns = "t.status, t.language, t.duration"

        /// Adds what the row of the message doesn't say.
        func complete(_ transcript: inout Transcript?) {
            transcript = self.transcript(transcript?.text ?? "")
        }

        func transcript(_ text: String) -> Transcript {
            Transcript(status: status, text: text, language: language, duration: duration)
        }
    }

    static func states(
        of messages: [MessageID],
        on connection: any SQLConnection
    ) throws -> [MessageID: State] {
        let rows = try connection.query(
            "SELECT \(State.columns), t.message_id FROM message_transcripts t WHERE t.message_id IN",
            in: messages
        ) { (try $0.id(3, MessageID.self), try State(row: $0)) }
        return Dictionary(rows, uniquingKeysWith: { first, _ in first })
    }

    /// The recording that was transcribed, or will be.
    static func media(of message: MessageID, on connection: any SQLConnection) throws -> MediaID? {
        try connection.first("SELECT media_id FROM message_transcripts WHERE message_id = $1", message) {
            try $0.id(0)
        }
    }

    static func write(
        _ transcript: Transcript,
        of media: MediaID,
        in message: MessageID,
        on connection: any SQLConnection
    ) throws {
        try connection.execute(
            "UPDATE message_rows SET spoken = $1, extras = extras | $2 WHERE id = $3",
            transcript.status == .ready ? transcript.text : nil,
            MessageExtras.transcript.rawValue,
            message
        )
        try FullText.textDidChange(on: connection)
        try connection.execute(
            """
            INSERT INTO message_transcripts (message_id, media_id, status, language, duration)
            VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (message_id) DO UPDATE SET media_id = excluded.media_id, status = excluded.status,
                language = excluded.language, duration = excluded.duration
            """,
            message,
            media,
            transcript.status.rawValue,
            transcript.language,
            transcript.duration.map { Int64(($0 * 1000).rounded()) }
        )
    }
}

extension Transcript {
    /// What is written in a row of `message_rows` and, below it, what was heard.
    static func words(in row: String) -> String {
        """
        CASE WHEN \(row).spoken IS NULL THEN \(row).text WHEN \(row).text = '' THEN \(row).spoken
        ELSE \(row).text || '\n' || \(row).spoken END
        """
    }

    /// The same as views and triggers have it. A database keeps their text, which must not change after a release.
    static func schemaWords(in row: String) -> String {
        words(in: row).replacing("'\n'", with: "char(10)")
    }

    /// As it is stored, so that the same again is recognised.
    var inMilliseconds: Transcript {
        let duration = duration.map { (min(max($0, 0), 1e9) * 1000).rounded() / 1000 }
        return Transcript(status: status, text: status == .ready ? text : "", language: language, duration: duration)
    }
}
