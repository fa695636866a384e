import Domain
import Storage

/// Who shows a file: messages that aren't deleted, people and groups whose photo it is.
enum MediaUse {
    /// A condition on `media f`: nothing shows it.
    static let isUnused = """
        NOT EXISTS (
            SELECT 1 FROM message_media l JOIN messages m ON m.id = l.message_id
            WHERE l.media_id = f.id AND m.deleted_at IS NULL
        )
        AND NOT EXISTS (SELECT 1 FROM users u WHERE u.photo_media_id = f.id)
        AND NOT EXISTS (SELECT 1 FROM chats c WHERE c.photo_media_id = f.id)
        """

    /// The facts of this moment about `media` and whoever asks for it.
    static func action(_ media: StoredMedia, for actor: Actor, on connection: any SQLConnection) throws -> Action {
        .readMedia(
            owner: media.ownerId,
            isShown: try media.state == .ready && isShown(media.id, to: actor.userId, on: connection)
        )
    }

    private static func isShown(_ media: MediaID, to user: UserID, on connection: any SQLConnection) throws -> Bool {
        if try isInAChat(media, of: user, on: connection) { return true }
        if try isPhotoOfAnAcquaintance(media, of: user, on: connection) { return true }
        return try connection.exists(
            """
            SELECT 1 FROM chats c JOIN members me ON me.chat_id = c.id
            WHERE c.photo_media_id = $1 AND me.user_id = $2
            """,
            media,
            user
        )
    }

    private static func isInAChat(_ media: MediaID, of user: UserID, on connection: any SQLConnection) throws -> Bool {
        try connection.exists(
            """
            SELECT 1 FROM message_media l
            JOIN messages m ON m.id = l.message_id
            JOIN members me ON me.chat_id = m.chat_id
            WHERE l.media_id = $1 AND me.user_id = $2 AND m.deleted_at IS NULL
            """,
            media,
            user
        )
    }

    /// People who share a chat, or are trainer and client.
    private static func isPhotoOfAnAcquaintance(
        _ media: MediaID,
        of user: UserID,
        on connection: any SQLConnection
    ) throws -> Bool {
        try connection.exists(
            """
            SELECT 1 FROM users u
            WHERE u.photo_media_id = $1 AND (
                EXISTS (
                    SELECT 1 FROM members mine JOIN members theirs ON theirs.chat_id = mine.chat_id
                    WHERE mine.user_id = $2 AND theirs.user_id = u.id
                )
                OR EXISTS (
                    SELECT 1 FROM contacts k
                    WHERE k.trainer_id = $2 AND k.client_id = u.id OR k.trainer_id = u.id AND k.client_id = $2
                )
            )
            """,
            media,
            user
        )
    }
}
