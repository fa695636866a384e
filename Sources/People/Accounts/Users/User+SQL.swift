package import Domain

/// SQL fragments for other modules' statements that refer to users.
///
///     SELECT n.text, u.display_name FROM notes n \(User.join("u", on: "n.author_id"))
///
/// A joined user has the columns `id`, `email`, `display_name`, `role`, `timezone` and `photo_media_id`.
extension User {
    /// The table as `alias`, for a `FROM` clause.
    package static func table(as alias: String) -> String { "users \(alias)" }

    /// Joins the user whose id is in `column` as `alias`.
    package static func join(_ alias: String, on column: String) -> String {
        "JOIN users \(alias) ON \(alias).id = \(column)"
    }

    /// Left-joins the user whose id is in `column` as `alias`.
    package static func leftJoin(_ alias: String, on column: String) -> String {
        "LEFT JOIN users \(alias) ON \(alias).id = \(column)"
    }

    /// The condition that the user joined as `alias` hasn't been deleted.
    package static func isActive(_ alias: String) -> String { "\(alias).deleted_at IS NULL" }

    /// Whether an administrator has disabled the account of the user joined as `alias`: a boolean column or condition.
    package static func isDisabled(_ alias: String) -> String { "\(alias).disabled_at IS NOT NULL" }

    /// Whether the user joined as `alias` shows others how far they have read: a boolean column or condition.
    package static func sharesReadReceipts(_ alias: String) -> String { "\(alias).shares_read = 1" }

    /// Whether the user joined as `alias` shows others their presence: a boolean column or condition.
    package static func sharesPresence(_ alias: String) -> String { "\(alias).shares_presence = 1" }

    /// The column with the time at which a device of the user joined as `alias` was last seen.
    package static func lastSeenAt(_ alias: String) -> String { "\(alias).last_seen_at" }
}
