/// The messages that a user may read: those of their chats that haven't been deleted.
///
///     SELECT m.id, m.text FROM messages m WHERE \(VisibleMessages.condition(on: "m", to: "$1")) AND m.num > $2
package enum VisibleMessages {
    /// The condition that the row of `messages` under `alias` is visible to the user bound at `placeholder`; for
    /// statements that read many rows.
    package static func condition(on alias: String, to placeholder: String) -> String {
        "\(alias).deleted_at IS NULL AND \(VisibleChats.condition(on: "\(alias).chat_id", to: placeholder))"
    }

    /// The same condition for statements that read few rows.
    package static func rowCondition(on alias: String, to placeholder: String) -> String {
        "\(alias).deleted_at IS NULL AND \(VisibleChats.rowCondition(on: "\(alias).chat_id", to: placeholder))"
    }

    /// Joins the message whose id is in `column` as `alias`, if the user bound at `placeholder` may read it.
    package static func join(on column: String, to placeholder: String, as alias: String = "m") -> String {
        "JOIN messages \(alias) ON \(alias).id = \(column) AND \(rowCondition(on: alias, to: placeholder))"
    }

    /// The condition that the message under `alias` wasn't edited at or after the instant bound at `placeholder`.
    package static func isUnchanged(_ alias: String, since placeholder: String) -> String {
        "(\(alias).edited_at IS NULL OR \(alias).edited_at < \(placeholder))"
    }
}
