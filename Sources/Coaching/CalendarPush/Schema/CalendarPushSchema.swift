package import Storage

/// The tables of calendars that are copied elsewhere.
package enum CalendarPushSchema {
    package static let migrations = [
        Migration(
            "calendar push: targets and what is there",
            statements: [
                // One target for each user. `setup` is another with each one that is set up, so that what a former one's
                // requests bring doesn't count. `sealed` is the password, encrypted under a key outside the database. `seen`
                // is the number of the calendar's last change that was copied.
                """
                CREATE TABLE calendar_pushes (
                    user_id BLOB PRIMARY KEY REFERENCES users (id),
                    setup BLOB NOT NULL,
                    url TEXT NOT NULL,
                    username TEXT NOT NULL,
                    sealed BLOB NOT NULL,
                    seen INTEGER NOT NULL,
                    due_at INTEGER NOT NULL,
                    failures INTEGER NOT NULL,
                    refused_logins INTEGER NOT NULL,
                    failure TEXT,
                    pushed_at INTEGER,
                    stopped_at INTEGER,
                    created_at INTEGER NOT NULL
                )
                """,
                "CREATE INDEX calendar_pushes_by_due ON calendar_pushes (due_at) WHERE stopped_at IS NULL",
                // What may be there. `etag` is ours of what was copied last, or refused with `refusal`; empty until then.
                // `remote_etag` is theirs, if they have told it.
                """
                CREATE TABLE calendar_push_objects (
                    user_id BLOB NOT NULL REFERENCES users (id),
                    name TEXT NOT NULL,
                    uid TEXT NOT NULL,
                    etag TEXT NOT NULL,
                    remote_etag TEXT,
                    refusal TEXT,
                    PRIMARY KEY (user_id, name)
                )
                """,
            ]
        ),
        Migration(
            "calendar push: calendars at Google",
            // `sealed` is then the permission that lasts, and `username` the calendar's name there.
            statements: ["ALTER TABLE calendar_pushes ADD COLUMN kind TEXT NOT NULL DEFAULT 'caldav'"]
        ),
    ]
}
