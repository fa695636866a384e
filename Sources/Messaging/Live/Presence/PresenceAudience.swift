import Domain
import Messaging
import Storage
import Synchronization

/// Caches `VisiblePresence` for users who are connected.
///
/// Read and changed only in the writer's transactions, so that nothing is published to a user who was just removed. Any
/// change of members, blocks or settings invalidates the entries; they are read again on demand.
final class PresenceAudience: Sendable {
    private struct Entry: Sendable {
        var version: Int
        var companions: Set<UserID>
    }

    private struct State: Sendable {
        var entries: [UserID: Entry] = [:]
    }

    /// Pairs of users who have begun or ceased to see each other.
    struct Difference: Sendable, Equatable {
        var gained: [(UserID, UserID)] = []
        var lost: [(UserID, UserID)] = []

        static func == (left: Self, right: Self) -> Bool {
            left.gained.elementsEqual(right.gained, by: ==) && left.lost.elementsEqual(right.lost, by: ==)
        }
    }

    private let state = Mutex(State())
    private let states: ChatStateCache
    private let maxChatSize: Int

    /// - Parameter states: its `visibilityVersion` decides which entries are still valid.
    init(states: ChatStateCache, maxChatSize: Int) {
        self.states = states
        self.maxChatSize = maxChatSize
    }

    func forget(_ user: UserID) { state.withLock { $0.entries[user] = nil } }

    func companions(of user: UserID) -> Set<UserID> { state.withLock { $0.entries[user]?.companions ?? [] } }

    /// Updates the entries of these users inside a transaction of the writer, with one query for all invalid entries.
    /// Returns the differences.
    func renew(_ users: [UserID], on connection: any SQLConnection) throws -> Difference {
        let version = states.visibilityVersion
        let stale = state.withLock { state in users.filter { state.entries[$0]?.version != version } }
        guard !stale.isEmpty else { return Difference() }
        var found: [UserID: Set<UserID>] = [:]
        for (user, companion) in try VisiblePresence.pairs(of: stale, maxChatSize: maxChatSize, on: connection) {
            found[user, default: []].insert(companion)
        }
        return state.withLock { state in
            var difference = Difference()
            for user in stale {
                let new = found[user] ?? []
                let old = state.entries[user]?.companions
                state.entries[user] = Entry(version: version, companions: new)
                // A user without an entry has just connected, so everybody is notified anyway.
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
}
