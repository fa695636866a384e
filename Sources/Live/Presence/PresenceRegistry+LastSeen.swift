import Domain
import Storage
import Synchronization

/// When people were last seen, written down in batches.
extension PresenceRegistry {
    /// Writes down what has become due since the last time.
    func noteSightings(completion: @escaping @Sendable () -> Void = {}) {
        let now = monotonic
        let sightings = state.withLock { state in
            let isLast = state.isClosed
            let new = state.board.sightings(at: isLast ? .max : now)
            state.sightings.merge(new) { max($0, $1) }
            return state.sightings
        }
        guard !sightings.isEmpty else { return completion() }
        database.enqueue { connection in
            for (user, seen) in sightings {
                try connection.execute(
                    """
                    UPDATE users SET last_seen_at = $1
                    WHERE id = $2 AND (last_seen_at IS NULL OR last_seen_at < $1)
                    """,
                    seen,
                    user
                )
            }
        } completion: { result in
            if case .success = result {
                self.state.withLock { state in
                    for (user, seen) in sightings where state.sightings[user] == seen { state.sightings[user] = nil }
                }
                for user in sightings.keys where !self.state.withLock({ $0.board.isConnected(user) }) {
                    self.audience.forget(user)
                }
            }
            completion()
        }
    }
}
