import Accounts
import Cluster
import CoreMetrics
import Domain
import Live
import Logging
import Messaging
import SpotterAPI
import Storage

/// Sends digest mails to users with unread messages: one after messages have been unread for a while, and no further
/// one until the user has been online or has read something.
struct MailDigestSender: Sendable {
    static let retrySeconds: Int64 = 300
    private static let batchSize = 50

    let database: any Database
    let mailTransport: any MailTransport
    let from: MailAddress
    let deliveryWorker: DeliveryWorker
    let presence: PresenceRegistry
    let settings: NotificationSettings
    let ids: any IDSource
    let clock: any WallClock
    let logger: Logger

    /// Schedules a mail for subscriptions with new messages, unless one is scheduled already or the user hasn't come
    /// back since the last one.
    func schedule(_ subscriptions: Set<SubscriptionID>) async throws {
        guard !subscriptions.isEmpty else { return }
        let rows = try await database.read { connection in
            try connection.query(
                """
                SELECT s.id, s.user_id, s.mailed_at, \(User.lastSeenAt("u")),
                    s.mailed_at IS NOT NULL AND \(UnreadMessages.hasRead("s.user_id", since: "s.mailed_at"))
                FROM notification_subscriptions s \(User.join("u", on: "s.user_id"))
                WHERE s.mail_due_at IS NULL AND s.id IN
                """,
                in: Array(subscriptions)
            ) {
                (
                    id: try $0.id(0, SubscriptionID.self), user: try $0.id(1, UserID.self),
                    mailed: try $0.optionalTimestamp(2), seen: try $0.optionalTimestamp(3), hasRead: try $0.bool(4)
                )
            }
        }
        let due = rows.filter { row in
            guard let mailed = row.mailed, !row.hasRead else { return true }
            let seen = [row.seen, presence.currentPresence(of: row.user)?.lastSeen].compactMap { $0 }
            return seen.contains { $0 > mailed }
        }
        guard !due.isEmpty else { return }
        let moment = clock.now().adding(seconds: settings.mailDelaySeconds)
        try await database.write { connection in
            for row in due {
                try connection.execute(
                    """
                    UPDATE notification_subscriptions SET mail_due_at = $1 WHERE id = $2 AND mail_due_at IS NULL
                    """,
                    moment,
                    row.id
                )
            }
        }
    }

    /// Sends the mails that are due, one after another, so that the mail server isn't overloaded.
    func sendDue() async throws {
        let now = clock.now()
        let due = try await database.read { connection in
            try connection.query(
                """
                SELECT \(Recipient.columns) FROM notification_subscriptions s \(User.join("u", on: "s.user_id"))
                WHERE s.mail_due_at <= $1 AND s.kind = 'mail' AND s.disabled_at IS NULL
                  AND \(Session.isLive("s.session_id"))
                ORDER BY s.mail_due_at LIMIT $2
                """,
                now,
                Self.batchSize
            ) { try Recipient(row: $0) }
        }
        for case let recipient? in due {
            try Task.checkCancellation()
            try await send(to: recipient)
        }
    }

    private func send(to recipient: Recipient) async throws {
        guard case .mail(let address) = recipient.target else { return }
        let now = clock.now()
        if let end = try await deliveryWorker.quietHours.end(for: recipient.userId) {
            return try await set(recipient, dueAt: end)
        }
        if presence.currentPresence(of: recipient.userId)?.status == .online {
            return try await set(recipient, dueAt: now.adding(seconds: settings.mailDelaySeconds))
        }
        let (digest, end) = try await database.read { connection in
            (
                try MailDigest.read(for: recipient, at: now, on: connection),
                try Watermark.latest(on: connection).num
            )
        }
        guard let digest else { return try await set(recipient, dueAt: nil) }
        let (subject, body) = digest.mail(settings)
        try LeaseTerm.check()
        do {
            try await sendMail(subject, body, to: address, at: now)
        } catch {
            try Task.checkCancellation()
            let reason = (error as? SMTPError).map(String.init) ?? "\(type(of: error))"
            try await deliveryWorker.fail(
                recipient,
                reason,
                countsAgainstTarget: (error as? SMTPError)?.isRecipientRejected == true
            )
            return try await set(recipient, dueAt: now.adding(seconds: Self.retrySeconds))
        }
        deliveryWorker.metrics.delivered.increment()
        try await database.write { connection in
            _ = try connection.execute(
                """
                UPDATE notification_subscriptions SET mail_due_at = NULL, mailed_at = $1, handled_num = $2, failures = 0
                WHERE id = $3
                """,
                now,
                end,
                recipient.id
            )
            try NoticeOutbox.markHandled(digest.notices, by: recipient.id, at: now, on: connection)
        }
    }

    func sendMail(_ subject: String, _ body: String, to address: MailAddress, at now: Timestamp) async throws {
        let id: SubscriptionID = ids.next()
        let text = MailText(from: from, to: address, subject: subject, body: body, id: "\(id)", date: now)
        try await mailTransport.send(text.bytes, to: address)
    }

    private func set(_ recipient: Recipient, dueAt moment: Timestamp?) async throws {
        try await database.write { connection in
            _ = try connection.execute(
                "UPDATE notification_subscriptions SET mail_due_at = $1 WHERE id = $2",
                moment,
                recipient.id
            )
        }
    }
}
