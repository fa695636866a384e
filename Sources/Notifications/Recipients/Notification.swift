import Domain

/// One person's notice of one message, as it is at the moment of sending.
struct Notification: Sendable {
    static let longestText = 200
    /// A character can be many bytes: what is sent must stay below 4 KB.
    static let longestTextBytes = 800
    private static let longestNameBytes = 200

    let chatId: ChatID
    let messageId: MessageID
    let senderId: UserID
    /// Nothing where the subscription doesn't show text.
    let senderName: String?
    let title: String
    let body: String
    let imageURL: String?
    let url: String?
    /// What the recipient hasn't read in all chats that aren't muted.
    let badge: Int

    init(
        of message: Message,
        from sender: (name: String, photo: MediaID?),
        group: String?,
        badge: Int,
        preview: Bool,
        settings: NotificationSettings
    ) {
        chatId = message.chatId
        messageId = message.id
        senderId = message.senderId
        self.badge = badge
        url = settings.link(to: message.chatId)
        let name = Self.cut(sender.name, toBytes: Self.longestNameBytes)
        senderName = preview ? name : nil
        imageURL = preview ? sender.photo.map(settings.link(toPhoto:)) : nil
        guard preview else {
            title = "Spotter"
            body = "New message"
            return
        }
        title = group.map { "\(name) in \(Self.cut($0, toBytes: Self.longestNameBytes))" } ?? name
        body = Self.text(of: message)
    }

    /// The text in one line's length, or what stands for files without any.
    static func text(of message: Message) -> String {
        let text = message.text.trimmed
        guard text.isEmpty else { return shortened(text) }
        guard let first = message.media.first else { return "New message" }
        if message.media.allSatisfy({ $0.kind == .image }) {
            return message.media.count == 1 ? "📷 Photo" : "📷 \(message.media.count) photos"
        }
        return shortened("📎 \(first.fileName)")
    }

    private static func shortened(_ text: String) -> String {
        let plain = String(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) })
        let cut = Self.cut(String(plain.prefix(longestText)), toBytes: longestTextBytes)
        return cut.count == plain.count ? cut : "\(cut.dropLast())…"
    }

    /// Whole characters, as many as fit.
    private static func cut(_ text: String, toBytes limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var count = 0
        return String(
            text.prefix { character in
                count += character.utf8.count
                return count <= limit
            }
        )
    }
}
