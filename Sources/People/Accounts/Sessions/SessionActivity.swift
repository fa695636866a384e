import Domain
import Synchronization

/// When each session was last used. Requests record it in memory and it is stored in batches, so that no request waits
/// for a write.
final class SessionActivity: Sendable {
    private let seen = Mutex([SessionID: Timestamp]())

    func record(_ session: SessionID, at now: Timestamp) { seen.withLock { $0[session] = now } }

    /// The recorded time if it isn't stored yet.
    func pending(_ session: SessionID) -> Timestamp? { seen.withLock { $0[session] } }

    /// Removes and returns everything that isn't stored yet; the caller stores it.
    func take() -> [SessionID: Timestamp] {
        seen.withLock { seen in
            defer { seen = [:] }
            return seen
        }
    }
}
