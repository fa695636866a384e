import Domain
import Storage

/// The parts of a chat that all members see alike.
struct ChatHeader: Sendable {
    /// A group's name; `nil` for a direct chat.
    let name: String?
    let photoMediaId: MediaID?
    let pins: [MessageID]

    static func read(_ chat: ChatID, on connection: any SQLConnection) throws -> ChatHeader? {
        let pins = try connection.query("SELECT message_id FROM pins WHERE chat_id = $1 ORDER BY seq", chat) {
            try $0.id(0, MessageID.self)
        }
        return try connection.first("SELECT name, photo_media_id FROM chats WHERE id = $1", chat) {
            ChatHeader(name: try $0.optionalText(0), photoMediaId: try $0.optionalID(1), pins: pins)
        }
    }
}
