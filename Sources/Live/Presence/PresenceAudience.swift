import Domain
import Storage
import Synchronization

/// Who sees whom: people who share a chat now, where both share their presence and neither blocks the other. It holds
/// both ways or not at all.
///
/// Kept in memory for those who are connected. Read and changed only inside the writer's jobs, so that nothing is told
/// across a removal; out of date after any change of members, blocks or settings, and then read again when needed.
final class PresenceAudience: Sendable {
    private struct Entry: Sendable {
        var version: Int
        var companions: Set<UserID>
    }

    private struct State: Sendable {
        var version = 0
        var entries: [UserID: Entry] = [:]
    }

    /// Pairs that have come to see each other, or no longer do.
    struct Difference: Sendable, Equatable {
        var gained: [(UserID, UserID)] = []
        var lost: [(UserID, UserID)] = []

        static func == (left: Self, right: Self) -> Bool {
            left.gained.elementsEqual(right.gained, by: ==) && left.lost.elementsEqual(right.lost, by: ==)
        }
    }

    private let state = Mutex(State())
    private let largestChat: Int

    init(largestChat: Int) { self.largestChat = largestChat }

    /// Something changed: what is kept holds no longer.
    func expire() { state.withLock { $0.version += 1 } }

    func forget(_ user: UserID) { state.withLock { $0.entries[user] = nil } }

    func companions(of user: UserID) -> Set<UserID> { state.withLock { $0.entries[user]?.companions ?? [] } }

    /// Makes what is kept of these people hold, with one query for all that doesn't; inside a writer's job.
    func renew(_ users: [UserID], on connection: any SQLConnection) throws -> Difference {
        let (version, stale) = state.withLock { state in
            (state.version, users.filter { state.entries[$0]?.version != state.version })
        }
        guard !stale.isEmpty else { return Difference() }
        var found: [UserID: Set<UserID>] = [:]
        for (user, companion) in try pairs(of: stale, on: connection) { found[user, default: []].insert(companion) }
        return state.withLock { state in
            var difference = Difference()
            for user in stale {
                let new = found[user] ?? []
                let old = state.entries[user]?.companions
                state.entries[user] = Entry(version: version, companions: new)
                // Of somebody who has just come, everybody is told anyway.
                guard let old else { continue }
                for other in new.subtracting(old) {
                    difference.gained.append((user, other))
                    state.entries[other]?.companions.insert(user)
                }
                for other in old.subtracting(new) {
                    difference.lost.append((user, other))
                    state.entries[other]?.companions.remove(user)
                }
            }
            return difference
        }
    }

    private func pairs(of users: [UserID], on connection: any SQLConnection) throws -> [(UserID, UserID)] {
        let list = connection.placeholders(count: users.count)
        return try connection.query(
            """
            WITH mine AS MATERIALIZED (
                SELECT m.chat_id, m.user_id FROM members m JOIN users u ON u.id = m.user_id
                WHERE m.user_id IN (\(list)) AND u.shares_presence = 1
                AND (SELECT count(*) FROM members others WHERE others.chat_id = m.chat_id) <= $\(users.count + 1)
            )
            SELECT DISTINCT mine.user_id, theirs.user_id FROM mine
            JOIN members theirs ON theirs.chat_id = mine.chat_id AND theirs.user_id <> mine.user_id
            JOIN users them ON them.id = theirs.user_id AND them.shares_presence = 1
            WHERE NOT EXISTS (
                SELECT 1 FROM blocks b WHERE b.blocker_id = mine.user_id AND b.blocked_id = theirs.user_id
            ) AND NOT EXISTS (
                SELECT 1 FROM blocks b WHERE b.blocker_id = theirs.user_id AND b.blocked_id = mine.user_id
            )
            """,
            users.map { $0 as any SQLBindable } + [largestChat]
        ) { (try $0.id(0), try $0.id(1)) }
    }
}
