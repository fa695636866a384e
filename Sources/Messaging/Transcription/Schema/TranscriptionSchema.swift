package import Storage

/// The tables of voice: settings, what was transcribed for whom, and the voice messages that wait.
package enum TranscriptionSchema {
    package static let migrations = [
        Migration(
            "transcription: settings, queue and usage",
            statements: [
                "CREATE TABLE voice_settings (user_id BLOB PRIMARY KEY REFERENCES users (id), settings TEXT NOT NULL)",
                // One row for each message; without `due_at` it is a dead letter.
                """
                CREATE TABLE transcription_queue (
                    message_id BLOB PRIMARY KEY,
                    chat_id BLOB NOT NULL,
                    user_id BLOB NOT NULL,
                    attempts INTEGER NOT NULL DEFAULT 0,
                    created_at INTEGER NOT NULL,
                    due_at INTEGER,
                    last_error TEXT
                )
                """,
                "CREATE INDEX transcription_queue_by_due ON transcription_queue (due_at)",
                // `day` counts days of UTC since 1970, `duration` milliseconds.
                """
                CREATE TABLE transcription_usage (
                    user_id BLOB NOT NULL,
                    day INTEGER NOT NULL,
                    duration INTEGER NOT NULL,
                    recordings INTEGER NOT NULL,
                    PRIMARY KEY (user_id, day)
                )
                """,
            ]
        ),
        Migration(
            "transcription: what waiting voice messages were counted",
            statements: [
                // Part of `transcription_usage` while the message waits for its transcript; nothing before it is sent.
                "ALTER TABLE transcription_queue ADD COLUMN charged_day INTEGER",
                "ALTER TABLE transcription_queue ADD COLUMN charged_duration INTEGER",
            ]
        ),
    ]
}
