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
        ),
        Migration(
            "measures: trainers are told of drops and jumps",
            statements: [
                """
                CREATE TABLE measure_settings (
                    user_id BLOB PRIMARY KEY REFERENCES users (id),
                    alerts INTEGER NOT NULL
                )
                """,
                // New points of those who want to be told, to be judged once everything is read.
                """
                CREATE TABLE measure_alert_queue (
                    point_id BLOB PRIMARY KEY,
                    trainer_id BLOB NOT NULL REFERENCES users (id),
                    client_id BLOB NOT NULL REFERENCES users (id)
                )
                """,
                "CREATE INDEX measure_alert_queue_by_trainer ON measure_alert_queue (trainer_id)",
                "CREATE INDEX measure_alert_queue_by_client ON measure_alert_queue (client_id)",
                // What was told. The value itself stands in the notice only.
                """
                CREATE TABLE measure_alerts (
                    notice_id BLOB PRIMARY KEY,
                    trainer_id BLOB NOT NULL REFERENCES users (id),
                    client_id BLOB NOT NULL REFERENCES users (id),
                    kind TEXT NOT NULL,
                    detail TEXT NOT NULL,
                    day INTEGER NOT NULL,
                    point_id BLOB NOT NULL,
                    message_id BLOB
                )
                """,
                "CREATE INDEX measure_alerts_by_pair ON measure_alerts (trainer_id, client_id, kind, day)",
                "CREATE INDEX measure_alerts_by_client ON measure_alerts (client_id)",
                "CREATE INDEX measure_alerts_by_point ON measure_alerts (point_id)",
                "CREATE INDEX measure_alerts_by_message ON measure_alerts (message_id)",
            ]
        ),
        Migration(
            "measures: kinds that trainers add",
            statements: [
                // `measure_points.kind` has the name.
                """
                CREATE TABLE measure_kinds (
                    id BLOB PRIMARY KEY,
                    trainer_id BLOB NOT NULL REFERENCES users (id),
                    name TEXT NOT NULL,
                    unit TEXT NOT NULL,
                    low REAL NOT NULL,
                    high REAL NOT NULL
                )
                """,
                "CREATE INDEX measure_kinds_by_trainer ON measure_kinds (trainer_id)",
            ]
        ),
        Migration(
            "measures: what people have changed by hand, and when",
            statements: [
                """
                CREATE TABLE measure_changes (
                    id BLOB PRIMARY KEY,
                    trainer_id BLOB NOT NULL REFERENCES users (id),
                    client_id BLOB NOT NULL REFERENCES users (id),
                    actor_id BLOB NOT NULL,
                    change TEXT NOT NULL,
                    at INTEGER NOT NULL
                )
                """,
                "CREATE INDEX measure_changes_by_trainer ON measure_changes (trainer_id, at)",
                "CREATE INDEX measure_changes_by_client ON measure_changes (client_id, at)",
            ]
        ),
        Migration(
            "measures: what a language model is still to read",
            statements: [
                // From `due_at` on.
                """
                CREATE TABLE measure_model_queue (
                    message_id BLOB PRIMARY KEY,
                    trainer_id BLOB NOT NULL REFERENCES users (id),
                    client_id BLOB NOT NULL REFERENCES users (id),
                    num INTEGER NOT NULL,
                    due_at INTEGER NOT NULL,
                    attempts INTEGER NOT NULL
                )
                """,
                "CREATE INDEX measure_model_queue_by_due ON measure_model_queue (due_at)",
                "CREATE INDEX measure_model_queue_by_pair ON measure_model_queue (trainer_id, client_id, num)",
                "CREATE INDEX measure_model_queue_by_client ON measure_model_queue (client_id)",
            ]
        ),
    ]
}
