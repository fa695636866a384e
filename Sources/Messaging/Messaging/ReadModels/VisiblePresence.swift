import Accounts
import Contacts
package import Domain
import SpotterAPI
package import Storage

/// Who may see whose presence: users who currently share a chat, if both share their presence and neither has blocked
/// the other; a trainer and a client only while the client agrees to the relation. The relation is symmetric.
package enum VisiblePresence {
    /// All pairs of one of `users` and somebody who may see them.
    /// - Parameter maxChatSize: larger chats are ignored.
    package static func pairs(
        of users: [UserID],
        maxChatSize: Int,
        on connection: any SQLConnection
    ) throws -> [(user: UserID, companion: UserID)] {
        try connection.query(
            """
            WITH mine AS MATERIALIZED (
                SELECT m.chat_id, m.user_id, u.role FROM members m \(User.join("u", on: "m.user_id"))
                WHERE m.user_id IN (\(connection.placeholders(count: users.count))) AND \(User.sharesPresence("u"))
                AND (SELECT count(*) FROM members others WHERE others.chat_id = m.chat_id) <= $\(users.count + 1)
            )
            SELECT DISTINCT mine.user_id, theirs.user_id FROM mine
            JOIN members theirs ON theirs.chat_id = mine.chat_id AND theirs.user_id <> mine.user_id
            \(User.join("them", on: "theirs.user_id")) AND \(User.sharesPresence("them"))
            WHERE NOT \(BlockRows.condition(between: "mine.user_id", and: "theirs.user_id"))
            AND (mine.role = them.role OR \(Contacts.condition(between: "mine.user_id", and: "theirs.user_id")))
            """,
            users.map { $0 as any SQLBindable } + [maxChatSize]
        ) { (user: try $0.id(0), companion: try $0.id(1)) }
    }

    /// The users among `users` whose presence `viewer` may see, with the time they were last seen. Includes chats of
    /// any size.
    package static func lastSeen(
        of users: [UserID],
        visibleTo viewer: UserID,
        on connection: any SQLConnection
    ) throws -> [UserID: Timestamp?] {
        guard try Profile.sharesPresence(viewer, on: connection) else { return [:] }
        let blocked = try BlockRows.all(around: viewer, on: connection)
        let role = try User.find(viewer, on: connection)?.role.rawValue
        var visible: [UserID: Timestamp?] = [:]
        for user in Set(users).subtracting(blocked) {
            let seen = try connection.first(
                """
                SELECT \(User.lastSeenAt("u")) FROM \(User.table(as: "u"))
                WHERE u.id = $1 AND \(User.sharesPresence("u"))
                AND (u.id = $2 OR \(VisibleChats.sharedCondition(on: "u.id", with: "$2"))
                    AND (u.role = $3 OR \(Contacts.condition(between: "u.id", and: "$2"))))
                """,
                user,
                viewer,
                role
            ) { try $0.optionalTimestamp(0) }
            if let seen { visible[user] = .some(seen) }
        }
        return visible
    }
}
