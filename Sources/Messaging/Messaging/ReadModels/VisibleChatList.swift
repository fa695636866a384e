package import Domain
package import Storage

/// One user's chats at one moment.
package struct VisibleChatList: Sendable, Hashable {
    /// The approximate number of messages per chat. It includes deleted messages and membership changes.
    package let messageCounts: [ChatID: Int]

    package var ids: [ChatID] { Array(messageCounts.keys) }

    package init(of user: UserID, on connection: any SQLConnection) throws {
        let rows = try connection.query(
            "SELECT c.id, c.seq FROM chats c \(VisibleChats.join(on: "c.id", to: "$1"))",
            user
        ) { (id: try $0.id(0, ChatID.self), seq: try $0.int(1)) }
        messageCounts = Dictionary(rows.map { ($0.id, Int(clamping: $0.seq)) }) { first, _ in first }
    }

    /// The position of a chat's latest durable change; `nil` if the user isn't a member.
    package static func position(
        of chat: ChatID,
        for user: UserID,
        on connection: any SQLConnection
    ) throws -> Int64? {
        try connection.first(
            "SELECT c.seq FROM chats c \(VisibleChats.join(on: "c.id", to: "$1")) WHERE c.id = $2",
            user,
            chat
        ) { try $0.int(0) }
    }

    /// Whether a chat is between two people, for callers that have checked the membership.
    package static func isDirect(_ chat: ChatID, on connection: any SQLConnection) throws -> Bool {
        try connection.exists("SELECT 1 FROM chats WHERE id = $1 AND kind = 'direct'", chat)
    }

    /// The user's role in the chat; `nil` if they aren't a member.
    package static func role(
        of user: UserID,
        in chat: ChatID,
        on connection: any SQLConnection
    ) throws -> MemberRole? {
        try connection.first("SELECT role FROM members WHERE chat_id = $1 AND user_id = $2", chat, user) {
            try $0.word(0, MemberRole.self)
        }
    }

    /// What decides whether the user may write in the chat: their role, `nil` if they aren't a member, and whether only
    /// admins write there.
    package static func writing(
        of user: UserID,
        in chat: ChatID,
        on connection: any SQLConnection
    ) throws -> (role: MemberRole?, isAnnouncement: Bool) {
        try connection.first(
            """
            SELECT m.role, c.announcement FROM members m JOIN chats c ON c.id = m.chat_id
            WHERE m.chat_id = $1 AND m.user_id = $2
            """,
            chat,
            user
        ) { (try $0.word(0, MemberRole.self), try $0.bool(1)) } ?? (nil, false)
    }
}
