import Domain
import Synchronization

/// How many videos of each user are being asked for, of which no job is stored yet.
final class Submissions: Sendable {
    private let counts = Mutex<[UserID: Int]>([:])

    /// - Returns: how many there are with this one.
    func begin(_ user: UserID) -> Int {
        counts.withLock { counts in
            counts[user, default: 0] += 1
            return counts[user, default: 0]
        }
    }

    func end(_ user: UserID) {
        counts.withLock { counts in
            let left = counts[user, default: 0] - 1
            counts[user] = left > 0 ? left : nil
        }
    }
}
