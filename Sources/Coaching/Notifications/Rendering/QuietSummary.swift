import Accounts
import Domain
import Messaging
import SpotterAPI
import Storage

/// One notification of the messages that came during quiet hours and are still unread.
struct QuietSummary: NotificationContent {
    /// More aren't counted.
    static let maxCount = 1_000
    private static let maxNames = 3

    let count: Int
    /// The latest of them.
    let last: MessageID
    /// The chat, if all are in one.
    let chat: ChatID?
    /// By their latest message; empty if the subscription doesn't show text.
    let senders: [String]
    let url: String?
    let badge: Int

    var title: String { senders.isEmpty ? "Spotter" : "\(number) new messages" }

    var body: String {
        guard !senders.isEmpty else { return "\(number) new messages" }
        let named = senders.prefix(Self.maxNames).map { Notification.truncated($0, toBytes: Notification.maxNameBytes) }
        let rest = senders.count - named.count
        let all = rest == 0 ? named : named + [rest == 1 ? "1 other" : "\(rest) others"]
        let from = all.count == 1 ? all[0] : "\(all.dropLast().joined(separator: ", ")) and \(all[all.count - 1])"
        return "From \(from), in your quiet hours"
    }

    private var number: String { count < Self.maxCount ? "\(count)" : "More than \(Self.maxCount - 1)" }

    /// The same for each attempt, and another one than that of the message alone.
    var subject: [UInt8] { Array("quiet".utf8) + last.bytes }
    var topic: [UInt8] { chat?.bytes ?? Array("quiet".utf8) }

    func json() -> [UInt8] {
        JSONWriter.object { json in
            json.field("type", "new_messages")
            if let chat { json.field("chatId", chat) }
            json.field("title", title)
            json.field("body", body)
            if let url { json.field("url", url) }
            json.field("badge", Int64(badge))
            json.object("data") { data in
                data.field("type", "new_messages")
                if let chat { data.field("chatId", chat) }
                data.field("count", Int64(count))
                data.field("badge", Int64(badge))
            }
        }
    }
}

extension QuietSummary {
    /// What a device is told after quiet hours.
    enum Found: Sendable {
        /// It is told of as if it had come now.
        case one(MessageID)
        case several(PreparedNotification)
    }

    private struct Row {
        let chat: ChatID
        let sender: String
        let count: Int
        /// The number of the last one.
        let last: Int64
    }

    /// `nil` if nothing is unread any more, if the device was told already, or if it was logged out.
    /// - Parameter nums: the messages' numbers.
    static func find(
        _ nums: ClosedRange<Int64>,
        for subscription: SubscriptionID,
        settings: NotificationSettings,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> Found? {
        let recipient = try connection.first(
            """
            SELECT \(Recipient.columns) FROM notification_subscriptions s \(User.join("u", on: "s.user_id"))
            WHERE s.id = $1 AND s.disabled_at IS NULL AND \(Session.isLive("s.session_id"))
              AND EXISTS (SELECT 1 FROM notification_quiet q WHERE q.subscription_id = s.id AND q.num = $2)
            """,
            subscription,
            nums.lowerBound
        ) { try Recipient(row: $0) }
        guard let found = recipient, let recipient = found else { return nil }
        let rows = try connection.query(
            """
            SELECT m.chat_id, u.display_name, count(*), max(m.num) FROM \(UnreadMessages.tablesByMember)
            \(User.join("u", on: "m.sender_id"))
            WHERE r.user_id = $1 AND m.num >= $2 AND m.num <= $3 AND \(UnreadMessages.condition(at: "$4"))
            GROUP BY m.chat_id, m.sender_id, u.display_name ORDER BY max(m.num) DESC
            """,
            recipient.userId,
            nums.lowerBound,
            nums.upperBound,
            now
        ) {
            Row(chat: try $0.id(0), sender: try $0.text(1), count: Int(clamping: try $0.int(2)), last: try $0.int(3))
        }
        guard let latest = rows.first, let last = try MessageFeed.last(upTo: latest.last, on: connection)?.message
        else {
            return nil
        }
        let count = rows.reduce(0) { $0 + $1.count }
        guard count > 1 else { return .one(last) }
        let chats = Set(rows.map(\.chat))
        let chat = chats.count == 1 ? latest.chat : nil
        let page = settings.publicURL.flatMap { $0.contains("{") ? nil : $0 }
        var names: [String] = []
        for row in rows where !names.contains(row.sender) { names.append(row.sender) }
        let summary = QuietSummary(
            count: min(count, maxCount),
            last: last,
            chat: chat,
            senders: recipient.preview ? names : [],
            url: chat.flatMap(settings.link(to:)) ?? page,
            badge: try UnreadMessages.badge(of: recipient.userId, at: now, on: connection)
        )
        return .several(PreparedNotification(recipient: recipient, notification: summary))
    }
}
