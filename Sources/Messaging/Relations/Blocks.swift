public import Domain
public import SpotterAPI
package import Storage

/// Who doesn't want to hear of whom. It works both ways: neither writes to the other directly, adds the other to a
/// group, or sees whether the other is there. What was said stays readable.
public struct Blocks: Sendable {
    let database: any Database
    let clock: any WallClock
    let states: ChatStates

    /// Those whom the actor has blocked, latest first.
    public func list(of actor: Actor) async throws -> [BlockedPerson] {
        try await database.read { connection in
            try connection.query(
                """
                SELECT u.id, u.display_name, b.created_at FROM blocks b JOIN users u ON u.id = b.blocked_id
                WHERE b.blocker_id = $1 ORDER BY b.created_at DESC, u.id
                """,
                actor.userId
            ) { BlockedPerson(userId: try $0.id(0), displayName: try $0.text(1), blockedAt: try $0.timestamp(2)) }
        }
    }

    /// From the commit on the two are out of each other's reach. Once more changes nothing.
    /// - Throws: `not_found` for a stranger, as for nobody.
    public func block(_ other: UserID, by actor: Actor) async throws {
        guard other != actor.userId else { throw SpotterError.invalid("You can't block yourself.") }
        let now = clock.now()
        let isNew = try await database.write { connection in
            guard let party = try Party.find(other, for: actor, on: connection)?.party,
                Access.can(actor, .know(party))
            else { throw SpotterError.notFound("person") }
            let added = try connection.execute(
                "INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                actor.userId,
                other,
                now
            )
            try forgetChat(of: actor.userId, and: other, on: connection)
            return added == 1
        }
        // For each of them the other has just gone, wherever they really are.
        if isNew { states.relationsChanged(of: [actor.userId, other]) }
    }

    /// Takes the actor's own block back; the other's, if there's one, stays.
    public func unblock(_ other: UserID, by actor: Actor) async throws {
        try await database.write { connection in
            let removed = try connection.execute(
                "DELETE FROM blocks WHERE blocker_id = $1 AND blocked_id = $2",
                actor.userId,
                other
            )
            guard removed == 1 else { throw SpotterError.notFound("block of yours") }
            try forgetChat(of: actor.userId, and: other, on: connection)
        }
        states.relationsChanged(of: [actor.userId, other])
    }

    /// A send decides from memory: the chat of the two is read anew by the next one.
    private func forgetChat(of a: UserID, and b: UserID, on connection: any SQLConnection) throws {
        states.expireRelations()
        let chat = try connection.first("SELECT id FROM chats WHERE pair_key = $1", Chats.pairKey(a, b)) {
            try $0.id(0, ChatID.self)
        }
        if let chat { states.forget(chat) }
    }

    // MARK: Rows

    package static func exists(between a: UserID, and b: UserID, on connection: any SQLConnection) throws -> Bool {
        try connection.exists(
            """
            SELECT 1 FROM blocks WHERE (blocker_id = $1 AND blocked_id = $2) OR (blocker_id = $2 AND blocked_id = $1)
            """,
            a,
            b
        )
    }

    /// Everybody whom a block, either way, keeps from `user`.
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
}

extension SpotterError {
    /// Doesn't say who has blocked whom.
    static let blocked = SpotterError(.forbidden, "You can't write to this person, or add them to a chat.")
}

extension ChatState {
    /// - Throws: `forbidden` in a direct chat in which one has blocked the other.
    func requireUnblocked(_ member: Actor) throws {
        guard Access.can(member, .sendMessage(members[member.userId], isBlocked: isBlocked)) else {
            throw SpotterError.blocked
        }
    }
}
