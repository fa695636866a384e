package import Domain
package import Storage

/// Reads memberships.
package enum Members {
    /// The members of a chat.
    package static func of(_ chat: ChatID, on connection: any SQLConnection) throws -> [UserID] {
        try connection.query("SELECT user_id FROM members WHERE chat_id = $1", chat) { try $0.id(0) }
    }

    /// The chats of which a user is a member.
    package static func chats(of user: UserID, on connection: any SQLConnection) throws -> [ChatID] {
        try connection.query("SELECT chat_id FROM members WHERE user_id = $1", user) { try $0.id(0) }
    }

    /// All other users who share a chat with `user`.
    package static func companions(of user: UserID, on connection: any SQLConnection) throws -> [UserID] {
        try connection.query(
            """
            SELECT DISTINCT theirs.user_id FROM members mine JOIN members theirs ON theirs.chat_id = mine.chat_id
            WHERE mine.user_id = $1 AND theirs.user_id <> $1
            """,
            user
        ) { try $0.id(0) }
    }

    /// A user's role in a chat; `nil` if the user isn't a member.
    package static func role(
        of user: UserID,
        in chat: ChatID,
        on connection: any SQLConnection
    ) throws -> MemberRole? {
        try connection.first("SELECT role FROM members WHERE chat_id = $1 AND user_id = $2", chat, user) {
            try $0.word(0)
        }
    }
}
