public import Domain
import Messaging
public import SpotterAPI
import Storage
import Synchronization

/// Presence on request, in chats of any size.
extension PresenceRegistry {
    /// Whether an active device of the user shows the chat.
    public func isLooking(_ user: UserID, at chat: ChatID) -> Bool {
        let now = monotonic
        return state.withLock { $0.presence.isLooking(user, at: chat, now: now) }
    }

    /// The user's presence as known to this process, without a permission check.
    public func currentPresence(of user: UserID) -> Presence? {
        let now = monotonic
        return state.withLock { $0.presence.current(user, at: now) }
    }

    /// The presence of these users as visible to `viewer`, in the same order. Users whom the viewer may not see appear
    /// offline and without a time, whether they exist or not.
    public func presence(of users: [UserID], for viewer: UserID) async throws -> [Presence] {
        let known = try await database.read { try VisiblePresence.lastSeen(of: users, visibleTo: viewer, on: $0) }
        return assemble(users, known)
    }

    /// The presence of a chat's members, and the numbers of those online and away.
    /// - Throws: `not_a_member` if the viewer isn't in the chat.
    public func presence(in chat: ChatID, for viewer: Actor) async throws -> ChatPresence {
        let found = try await database.read { connection in
            try Chats.requireMember(viewer, of: chat, on: connection)
            let members = try Members.of(chat, on: connection)
            return (
                members: members,
                known: try VisiblePresence.lastSeen(of: members, visibleTo: viewer.userId, on: connection)
            )
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
                if let presence = state.presence.current(user, at: now) { return presence }
                return Presence(userId: user, status: .offline, lastSeen: state.lastSeenUpdates[user] ?? stored)
            }
        }
    }
}
