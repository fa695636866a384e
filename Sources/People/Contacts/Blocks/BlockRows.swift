import Accounts
package import Domain
package import SpotterAPI
package import Storage

/// Rows of blocks between users.
package enum BlockRows {
    /// Stores a block. Returns `false` if it exists.
    package static func insert(
        _ blocker: UserID,
        blocks blocked: UserID,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> Bool {
        try connection.execute(
            "INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            blocker,
            blocked,
            now
        ) == 1
    }

    /// Removes a block. Returns `false` if there was none.
    package static func delete(
        _ blocker: UserID,
        blocks blocked: UserID,
        on connection: any SQLConnection
    ) throws -> Bool {
        try connection.execute("DELETE FROM blocks WHERE blocker_id = $1 AND blocked_id = $2", blocker, blocked) == 1
    }

    /// The users whom `blocker` has blocked, latest first.
    package static func list(of blocker: UserID, on connection: any SQLConnection) throws -> [BlockedPerson] {
        try connection.query(
            """
            SELECT u.id, u.display_name, b.created_at FROM blocks b \(User.join("u", on: "b.blocked_id"))
            WHERE b.blocker_id = $1 ORDER BY b.created_at DESC, u.id
            """,
            blocker
        ) { BlockedPerson(userId: try $0.id(0), displayName: try $0.text(1), blockedAt: try $0.timestamp(2)) }
    }

    /// Whether one of the two has blocked the other.
    package static func exists(between a: UserID, and b: UserID, on connection: any SQLConnection) throws -> Bool {
        try connection.exists("SELECT 1 WHERE \(condition(between: "$1", and: "$2"))", a, b)
    }

    /// All users whom `user` has blocked or who have blocked `user`.
    package static func all(around user: UserID, on connection: any SQLConnection) throws -> Set<UserID> {
        Set(
            try connection.query(
                """
                SELECT blocked_id FROM blocks WHERE blocker_id = $1
                UNION SELECT blocker_id FROM blocks WHERE blocked_id = $1
                """,
                user
            ) { try $0.id(0) }
        )
    }

    /// The condition that one of the users in two columns or placeholders has blocked the other.
    package static func condition(between one: String, and other: String) -> String {
        """
        (EXISTS (SELECT 1 FROM blocks WHERE blocker_id = \(one) AND blocked_id = \(other))
            OR EXISTS (SELECT 1 FROM blocks WHERE blocker_id = \(other) AND blocked_id = \(one)))
        """
    }
}

extension SpotterError {
    /// Doesn't reveal which of the two has blocked the other.
    package static let blocked = SpotterError(.forbidden, "You can't write to this person, or add them to a chat.")
}
