/// SQL fragments for other modules' statements that refer to notices which their users haven't seen.
package enum UnseenNotices {
    /// The table as `n`, with the columns `id`, `user_id`, `kind` and `created_at`.
    package static let table = "notices n"

    /// The condition that `n` hasn't been seen.
    package static let condition = "n.seen_at IS NULL"
}
