package import Storage

/// The tables of notification subscriptions and of how far they have been served.
package enum NotificationsSchema {
    package static let migrations = [
        Migration(
            "notifications: subscriptions and progress",
            release: 3,
            statements: [
                // Where people want to hear of messages while they aren't looking; each belongs to the log-in that made it.
                // `handled_num`: the last message (`messages.num`) that this one needs no more. `mail_due_at`, `mailed_at`: a
                // digest that will be sent, and the last one that was. A device whose deliveries kept failing is disabled.
                """
                CREATE TABLE notification_subscriptions (
                    id BLOB PRIMARY KEY,
                    user_id BLOB NOT NULL REFERENCES users (id),
                    session_id BLOB NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
                    kind TEXT NOT NULL CHECK (kind IN ('webpush', 'ntfy', 'webhook', 'mail')),
                    target TEXT NOT NULL,
                    p256dh BLOB,
                    auth BLOB,
                    secret TEXT,
                    preview INTEGER NOT NULL,
                    created_at INTEGER NOT NULL,
                    handled_num INTEGER NOT NULL,
                    failures INTEGER NOT NULL DEFAULT 0,
                    disabled_at INTEGER,
                    mail_due_at INTEGER,
                    mailed_at INTEGER,
                    UNIQUE (user_id, kind, target)
                )
                """,
                "CREATE INDEX notification_subscriptions_by_session ON notification_subscriptions (session_id)",
                "CREATE INDEX notification_subscriptions_by_target ON notification_subscriptions (kind, target)",
                // One row: up to which message everybody has been told, by number and by id (a number may be given again
                // after a purge), and the key by which push services know this server.
                """
                CREATE TABLE notification_state (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    num INTEGER NOT NULL,
                    message_id BLOB,
                    vapid_key BLOB NOT NULL
                )
                """,
            ]
        ),
        Migration(
            "notifications: notices that devices were told of",
            statements: [
                // A device needs no more to be told of this notice.
                """
                CREATE TABLE notification_notices (
                    subscription_id BLOB NOT NULL REFERENCES notification_subscriptions (id) ON DELETE CASCADE,
                    notice_id BLOB NOT NULL,
                    handled_at INTEGER NOT NULL,
                    PRIMARY KEY (subscription_id, notice_id)
                )
                """,
                "CREATE INDEX notification_notices_by_time ON notification_notices (handled_at)",
            ]
        ),
        Migration(
            "notifications: quiet hours",
            statements: [
                // A device that gets one summary after its user's quiet hours; `num`: the first message of it.
                """
                CREATE TABLE notification_quiet (
                    subscription_id BLOB PRIMARY KEY REFERENCES notification_subscriptions (id) ON DELETE CASCADE,
                    num INTEGER NOT NULL
                )
                """
            ]
        ),
    ]
}
