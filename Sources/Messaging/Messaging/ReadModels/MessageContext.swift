import Accounts
package import Domain
package import Storage

/// The data about a message's chat and sender that a notification shows.
///
///     SELECT \(MessageContext.columns), s.id FROM \(UnreadMessages.tables) \(MessageContext.join) …
package struct MessageContext: Sendable {
    package let chatId: ChatID
    package let chatKind: ChatKind
    /// A group's name; `nil` for a direct chat.
    package let chatName: String?
    package let senderName: String
    package let senderPhoto: MediaID?

    package static let columns = "m.chat_id, c.kind, c.name, w.display_name, w.photo_media_id"
    package static let columnCount = 5
    /// Joins the chat and the sender of `m`.
    package static let join = "JOIN chats c ON c.id = m.chat_id \(User.join("w", on: "m.sender_id"))"

    /// Reads a row that begins with `columns`.
    package init(row: any SQLRow) throws {
        chatId = try row.id(0)
        chatKind = try row.word(1)
        chatName = try row.optionalText(2)
        senderName = try row.text(3)
        senderPhoto = try row.optionalID(4)
    }
}
