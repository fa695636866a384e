package import Storage

/// The tables of check-ins.
package enum CheckInsSchema {
    package static let migrations = [
        Migration(
            "check-ins: forms, clients, what was asked, answers",
            statements: [
                // `questions` is JSON. `remind_after` is in hours, 0 for never.
                """
                CREATE TABLE check_ins (
                    id BLOB PRIMARY KEY,
                    trainer_id BLOB NOT NULL REFERENCES users (id),
                    title TEXT NOT NULL,
                    questions TEXT NOT NULL,
                    start_day INTEGER NOT NULL,
                    start_second INTEGER NOT NULL,
                    rrule TEXT,
                    zone TEXT,
                    quiet_from INTEGER,
                    quiet_to INTEGER,
                    remind_after INTEGER NOT NULL,
                    paused INTEGER NOT NULL,
                    created_at INTEGER NOT NULL
                )
                """,
                "CREATE INDEX check_ins_by_trainer ON check_ins (trainer_id)",
                // Whom it is asked, on which clock, and how far that has come. `wake_at` is when the service looks at it next.
                """
                CREATE TABLE check_in_clients (
                    check_in_id BLOB NOT NULL REFERENCES check_ins (id),
                    client_id BLOB NOT NULL REFERENCES users (id),
                    chat_id BLOB NOT NULL,
                    zone TEXT NOT NULL,
                    next_at INTEGER NOT NULL,
                    last_at INTEGER,
                    advanced_at INTEGER NOT NULL,
                    wake_at INTEGER,
                    failure_code TEXT,
                    failure TEXT,
                    version INTEGER NOT NULL,
                    PRIMARY KEY (check_in_id, client_id)
                )
                """,
                "CREATE INDEX check_in_clients_by_client ON check_in_clients (client_id)",
                "CREATE INDEX check_in_clients_to_wake ON check_in_clients (wake_at)",
                // `remind_at` is when an unanswered one is reminded of; NULL if it isn't any more.
                """
                CREATE TABLE asked_check_ins (
                    id BLOB PRIMARY KEY,
                    check_in_id BLOB NOT NULL,
                    trainer_id BLOB NOT NULL REFERENCES users (id),
                    client_id BLOB NOT NULL REFERENCES users (id),
                    chat_id BLOB NOT NULL,
                    message_id BLOB NOT NULL,
                    title TEXT NOT NULL,
                    questions TEXT NOT NULL,
                    state TEXT NOT NULL CHECK (state IN ('open', 'answered', 'missed')),
                    asked_at INTEGER NOT NULL,
                    remind_at INTEGER,
                    reminded_at INTEGER,
                    answered_at INTEGER
                )
                """,
                "CREATE INDEX asked_check_ins_by_trainer ON asked_check_ins (trainer_id, asked_at)",
                "CREATE INDEX asked_check_ins_by_client ON asked_check_ins (client_id, asked_at)",
                "CREATE INDEX asked_check_ins_by_chat ON asked_check_ins (chat_id, state)",
                "CREATE INDEX asked_check_ins_by_form ON asked_check_ins (check_in_id, client_id, state)",
                "CREATE INDEX asked_check_ins_by_message ON asked_check_ins (message_id)",
                "CREATE INDEX asked_check_ins_to_remind ON asked_check_ins (remind_at)",
                """
                CREATE TABLE check_in_answers (
                    asked_id BLOB NOT NULL REFERENCES asked_check_ins (id),
                    question INTEGER NOT NULL,
                    number REAL,
                    text TEXT,
                    media_id BLOB,
                    message_id BLOB NOT NULL,
                    PRIMARY KEY (asked_id, question)
                )
                """,
                "CREATE INDEX check_in_answers_by_message ON check_in_answers (message_id)",
                // Edited messages, whose answers are read again.
                "CREATE TABLE check_in_queue (message_id BLOB PRIMARY KEY, asked_id BLOB NOT NULL)",
                // What a trainer has changed, and when.
                """
                CREATE TABLE check_in_changes (
                    id BLOB PRIMARY KEY,
                    check_in_id BLOB NOT NULL,
                    trainer_id BLOB NOT NULL REFERENCES users (id),
                    change TEXT NOT NULL,
                    at INTEGER NOT NULL
                )
                """,
                "CREATE INDEX check_in_changes_by_trainer ON check_in_changes (trainer_id, at)",
            ]
        ),
        // Asked for with every batch of messages, and few of all are open.
        Migration(
            "check-ins: those that are open",
            statements: ["CREATE INDEX asked_check_ins_open ON asked_check_ins (state) WHERE state = 'open'"]
        ),
    ]
}
