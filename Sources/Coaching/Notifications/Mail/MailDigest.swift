import Accounts
import Domain
import Messaging
import Storage

/// The number of a user's unread messages, worded as a mail. It doesn't quote them, because the address isn't confirmed
/// to be the user's.
struct MailDigest: Sendable {
    let count: Int
    /// Due reminders, changed appointments and weekly pages.
    var notices: [NoticeID] = []
    /// The chat, if all messages are in one.
    let chat: ChatID?

    /// Unread messages since the last mail. `nil` if there are none or the subscription has ended.
    static func read(
        for recipient: Recipient,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> MailDigest? {
        let chats = try connection.query(
            """
            SELECT m.chat_id, count(*)
            FROM notification_subscriptions s CROSS JOIN \(UnreadMessages.tablesByMember)
            WHERE s.id = $1 AND s.disabled_at IS NULL AND \(Session.isLive("s.session_id"))
              AND r.user_id = s.user_id AND m.num > s.handled_num AND \(UnreadMessages.condition(at: "$2"))
            GROUP BY m.chat_id
            """,
            recipient.id,
            now
        ) { (id: try $0.id(0, ChatID.self), count: Int(try $0.int(1))) }
        let notices = try NoticeOutbox.pending(for: recipient, at: now, on: connection)
        guard !chats.isEmpty || !notices.isEmpty else { return nil }
        return MailDigest(
            count: chats.reduce(0) { $0 + $1.count },
            notices: notices,
            chat: chats.count == 1 && notices.isEmpty ? chats.first?.id : nil
        )
    }

    func mail(_ settings: NotificationSettings) -> (subject: String, body: String) {
        var paragraphs: [String] = []
        if count > 0 {
            paragraphs.append(count == 1 ? "There is a message for you." : "There are \(count) messages for you.")
        }
        if !notices.isEmpty {
            paragraphs.append("Of reminders, appointments and weekly pages, \(notices.count) are new to you.")
        }
        if let chat, let link = settings.link(to: chat) {
            paragraphs.append(link)
        } else if let page = settings.publicURL, !page.contains("{") {
            paragraphs.append(page)
        }
        paragraphs.append("You get no other such mail until you have been here again.")
        let subject =
            switch count {
            case 0: "News about your appointments on Spotter"
            case 1: "New message on Spotter"
            default: "\(count) new messages on Spotter"
            }
        return (subject, paragraphs.joined(separator: "\n\n") + "\n")
    }
}
