import Domain
import Live
import Messaging
import SpotterAPI
import Storage

/// What is to be sent to a device now, of a message that it may have to be told of.
struct Composer: Sendable {
    let database: any Database
    let clock: any WallClock
    let messages: Messages
    let presence: PresenceRegistry
    let settings: NotificationSettings

    struct Parcel: Sendable {
        let recipient: Recipient
        let notification: Notification
    }

    /// `nil` where there's no reason any more: it was read, deleted or is before the person's eyes, they left or don't
    /// want it, the device was logged out.
    func compose(_ message: MessageID, for subscription: SubscriptionID) async throws -> Parcel? {
        let now = clock.now()
        let (settings, query) = (settings, messages.query)
        let parcel: Parcel? = try await database.read { connection in
            let found = try connection.first(
                """
                SELECT m.chat_id, m.sender_id, c.kind, c.name, w.display_name, w.photo_media_id, \(Recipient.columns)
                FROM messages m JOIN members r ON r.chat_id = m.chat_id JOIN chats c ON c.id = m.chat_id
                JOIN users w ON w.id = m.sender_id JOIN users u ON u.id = r.user_id
                JOIN notification_subscriptions s ON s.user_id = r.user_id JOIN sessions e ON e.id = s.session_id
                WHERE m.id = $1 AND s.id = $2 AND m.created_at >= $3 AND m.deleted_at IS NULL
                  AND e.revoked_at IS NULL AND s.disabled_at IS NULL AND \(Rules.wants("$4"))
                """,
                message,
                subscription,
                now.adding(seconds: -Candidates.newsSeconds),
                now
            ) { row in
                (
                    chat: try row.id(0, ChatID.self), kind: try row.word(2, ChatKind.self),
                    group: try row.optionalText(3), sender: try row.text(4), photo: try row.optionalID(5, MediaID.self),
                    recipient: try Recipient(row: row, from: 6)
                )
            }
            guard let found, let recipient = found.recipient,
                let message = try query.find(message, in: found.chat, on: connection)
            else { return nil }
            return Parcel(
                recipient: recipient,
                notification: Notification(
                    of: message,
                    from: (found.sender, found.photo),
                    group: found.kind == .group ? found.group ?? "a group" : nil,
                    badge: try Self.badge(of: recipient.userId, at: now, on: connection),
                    preview: recipient.preview,
                    settings: settings
                )
            )
        }
        guard let parcel, !presence.isLooking(parcel.recipient.userId, at: parcel.notification.chatId) else {
            return nil
        }
        return parcel
    }

    /// Unread messages in all chats that aren't muted.
    static func badge(of user: UserID, at now: Timestamp, on connection: any SQLConnection) throws -> Int {
        let muted = try connection.query(
            "SELECT chat_id FROM members WHERE user_id = $1 AND muted_until > $2",
            user,
            now
        ) { try $0.id(0, ChatID.self) }
        return try Unread.counts(of: user, on: connection).reduce(0) { sum, chat in
            muted.contains(chat.key) ? sum : sum + chat.value.messages
        }
    }
}
