import Domain
import Synchronization

/// Counts the open sockets of each user. What waits for a slow socket is bounded for each socket only.
final class UserSockets: Sendable {
    private let counts = Mutex<[UserID: Int]>([:])
    private let maxSockets: Int

    init(maxSockets: Int) { self.maxSockets = maxSockets }

    /// Counts a socket until `ended` is called.
    /// - Throws: `rate_limited` if the user has too many; nothing is counted then.
    func opened(_ user: UserID) throws(SpotterError) {
        let isAdmitted = counts.withLock { counts in
            let open = counts[user] ?? 0
            guard open < maxSockets else { return false }
            counts[user] = open + 1
            return true
        }
        guard isAdmitted else {
            throw SpotterError(
                .rateLimited,
                "You have \(maxSockets) open connections; close one of them first.",
                retryable: true,
                retryAfterMs: 30_000
            )
        }
    }

    func ended(_ user: UserID) {
        counts.withLock { counts in
            let left = (counts[user] ?? 0) - 1
            counts[user] = left > 0 ? left : nil
        }
    }

    func count(of user: UserID) -> Int { counts.withLock { $0[user] ?? 0 } }
}
