import Domain
import SpotterAPI

/// The wire format for Web Push and webhooks. `type` and `chatId` are also at the top level, for apps that use them to
/// open the chat.
extension Notification {
    static let messageType = "new_message"

    func json() -> [UInt8] {
        JSONWriter.object { json in
            json.field("type", Self.messageType)
            json.field("chatId", chatId)
            json.field("title", title)
            json.field("body", body)
            if let imageURL { json.field("imageUrl", imageURL) }
            if let url { json.field("url", url) }
            json.field("badge", Int64(badge))
            json.object("data") { data in
                data.field("type", Self.messageType)
                data.field("chatId", chatId)
                data.field("messageId", messageId)
                data.field("senderId", senderId)
                if let senderName { data.field("senderName", senderName) }
                data.field("badge", Int64(badge))
            }
        }
    }

    /// For ntfy's JSON publishing, which has no field for custom data: the link identifies the chat.
    static func ntfy(topic: String, title: String, body: String, url: String?) -> [UInt8] {
        JSONWriter.object { json in
            json.field("topic", topic)
            json.field("title", title)
            json.field("message", body)
            json.field("priority", 4)
            if let url { json.field("click", url) }
        }
    }

    /// The test notification.
    static func test(_ settings: NotificationSettings) -> [UInt8] {
        JSONWriter.object { json in
            json.field("type", "test")
            json.field("title", "Spotter")
            json.field("body", testText)
            if let url = settings.publicURL, !url.contains("{") { json.field("url", url) }
            json.object("data") { $0.field("type", "test") }
        }
    }

    static let testText = "This is a test. Notifications reach this device."
}
