import Accounts
import Contacts
package import Domain
package import Storage

/// Where a file is shown: in messages that haven't been deleted, or as the photo of a group or a person.
///
///     SELECT f.id FROM media f WHERE \(ShownMedia.condition(on: "f.id", to: "$1"))
package enum ShownMedia {
    /// The condition that the user bound at `placeholder` can see something that shows the file in `column`: a message
    /// in one of their chats, or the photo of one of their groups or of somebody they know.
    ///
    /// As part of the statement that finds the file, it makes another user's file cost as much as an unknown one.
    package static func condition(on column: String, to placeholder: String) -> String {
        """
        (
            EXISTS (
                SELECT 1 FROM message_media l \(VisibleMessages.join(on: "l.message_id", to: placeholder))
                WHERE l.media_id = \(column)
            )
            OR EXISTS (
                SELECT 1 FROM chats c
                WHERE c.photo_media_id = \(column) AND \(VisibleChats.rowCondition(on: "c.id", to: placeholder))
            )
            OR EXISTS (
                SELECT 1 FROM \(User.table(as: "u")) WHERE u.photo_media_id = \(column) AND (
                    \(VisibleChats.sharedCondition(on: "u.id", with: placeholder))
                    OR \(Contacts.condition(between: placeholder, and: "u.id"))
                )
            )
        )
        """
    }

    /// The condition that nothing shows or keeps the file in `column`.
    package static func isUnused(_ column: String) -> String {
        """
        NOT EXISTS (
            SELECT 1 FROM message_media l JOIN message_rows m ON m.id = l.message_id
            WHERE l.media_id = \(column) AND m.deleted_at IS NULL
        )
        AND NOT EXISTS (SELECT 1 FROM \(User.table(as: "u")) WHERE u.photo_media_id = \(column))
        AND NOT EXISTS (SELECT 1 FROM chats c WHERE c.photo_media_id = \(column))
        AND NOT EXISTS (SELECT 1 FROM kept_media k WHERE k.media_id = \(column) AND k.released = 0)
        """
    }

    /// The files of a message that still has its contents, in their order.
    package static func files(of message: MessageID, on connection: any SQLConnection) throws -> [MediaID] {
        try connection.query(
            "SELECT media_id FROM message_media WHERE message_id = $1 ORDER BY position",
            message
        ) { try $0.id(0) }
    }
}
