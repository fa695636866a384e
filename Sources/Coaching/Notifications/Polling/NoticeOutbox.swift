import Accounts
import Domain
import Live
import Messaging
import Scheduling
import SpotterAPI
import Storage

/// The notices of which devices have yet to be told: due reminders and changed appointments.
///
/// Nothing is lost in a restart, because what was handled is stored per device and notice. After a crash between a
/// delivery and that, the notice is delivered again with the same delivery id.
struct NoticeOutbox: Sendable {
    /// Older notices are told by the app only.
    static let maxAgeSeconds: Int64 = 24 * 3600
    /// A connected user sees the notice there. If nobody has shown it after this time, devices are notified as well.
    static let graceSeconds: Int64 = 60
    private static let maxNotices = 500

    struct Candidate: Sendable {
        let notice: NoticeID
        let subscription: SubscriptionID
        let userId: UserID
        let kind: SubscriptionKind
        let createdAt: Timestamp
    }

    let database: any Database
    let presence: PresenceRegistry

    /// Unseen and recent notices, and the usable subscriptions of their users that were there before them.
    private static let pending = """
        \(UnseenNotices.table) JOIN notification_subscriptions s ON s.user_id = n.user_id
        WHERE \(UnseenNotices.condition) AND n.created_at >= $1 AND s.created_at <= n.created_at
          AND s.disabled_at IS NULL AND \(Session.isLive("s.session_id"))
          AND NOT EXISTS (
            SELECT 1 FROM notification_notices h WHERE h.subscription_id = s.id AND h.notice_id = n.id
          )
        """

    private static func oldest(at now: Timestamp) -> Timestamp { now.adding(seconds: -maxAgeSeconds) }

    /// What has to be delivered now, oldest first.
    func pending(at now: Timestamp) async throws -> [Candidate] {
        let all = try await database.read { connection in
            let found = try connection.query(
                """
                SELECT n.id, s.id, s.user_id, s.kind, n.created_at, n.kind FROM \(Self.pending)
                ORDER BY n.created_at, n.id LIMIT $2
                """,
                Self.oldest(at: now),
                Self.maxNotices
            ) {
                (
                    candidate: Candidate(
                        notice: try $0.id(0),
                        subscription: try $0.id(1),
                        userId: try $0.id(2),
                        kind: try $0.word(3),
                        createdAt: try $0.timestamp(4)
                    ), notice: try $0.word(5, Notice.Kind.self)
                )
            }
            let quiet = try QuietHoursGate.quiet(among: found.map(\.candidate.userId), at: now, on: connection)
            // A mail waits by itself.
            return found.filter {
                $0.candidate.kind == .mail || $0.notice.passesQuietHours || !quiet.contains($0.candidate.userId)
            }
            .map(\.candidate)
        }
        return all.filter { !isShown(to: $0.userId, since: $0.createdAt, at: now) }
    }

    /// What a device has yet to be told of.
    static func pending(
        for recipient: Recipient,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> [NoticeID] {
        try connection.query(
            "SELECT n.id FROM \(pending) AND s.id = $2 ORDER BY n.created_at, n.id",
            oldest(at: now),
            recipient.id
        ) { try $0.id(0) }
    }

    /// `nil` if there is no reason to notify any more: the notice was seen or deleted, or the device was logged out.
    func build(
        _ id: NoticeID,
        for subscription: SubscriptionID,
        settings: NotificationSettings,
        at now: Timestamp
    ) async throws -> PreparedNotification? {
        try await database.read { connection in
            let recipient = try connection.first(
                """
                SELECT \(Recipient.columns), u.timezone FROM \(UnseenNotices.table)
                JOIN notification_subscriptions s ON s.user_id = n.user_id \(User.join("u", on: "s.user_id"))
                WHERE \(UnseenNotices.condition) AND n.id = $1 AND s.id = $2 AND s.disabled_at IS NULL
                  AND \(Session.isLive("s.session_id"))
                  AND NOT EXISTS (
                    SELECT 1 FROM notification_notices h WHERE h.subscription_id = s.id AND h.notice_id = n.id
                  )
                """,
                id,
                subscription
            ) { (recipient: try Recipient(row: $0), zone: try $0.text(Recipient.columnCount)) }
            guard let found = recipient, let recipient = found.recipient,
                let notice = try Notice.find(id, on: connection)
            else { return nil }
            return PreparedNotification(
                recipient: recipient,
                notification: NoticeNotification(
                    of: notice,
                    badge: try UnreadMessages.badge(of: recipient.userId, at: now, on: connection),
                    preview: recipient.preview,
                    clock: LocalClock(identifier: found.zone) ?? .utc,
                    settings: settings
                )
            )
        }
    }

    private func isShown(to user: UserID, since moment: Timestamp, at now: Timestamp) -> Bool {
        now.milliseconds(since: moment) < Self.graceSeconds * 1000
            && presence.currentPresence(of: user)?.status == .online
    }

    func markHandled(_ notices: [NoticeID], by subscription: SubscriptionID, at now: Timestamp) async throws {
        try await database.write { try Self.markHandled(notices, by: subscription, at: now, on: $0) }
    }

    static func markHandled(
        _ notices: [NoticeID],
        by subscription: SubscriptionID,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        for notice in notices {
            // The subscription may be gone by now.
            try connection.execute(
                """
                INSERT INTO notification_notices (subscription_id, notice_id, handled_at)
                SELECT s.id, $1, $2 FROM notification_subscriptions s WHERE s.id = $3
                ON CONFLICT DO NOTHING
                """,
                notice,
                now,
                subscription
            )
        }
    }

    /// Forgets what is too old to be told again.
    func prune(at now: Timestamp) async throws {
        let end = now.adding(seconds: -2 * Self.maxAgeSeconds)
        let isAny = try await database.read {
            try $0.exists("SELECT 1 FROM notification_notices WHERE handled_at < $1", end)
        }
        guard isAny else { return }
        _ = try await database.write { try $0.execute("DELETE FROM notification_notices WHERE handled_at < $1", end) }
    }
}
