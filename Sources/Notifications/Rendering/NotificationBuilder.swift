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
    func build(_ message: MessageID, for subscription: SubscriptionID) async throws -> PreparedNotification? {
        let now = clock.now()
        let (settings, query) = (settings, messages.query)
        let prepared: PreparedNotification? = try await database.read { connection in
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
                now.adding(seconds: -RecipientCandidates.maxAgeSeconds),
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
            return PreparedNotification(
                recipient: recipient,
                notification: Notification(
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
        return prepared
    }
}

/// A notification that is ready to be sent to its recipient.
struct PreparedNotification: Sendable {
    let recipient: Recipient
    let notification: Notification
}
