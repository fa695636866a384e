import Domain
import Storage

/// Blocks in either direction: neither of the two hears what is ephemeral of the other.
enum BlockedPairs {
    static func around(_ user: UserID, on connection: any SQLConnection) throws -> Set<UserID> {
        Set(
            try connection.query(
                """
                SELECT blocked_id FROM blocks WHERE blocker_id = $1
                UNION ALL SELECT blocker_id FROM blocks WHERE blocked_id = $1
                """,
                user
            ) { try $0.id(0, UserID.self) }
        )
    }
}
