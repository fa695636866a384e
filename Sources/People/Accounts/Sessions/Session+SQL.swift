package import Domain

/// SQL fragments for other modules' statements that refer to sessions.
///
///     SELECT s.id FROM notification_subscriptions s WHERE \(Session.isLive("s.session_id"))
extension Session {
    /// The condition that the session in `column` hasn't been revoked.
    package static func isLive(_ column: String) -> String {
        "EXISTS (SELECT 1 FROM sessions WHERE sessions.id = \(column) AND sessions.revoked_at IS NULL)"
    }

    /// The condition that the session in `column` can still be used at the time bound at `now`: it hasn't been revoked
    /// and has a token that is neither used nor expired.
    package static func isUsable(_ column: String, at now: String) -> String {
        """
        \(isLive(column)) AND EXISTS (
            SELECT 1 FROM tokens WHERE tokens.session_id = \(column) AND tokens.used_at IS NULL
                AND tokens.expires_at > \(now)
        )
        """
    }
}
