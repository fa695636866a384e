public import Domain
public import SpotterAPI
import Storage
import Synchronization

/// Presence for whoever asks, in chats of any size.
extension PresenceRegistry {
    /// Whether somebody has the chat before their eyes, on any device that is in use.
    public func isLooking(_ user: UserID, at chat: ChatID) -> Bool {
        let now = monotonic
        return state.withLock { $0.board.isLooking(user, at: chat, now: now) }
    }

    /// Whether somebody uses a device now, and when one was last heard of as far as memory goes; not for others' eyes.
    public func whereabouts(of user: UserID) -> Presence? {
        let now = monotonic
        return state.withLock { $0.board.current(user, at: now) }
    }

    /// The presence of these people as `viewer` may know it, in the same order. Whoever isn't the viewer's to see is
    /// offline and never seen, whether they exist or not.
    public func presence(of users: [UserID], for viewer: UserID) async throws -> [Presence] {
        let known = try await database.read { try Self.visible(users, to: viewer, on: $0) }
        return assemble(users, known)
    }

    /// - Throws: `not_a_member`.
    public func presence(in chat: ChatID, for viewer: Actor) async throws -> ChatPresence {
        let found = try await database.read { connection in
            try Chats.requireMember(viewer, of: chat, on: connection)
            let members = try ChatState.members(of: chat, on: connection)
            return (members: members, known: try Self.visible(members, to: viewer.userId, on: connection))
        }
        let members = assemble(found.members, found.known)
        return ChatPresence(
            online: members.count { $0.status == .online },
            away: members.count { $0.status == .away },
            members: members
        )
    }

    private func assemble(_ users: [UserID], _ known: [UserID: Timestamp?]) -> [Presence] {
        let now = monotonic
        return state.withLock { state in
            users.map { user in
                guard let stored = known[user] else { return Presence(userId: user, status: .offline, lastSeen: nil) }
                if let presence = state.board.current(user, at: now) { return presence }
                return Presence(userId: user, status: .offline, lastSeen: state.sightings[user] ?? stored)
            }
        }
    }

    /// Those of `users` whose presence the viewer may know, with when they were last seen.
    private static func visible(
        _ users: [UserID],
        to viewer: UserID,
        on connection: any SQLConnection
    ) throws -> [UserID: Timestamp?] {
        guard try connection.exists("SELECT 1 FROM users WHERE id = $1 AND shares_presence = 1", viewer) else {
            return [:]
        }
        let blocked = try Blocks.all(around: viewer, on: connection)
        var visible: [UserID: Timestamp?] = [:]
        for user in Set(users).subtracting(blocked) {
            let seen = try connection.first(
                """
                SELECT u.last_seen_at FROM users u WHERE u.id = $1 AND u.shares_presence = 1
                AND (u.id = $2 OR EXISTS (
                    SELECT 1 FROM members a JOIN members b ON b.chat_id = a.chat_id
                    WHERE a.user_id = u.id AND b.user_id = $2
                ))
                """,
                user,
                viewer
            ) { try $0.optionalTimestamp(0) }
            if let seen { visible[user] = .some(seen) }
        }
        return visible
    }
}
