import Domain
import Synchronization

/// When each session was last used. Requests record it in memory; it's written in batches, so that no request pays for
/// a write.
final class SessionActivity: Sendable {
    private let seen = Mutex([SessionID: Timestamp]())

    func record(_ session: SessionID, at now: Timestamp) { seen.withLock { $0[session] = now } }

    /// The time that isn't written yet.
    func pending(_ session: SessionID) -> Timestamp? { seen.withLock { $0[session] } }

    /// Takes everything that isn't written yet; the caller writes it.
    func take() -> [SessionID: Timestamp] {
        seen.withLock { seen in
            defer { seen = [:] }
            return seen
        }
    }
}
