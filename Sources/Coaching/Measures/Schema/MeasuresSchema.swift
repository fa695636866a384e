package import Storage

/// The tables of measures.
package enum MeasuresSchema {
    package static let migrations = [
        Migration(
            "measures: points, work to do",
            statements: [
                // `value` is in `unit`, as it was said; `day` counts from 1970-01-01. A point that somebody removed keeps
                // its row, without what it said, so that reading its message again doesn't bring it back.
                """
                CREATE TABLE measure_points (
                    id BLOB PRIMARY KEY,
                    trainer_id BLOB NOT NULL REFERENCES users (id),
                    client_id BLOB NOT NULL REFERENCES users (id),
                    chat_id BLOB,
                    message_id BLOB,
                    kind TEXT NOT NULL,
                    detail TEXT NOT NULL,
                    day INTEGER NOT NULL,
                    at INTEGER NOT NULL,
                    value REAL NOT NULL,
                    unit TEXT NOT NULL,
                    diastolic REAL,
                    repetitions INTEGER,
                    sets INTEGER,
                    seconds INTEGER,
                    confidence REAL NOT NULL,
                    origin TEXT NOT NULL,
                    status TEXT NOT NULL CHECK (status IN ('read', 'corrected', 'removed'))
                )
                """,
                "CREATE INDEX measure_points_by_pair ON measure_points (trainer_id, client_id, kind, day)",
                "CREATE INDEX measure_points_by_client ON measure_points (client_id)",
                "CREATE INDEX measure_points_by_message ON measure_points (message_id)",
                "CREATE INDEX measure_points_by_chat ON measure_points (chat_id)",
                // Edited messages, to be read again.
                "CREATE TABLE measure_queue (message_id BLOB PRIMARY KEY)",
                // Pairs whose messages are read again from `num` on.
                """
                CREATE TABLE measure_rebuilds (
                    trainer_id BLOB NOT NULL REFERENCES users (id),
                    client_id BLOB NOT NULL REFERENCES users (id),
                    num INTEGER NOT NULL,
                    PRIMARY KEY (trainer_id, client_id)
                )
                """,
                "CREATE INDEX measure_rebuilds_by_client ON measure_rebuilds (client_id)",
                // The version of the rules, and the number up to which older messages are still to be read by them.
                "CREATE TABLE measure_rules (version INTEGER NOT NULL, num INTEGER NOT NULL)",
            ]
        )
    ]
}
