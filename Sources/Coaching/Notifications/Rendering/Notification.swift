import Domain

/// The notification of one message for one user, at the moment of sending.
struct Notification: Sendable {
    static let maxTextLength = 200
    /// A character may take many bytes, and the payload must stay below 4 KB.
    static let maxTextBytes = 800
    static let maxNameBytes = 200

    let chatId: ChatID
    let messageId: MessageID
    let senderId: UserID
    /// `nil` if the subscription doesn't show text.
    let senderName: String?
    let title: String
    let body: String
    let imageURL: String?
    let url: String?
    /// The number of unread messages in all chats that aren't muted.
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
        let name = Self.truncated(sender.name, toBytes: Self.maxNameBytes)
        senderName = preview ? name : nil
        imageURL = preview ? sender.photo.map(settings.link(toPhoto:)) : nil
        guard preview else {
            title = "Spotter"
            body = "New message"
            return
        }
        title = group.map { "\(name) in \(Self.truncated($0, toBytes: Self.maxNameBytes))" } ?? name
        body = Self.text(of: message)
    }

    /// The shortened text, or a description of the attachments if there is none.
    static func text(of message: Message) -> String {
        let text = message.text.trimmed
        guard text.isEmpty else { return shortened(text) }
        guard let first = message.media.first else { return "New message" }
        if message.media.allSatisfy({ $0.kind == .image }) {
            return message.media.count == 1 ? "📷 Photo" : "📷 \(message.media.count) photos"
        }
        return shortened("📎 \(first.fileName)")
    }

    static func shortened(_ text: String) -> String {
        let plain = String(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) })
        let cut = Self.truncated(String(plain.prefix(maxTextLength)), toBytes: maxTextBytes)
        return cut.count == plain.count ? cut : "\(cut.dropLast())…"
    }

    /// As many whole characters as fit.
    static func truncated(_ text: String, toBytes limit: Int) -> String {
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
