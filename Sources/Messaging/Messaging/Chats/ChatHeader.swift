import Domain
import Storage

/// The parts of a chat that all members see alike.
struct ChatHeader: Sendable {
    /// A group's name; `nil` for a direct chat.
    let name: String?
    let photoMediaId: MediaID?
    /// Whether only admins write in this group; `nil` for a direct chat.
    let isAnnouncement: Bool?
    let pins: [MessageID]

    static func read(_ chat: ChatID, on connection: any SQLConnection) throws -> ChatHeader? {
        let pins = try connection.query("SELECT message_id FROM pins WHERE chat_id = $1 ORDER BY seq", chat) {
            try $0.id(0, MessageID.self)
        }
        return try connection.first("SELECT kind, name, photo_media_id, announcement FROM chats WHERE id = $1", chat) {
            ChatHeader(
                name: try $0.optionalText(1),
                photoMediaId: try $0.optionalID(2),
                isAnnouncement: try $0.word(0, ChatKind.self) == .group ? try $0.bool(3) : nil,
                pins: pins
            )
        }
    }
}
