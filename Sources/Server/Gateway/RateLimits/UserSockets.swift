import Domain
import Synchronization

/// Counts the open sockets of each user. What waits for a slow socket is bounded for each socket only.
final class UserSockets: Sendable {
    private struct Entry: Sendable {
        var open = 0
        /// Shared by the user's sockets.
        let texts = PendingTexts()
    }

    private let entries = Mutex<[UserID: Entry]>([:])
    private let maxSockets: Int

    init(maxSockets: Int) { self.maxSockets = maxSockets }

    /// Counts a socket until `ended` is called.
    /// - Returns: what all of the user's sockets count the texts in that they store.
    /// - Throws: `rate_limited` if the user has too many; nothing is counted then.
    @discardableResult
    func opened(_ user: UserID) throws(SpotterError) -> PendingTexts {
        let texts = entries.withLock { entries -> PendingTexts? in
            var entry = entries[user] ?? Entry()
            guard entry.open < maxSockets else { return nil }
            entry.open += 1
            entries[user] = entry
            return entry.texts
        }
        guard let texts else {
            throw SpotterError(
                .rateLimited,
                "You have \(maxSockets) open connections; close one of them first.",
                retryable: true,
                retryAfterMs: 30_000
            )
        }
        return texts
    }

    func ended(_ user: UserID) {
        entries.withLock { entries in
            guard let entry = entries[user] else { return }
            if entry.open > 1 { entries[user]?.open -= 1 } else { entries[user] = nil }
        }
    }

    func count(of user: UserID) -> Int { entries.withLock { $0[user]?.open ?? 0 } }
}
