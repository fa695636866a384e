import Accounts
import Domain
import SpotterAPI
import Storage
import Synchronization

/// Stores when users were last seen, in batches.
extension PresenceRegistry {
    /// Stores the times that have become due since the last call.
    func writeLastSeen(completion: @escaping @Sendable () -> Void = {}) {
        let now = monotonic
        let lastSeenUpdates = state.withLock { state in
            let isLast = state.isClosed
            let new = state.presence.lastSeenUpdates(at: isLast ? .max : now)
            state.lastSeenUpdates.merge(new) { max($0, $1) }
            return state.lastSeenUpdates
        }
        guard !lastSeenUpdates.isEmpty else { return completion() }
        database.enqueue { connection in
            for (user, seen) in lastSeenUpdates {
                try Profile.storeLastSeen(seen, of: user, on: connection)
            }
        } completion: { result in
            if case .success = result {
                self.state.withLock { state in
                    for (user, seen) in lastSeenUpdates where state.lastSeenUpdates[user] == seen {
                        state.lastSeenUpdates[user] = nil
                    }
                }
                for user in lastSeenUpdates.keys where !self.state.withLock({ $0.presence.isConnected(user) }) {
                    self.audience.forget(user)
                }
            }
            completion()
        }
    }
}
