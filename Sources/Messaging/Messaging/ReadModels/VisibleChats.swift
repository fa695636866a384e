/// The chats that a user may read: those of which the user is a member when the statement runs.
///
/// This is the only place that expresses membership in SQL. Other modules insert these fragments into their statements:
///
///     SELECT r.id FROM reminders r WHERE \(VisibleChats.condition(on: "r.chat_id", to: "$1"))
package enum VisibleChats {
    /// The condition that the chat in `column` is visible to the user bound at `placeholder`.
    ///
    /// The user's chats are looked up once per statement. SQLite can also start with them if `column` has an index, so
    /// this suits statements that read many rows.
    package static func condition(on column: String, to placeholder: String) -> String {
        "\(column) IN (SELECT chat_id FROM members WHERE user_id = \(placeholder))"
    }

    /// The same condition, checked by one key lookup per row. It suits statements that read few rows, regardless of the
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

    /// The condition that the user in `column` is in a chat with the user bound at `placeholder`. It is true for the
    /// user themselves if they are in any chat.
    package static func sharedCondition(on column: String, with placeholder: String) -> String {
        """
        EXISTS (
            SELECT 1 FROM members mine JOIN members theirs ON theirs.chat_id = mine.chat_id
            WHERE mine.user_id = \(placeholder) AND theirs.user_id = \(column)
        )
        """
    }
}
