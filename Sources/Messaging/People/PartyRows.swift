import Domain
import Storage

extension Party {
    /// Somebody with an account, and what relates them to the actor now.
    static func find(
        _ id: UserID,
        for actor: Actor,
        on connection: any SQLConnection
    ) throws -> (user: User, party: Party)? {
        try connection.first(
            """
            SELECT
                EXISTS (SELECT 1 FROM contacts WHERE trainer_id = $1 AND client_id = u.id)
                    OR EXISTS (SELECT 1 FROM contacts WHERE trainer_id = u.id AND client_id = $1),
                EXISTS (
                    SELECT 1 FROM members a JOIN members b ON b.chat_id = a.chat_id JOIN chats c ON c.id = a.chat_id
                    WHERE c.kind = 'group' AND a.user_id = $1 AND b.user_id = u.id
                ),
                EXISTS (
                    SELECT 1 FROM members a JOIN members b ON b.chat_id = a.chat_id
                    WHERE a.user_id = $1 AND b.user_id = u.id
                ),
                EXISTS (
                    SELECT 1 FROM blocks WHERE (blocker_id = $1 AND blocked_id = u.id)
                        OR (blocker_id = u.id AND blocked_id = $1)
                ),
                \(User.columns(of: "u"))
            FROM users u WHERE u.id = $2 AND u.deleted_at IS NULL
            """,
            actor.userId,
            id
        ) { row in
            let user = try User(row: row, from: 4)
            let party = Party(
                userId: user.id,
                role: user.role,
                isContact: try row.bool(0),
                sharesGroup: try row.bool(1),
                sharesChat: try row.bool(2),
                isBlocked: try row.bool(3)
            )
            return (user, party)
        }
    }
}
