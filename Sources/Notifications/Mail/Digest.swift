import Domain
import Messaging
import Storage

/// What somebody hasn't read, in the words of a mail.
struct Digest: Sendable {
    static let mostShown = 20

    struct Line: Sendable {
        let chat: ChatID
        let sender: String
        let group: String?
        let text: String
    }

    let lines: [Line]
    /// All of them, also those that aren't shown.
    let count: Int

    /// Unread news since the last mail; `nil` where there's none.
    static func read(
        for recipient: Recipient,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> Digest? {
        let from = """
            FROM notification_subscriptions s JOIN members r ON r.user_id = s.user_id
            JOIN messages m ON m.chat_id = r.chat_id
            JOIN chats c ON c.id = m.chat_id JOIN users w ON w.id = m.sender_id
            WHERE s.id = $1 AND m.num > s.handled_num AND m.deleted_at IS NULL AND \(Rules.wants("$2"))
            """
        let count = try connection.first("SELECT count(*) \(from)", recipient.id, now) { Int(try $0.int(0)) } ?? 0
        guard count > 0 else { return nil }
        let rows = try connection.query(
            "SELECT m.id, m.chat_id, c.kind, c.name, w.display_name \(from) ORDER BY m.num LIMIT $3",
            recipient.id,
            now,
            mostShown
        ) {
            (
                message: try $0.id(0, MessageID.self), chat: try $0.id(1, ChatID.self),
                kind: try $0.word(2, ChatKind.self), group: try $0.optionalText(3), sender: try $0.text(4)
            )
        }
        let lines = try rows.map { row in
            let message = try Message.find(row.message, in: row.chat, on: connection)
            return Line(
                chat: row.chat,
                sender: row.sender,
                group: row.kind == .group ? row.group ?? "a group" : nil,
                text: message.map(Notification.text(of:)) ?? ""
            )
        }
        return Digest(lines: lines, count: count)
    }

    /// - Parameter preview: whether it says who wrote what.
    func mail(preview: Bool, settings: NotificationSettings) -> (subject: String, body: String) {
        let what = count == 1 ? "New message" : "\(count) new messages"
        let chats = Set(lines.map(\.chat))
        var paragraphs: [String] = []
        var subject = "\(what) on Spotter"
        if preview, let first = lines.first {
            let isFromOne = Set(lines.map(\.sender)).count == 1 && count <= Self.mostShown
            subject = "\(what) from \(first.sender)" + (isFromOne ? "" : " and others")
            var said = lines.map { "\($0.sender)\($0.group.map { " in \($0)" } ?? ""): \($0.text)" }
            if count > lines.count { said.append("… and \(count - lines.count) more") }
            paragraphs.append(said.joined(separator: "\n"))
        } else {
            paragraphs.append(count == 1 ? "There is a message for you." : "There are \(count) messages for you.")
        }
        if let chat = chats.first, chats.count == 1, let link = settings.link(to: chat) {
            paragraphs.append(link)
        } else if let page = settings.publicURL, !page.contains("{") {
            paragraphs.append(page)
        }
        paragraphs.append("You get no other such mail until you have been here again.")
        return (subject, paragraphs.joined(separator: "\n\n") + "\n")
    }
}
