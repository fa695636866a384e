package import Storage

/// The tables of calendars and reminders.
package enum SchedulingSchema {
    package static let migrations = [
        Migration(
            "scheduling: calendar events, reminders and settings",
            release: 1,
            statements: [
                """
                CREATE TABLE calendar_events (
                    id BLOB PRIMARY KEY,
                    trainer_id BLOB NOT NULL REFERENCES users (id),
                    event_type TEXT NOT NULL,
                    title TEXT NOT NULL,
                    client_id BLOB REFERENCES users (id),
                    prospect_id BLOB REFERENCES prospects (id),
                    starts_at INTEGER NOT NULL,
                    ends_at INTEGER NOT NULL,
                    status TEXT NOT NULL,
                    created_by TEXT NOT NULL,
                    import_ref TEXT,
                    created_at INTEGER NOT NULL,
                    CHECK (starts_at < ends_at),
                    UNIQUE (trainer_id, import_ref)
                )
                """,
                "CREATE INDEX calendar_events_by_time ON calendar_events (trainer_id, starts_at)",
                // What overlaps an interval ahead ends after its start: few rows, however long the past.
                "CREATE INDEX calendar_events_by_end ON calendar_events (trainer_id, ends_at)",
                """
                CREATE TABLE reminders (
                    id BLOB PRIMARY KEY,
                    owner_id BLOB NOT NULL REFERENCES users (id),
                    text TEXT NOT NULL,
                    due_at INTEGER NOT NULL,
                    client_id BLOB REFERENCES users (id),
                    recurrence TEXT,
                    first_due_at INTEGER NOT NULL,
                    timezone TEXT NOT NULL,
                    completed INTEGER NOT NULL DEFAULT 0,
                    notify_at INTEGER,
                    created_by TEXT NOT NULL,
                    created_at INTEGER NOT NULL
                )
                """,
                "CREATE INDEX reminders_by_due ON reminders (owner_id, due_at)",
                "CREATE INDEX reminders_to_notify ON reminders (notify_at)",
                """
                CREATE TABLE scheduling_settings (
                    user_id BLOB PRIMARY KEY REFERENCES users (id),
                    settings TEXT NOT NULL
                )
                """,
            ]
        ),
        Migration(
            "scheduling: scheduled messages and quiet hours",
            statements: [
                // `wake_at` is when the service looks at a row next: to send it, or to remove one that was sent long ago.
                // A chat may go before what was scheduled in it.
                """
                CREATE TABLE scheduled_messages (
                    id BLOB PRIMARY KEY,
                    owner_id BLOB NOT NULL REFERENCES users (id),
                    chat_id BLOB NOT NULL,
                    text TEXT NOT NULL,
                    send_at INTEGER NOT NULL,
                    due_at INTEGER NOT NULL,
                    rrule TEXT,
                    zone TEXT NOT NULL,
                    follows_receiver INTEGER NOT NULL,
                    stop_on_reply INTEGER NOT NULL,
                    quiet_from INTEGER,
                    quiet_to INTEGER,
                    state TEXT NOT NULL,
                    failure_code TEXT,
                    failure TEXT,
                    sent_count INTEGER NOT NULL,
                    message_id BLOB,
                    sent_at INTEGER,
                    created_at INTEGER NOT NULL,
                    start_day INTEGER NOT NULL,
                    start_second INTEGER NOT NULL,
                    after_seq INTEGER NOT NULL,
                    last_occurrence INTEGER,
                    advanced_at INTEGER NOT NULL,
                    version INTEGER NOT NULL,
                    wake_at INTEGER
                )
                """,
                "CREATE INDEX scheduled_messages_by_owner ON scheduled_messages (owner_id, send_at)",
                "CREATE INDEX scheduled_messages_to_wake ON scheduled_messages (wake_at)",
                "CREATE INDEX scheduled_messages_by_message ON scheduled_messages (message_id)",
                """
                CREATE TABLE quiet_hours (
                    user_id BLOB PRIMARY KEY REFERENCES users (id),
                    from_minute INTEGER NOT NULL,
                    to_minute INTEGER NOT NULL
                )
                """,
            ]
        ),
        Migration(
            "scheduling: imported reminders",
            statements: [
                "ALTER TABLE reminders ADD COLUMN import_ref TEXT",
                "CREATE UNIQUE INDEX reminders_by_import ON reminders (owner_id, import_ref) WHERE import_ref IS NOT NULL",
            ]
        ),
        Migration(
            "scheduling: notices",
            statements: [
                // What people are told of and haven't seen yet. `text` is NULL for an event that is titled by its type and
                // the other person, whose name may change. `published_at`: when open sockets were told.
                """
                CREATE TABLE notices (
                    id BLOB PRIMARY KEY,
                    user_id BLOB NOT NULL REFERENCES users (id),
                    kind TEXT NOT NULL,
                    event_type TEXT,
                    text TEXT,
                    person_id BLOB REFERENCES users (id),
                    reminder_id BLOB,
                    event_id BLOB,
                    starts_at INTEGER NOT NULL,
                    ends_at INTEGER,
                    previous_starts_at INTEGER,
                    previous_ends_at INTEGER,
                    created_at INTEGER NOT NULL,
                    published_at INTEGER,
                    seen_at INTEGER
                )
                """,
                "CREATE INDEX notices_by_user ON notices (user_id, created_at)",
                "CREATE INDEX notices_unseen ON notices (created_at) WHERE seen_at IS NULL",
                "CREATE INDEX notices_to_publish ON notices (created_at) WHERE published_at IS NULL",
                "CREATE INDEX notices_by_reminder ON notices (reminder_id) WHERE reminder_id IS NOT NULL",
                // Whether the title was derived from the client's name, which the client doesn't want to read.
                "ALTER TABLE calendar_events ADD COLUMN names_client INTEGER NOT NULL DEFAULT 0",
            ]
        ),
        Migration(
            "scheduling: repeated requests for scheduled messages",
            statements: [
                "ALTER TABLE scheduled_messages ADD COLUMN client_message_id TEXT",
                """
                CREATE UNIQUE INDEX scheduled_messages_by_client ON scheduled_messages (owner_id, chat_id, client_message_id)
                WHERE client_message_id IS NOT NULL
                """,
                "CREATE INDEX scheduled_messages_by_chat ON scheduled_messages (chat_id)",
            ]
        ),
        Migration(
            "scheduling: places, notes and recurring events",
            statements: [
                // The events of a series are rows of their own, made ahead until `made_until`. Events that are deleted or
                // moved by hand stay so, since no occurrence is made twice. `ended`: nothing more is to be made.
                """
                CREATE TABLE event_series (
                    id BLOB PRIMARY KEY,
                    trainer_id BLOB NOT NULL REFERENCES users (id),
                    event_type TEXT NOT NULL,
                    title TEXT NOT NULL,
                    names_client INTEGER NOT NULL,
                    client_id BLOB REFERENCES users (id),
                    prospect_id BLOB REFERENCES prospects (id),
                    location TEXT,
                    notes TEXT,
                    rrule TEXT NOT NULL,
                    zone TEXT NOT NULL,
                    starts_at INTEGER NOT NULL,
                    ends_at INTEGER NOT NULL,
                    created_by TEXT NOT NULL,
                    created_at INTEGER NOT NULL,
                    made_until INTEGER NOT NULL,
                    ended INTEGER NOT NULL DEFAULT 0,
                    version INTEGER NOT NULL DEFAULT 0
                )
                """,
                "CREATE INDEX event_series_by_trainer ON event_series (trainer_id)",
                "CREATE INDEX event_series_by_client ON event_series (client_id) WHERE client_id IS NOT NULL",
                "CREATE INDEX event_series_by_prospect ON event_series (prospect_id) WHERE prospect_id IS NOT NULL",
                "CREATE INDEX event_series_to_extend ON event_series (made_until) WHERE ended = 0",
                "ALTER TABLE calendar_events ADD COLUMN location TEXT",
                "ALTER TABLE calendar_events ADD COLUMN notes TEXT",
                "ALTER TABLE calendar_events ADD COLUMN series_id BLOB REFERENCES event_series (id)",
                "ALTER TABLE calendar_events ADD COLUMN occurs_at INTEGER",
                "ALTER TABLE calendar_events ADD COLUMN version INTEGER NOT NULL DEFAULT 0",
                """
                CREATE UNIQUE INDEX calendar_events_by_series ON calendar_events (series_id, occurs_at)
                WHERE series_id IS NOT NULL
                """,
                // `generation` is part of the address of a calendar feed; another one makes the old address invalid.
                """
                CREATE TABLE calendar_feeds (
                    user_id BLOB PRIMARY KEY REFERENCES users (id),
                    generation INTEGER NOT NULL,
                    revoked_at INTEGER,
                    created_at INTEGER NOT NULL
                )
                """,
            ]
        ),
        Migration(
            "scheduling: objects of other calendars",
            statements: [
                // The names that other calendars have given, and the lines of theirs that are kept (`kept`). `hidden`: what is
                // over stays, but isn't shown there any more.
                """
                CREATE TABLE calendar_objects (
                    owner_id BLOB NOT NULL REFERENCES users (id),
                    name TEXT NOT NULL,
                    uid TEXT NOT NULL,
                    event_id BLOB REFERENCES calendar_events (id) ON DELETE CASCADE,
                    series_id BLOB REFERENCES event_series (id) ON DELETE CASCADE,
                    kept TEXT,
                    hidden INTEGER NOT NULL DEFAULT 0,
                    PRIMARY KEY (owner_id, name)
                )
                """,
                "CREATE INDEX calendar_objects_by_uid ON calendar_objects (owner_id, uid)",
                "CREATE INDEX calendar_objects_by_event ON calendar_objects (event_id) WHERE event_id IS NOT NULL",
                "CREATE INDEX calendar_objects_by_series ON calendar_objects (series_id) WHERE series_id IS NOT NULL",
                // What other calendars were shown last, each with the number of its last change. `etag` is NULL once it is
                // gone.
                """
                CREATE TABLE calendar_syncs (
                    user_id BLOB PRIMARY KEY REFERENCES users (id),
                    last INTEGER NOT NULL
                )
                """,
                """
                CREATE TABLE calendar_sync_objects (
                    user_id BLOB NOT NULL REFERENCES users (id),
                    name TEXT NOT NULL,
                    etag TEXT,
                    number INTEGER NOT NULL,
                    PRIMARY KEY (user_id, name)
                )
                """,
            ]
        ),
        Migration(
            "scheduling: notices without the titles of what is gone",
            statements: [
                "CREATE INDEX notices_by_event ON notices (event_id) WHERE event_id IS NOT NULL",
                """
                UPDATE notices SET text = NULL
                WHERE event_id IS NOT NULL AND event_id NOT IN (SELECT id FROM calendar_events)
                """,
            ]
        ),
        Migration(
            "scheduling: what other calendars were shown is kept, not found anew",
            statements: [
                keptBytes,
                "UPDATE calendar_objects SET kept_bytes = length(CAST(kept AS BLOB)) WHERE kept IS NOT NULL",
            ] + shown
        ).on(.postgreSQL, statements: [keptBytes] + shown),
        Migration(
            "scheduling: whole days, and events that leave people free",
            // `day_zone`: on whose clock an event is from midnight to midnight, if it is.
            statements: ["calendar_events", "event_series"].flatMap { table in
                [
                    "ALTER TABLE \(table) ADD COLUMN day_zone TEXT",
                    "ALTER TABLE \(table) ADD COLUMN is_free INTEGER NOT NULL DEFAULT 0",
                ]
            }
        ),
    ]

    /// The sum of what is kept of a user's objects is read from the index alone.
    private static let keptBytes = "ALTER TABLE calendar_objects ADD COLUMN kept_bytes INTEGER NOT NULL DEFAULT 0"

    private static let shown =
        [
            "CREATE INDEX calendar_objects_by_owner ON calendar_objects (owner_id, kept_bytes)",
            "CREATE INDEX calendar_events_by_client ON calendar_events (client_id, ends_at) WHERE client_id IS NOT NULL",
            // What was shown is found once more, since ETags are made otherwise now. Numbers go on: no token of before
            // is good for those that come.
            "ALTER TABLE calendar_syncs ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0",
            "UPDATE calendar_syncs SET forgotten = last + 1, last = last + 1",
            // How many objects there are, and how many marks there have been. `complete`: everything is noted or marked.
            "ALTER TABLE calendar_syncs ADD COLUMN objects INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE calendar_syncs ADD COLUMN marks INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE calendar_syncs ADD COLUMN complete INTEGER NOT NULL DEFAULT 0",
            // Those whose names stand in titles, and a checksum of the names as they stand there.
            "ALTER TABLE calendar_syncs ADD COLUMN people TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE calendar_syncs ADD COLUMN names TEXT NOT NULL DEFAULT ''",
            // `group_id` is the series of which an object shows events, or its event; `ends_at` the end of its last
            // event. Both are NULL once it is gone.
            "DROP TABLE calendar_sync_objects",
            """
            CREATE TABLE calendar_sync_objects (
                user_id BLOB NOT NULL REFERENCES users (id),
                name TEXT NOT NULL,
                uid TEXT NOT NULL,
                etag TEXT,
                number INTEGER NOT NULL,
                group_id BLOB,
                ends_at INTEGER,
                PRIMARY KEY (user_id, name)
            )
            """,
            "CREATE INDEX calendar_sync_objects_by_number ON calendar_sync_objects (user_id, number)",
            "CREATE INDEX calendar_sync_objects_by_group ON calendar_sync_objects (user_id, group_id) WHERE etag IS NOT NULL",
            "CREATE INDEX calendar_sync_objects_by_end ON calendar_sync_objects (user_id, ends_at) WHERE etag IS NOT NULL",
            "CREATE INDEX calendar_sync_objects_gone ON calendar_sync_objects (user_id, number) WHERE etag IS NULL",
            // What has changed since it was noted. `stamp` is another with each change.
            """
            CREATE TABLE calendar_sync_marks (
                user_id BLOB NOT NULL REFERENCES users (id),
                group_id BLOB NOT NULL,
                stamp INTEGER NOT NULL,
                PRIMARY KEY (user_id, group_id)
            )
            """,
            "CREATE INDEX calendar_sync_marks_by_stamp ON calendar_sync_marks (user_id, stamp)",
        ] + CalendarMarkTriggers.all
}
