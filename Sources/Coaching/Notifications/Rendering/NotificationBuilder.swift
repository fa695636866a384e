import Accounts
import Domain
import Live
import Messaging
import SpotterAPI
import Storage

/// Builds the notification of a message for a device, from the state at the moment of sending.
struct NotificationBuilder: Sendable {
    let database: any Database
    let clock: any WallClock
    let messages: Messages
    let presence: PresenceRegistry
    let settings: NotificationSettings

    /// `nil` if there is no reason to notify any more: the message was read or deleted, the user is looking at it, has
    /// left, muted or blocked, or the device was logged out.
    /// - Parameter atAnyAge: also of a message that came long ago, in quiet hours.
    func build(
        _ message: MessageID,
        for subscription: SubscriptionID,
        atAnyAge: Bool = false
    ) async throws -> PreparedNotification? {
        let now = clock.now()
        let oldest = atAnyAge ? Timestamp.earliest : now.adding(seconds: -RecipientCandidates.maxAgeSeconds)
        let (settings, query) = (settings, messages.query)
        let prepared: (recipient: Recipient, notification: Notification)? = try await database.read { connection in
            let found = try connection.first(
                """
                SELECT \(MessageContext.columns), \(Recipient.columns)
                FROM \(UnreadMessages.tables) CROSS JOIN notification_subscriptions s
                \(MessageContext.join) \(User.join("u", on: "r.user_id"))
                WHERE m.id = $1 AND s.id = $2 AND m.created_at >= $3 AND \(UnreadMessages.condition(at: "$4"))
                  AND s.user_id = r.user_id AND s.disabled_at IS NULL AND \(Session.isLive("s.session_id"))
                """,
                message,
                subscription,
                oldest,
                now
            ) { row in
                (
                    context: try MessageContext(row: row),
                    recipient: try Recipient(row: row, from: MessageContext.columnCount)
                )
            }
            guard let found, let recipient = found.recipient,
                let message = try query.find(message, in: found.context.chatId, on: connection)
            else { return nil }
            return (
                recipient,
                Notification(
                    of: message,
                    from: (found.context.senderName, found.context.senderPhoto),
                    group: found.context.chatKind == .group ? found.context.chatName ?? "a group" : nil,
                    badge: try UnreadMessages.badge(of: recipient.userId, at: now, on: connection),
                    preview: recipient.preview,
                    settings: settings
                )
            )
        }
        guard let prepared, !presence.isLooking(prepared.recipient.userId, at: prepared.notification.chatId) else {
            return nil
        }
        return PreparedNotification(recipient: prepared.recipient, notification: prepared.notification)
    }
}

/// A notification that is ready to be sent to its recipient.
struct PreparedNotification: Sendable {
    let recipient: Recipient
    let notification: any NotificationContent
}

/// What a notification says, in the forms that the kinds of target need.
protocol NotificationContent: Sendable {
    /// The bytes of the id of what it tells of, for the delivery id.
    var subject: [UInt8] { get }
    /// Of several undelivered notifications of one topic, a push service keeps only the latest.
    var topic: [UInt8] { get }
    var title: String { get }
    var body: String { get }
    var url: String? { get }
    /// For Web Push and webhooks.
    func json() -> [UInt8]
}

extension Notification: NotificationContent {
    var subject: [UInt8] { messageId.bytes }
    var topic: [UInt8] { chatId.bytes }
}
