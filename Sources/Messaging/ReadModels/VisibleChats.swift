/// The chats that a user may read: those of which they are a member when the statement runs.
///
/// The one place that spells membership out in SQL. Other modules put these fragments into their own statements:
///
///     SELECT r.id FROM reminders r WHERE \(VisibleChats.condition(on: "r.chat_id", to: "$1"))
package enum VisibleChats {
    /// The condition that the chat in `column` is visible to the user bound at `placeholder`.
    ///
    /// The user's chats are looked up once for the statement. SQLite can also start from them where `column` has an
    /// index, so this suits statements that read many rows.
    package static func condition(on column: String, to placeholder: String) -> String {
        "\(column) IN (SELECT chat_id FROM members WHERE user_id = \(placeholder))"
    }

    /// The same condition, checked by one key lookup for each row: for statements that read few rows, whatever the
    /// number of the user's chats.
    package static func rowCondition(on column: String, to placeholder: String) -> String {
        """
        EXISTS (
            SELECT 1 FROM members visible WHERE visible.chat_id = \(column) AND visible.user_id = \(placeholder)
        )
        """
    }

    /// Joins the user's membership as `alias`, for statements that need its columns too, such as `read_seq` or
    /// `muted_until`.
    package static func join(on column: String, to placeholder: String, as alias: String = "mine") -> String {
        "JOIN members \(alias) ON \(alias).chat_id = \(column) AND \(alias).user_id = \(placeholder)"
    }

    /// The condition that the user in `column` is a member of the same chat as the user bound at `placeholder`; true
    /// for the user themselves if they're in any chat.
    package static func sharedCondition(on column: String, with placeholder: String) -> String {
        """
        EXISTS (
            SELECT 1 FROM members mine JOIN members theirs ON theirs.chat_id = mine.chat_id
            WHERE mine.user_id = \(placeholder) AND theirs.user_id = \(column)
        )
        """
    }
}
