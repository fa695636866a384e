import Domain
import Synchronization

/// When each session was last heard of. Requests note it in memory; now and then it's written, all together, so that
/// no request pays for a write.
final class SessionActivity: Sendable {
    private let seen = Mutex([SessionID: Timestamp]())

    func note(_ session: SessionID, at now: Timestamp) { seen.withLock { $0[session] = now } }

    /// What isn't written yet.
    func pending(_ session: SessionID) -> Timestamp? { seen.withLock { $0[session] } }

    /// Everything that isn't written yet, to be written by the caller.
    func take() -> [SessionID: Timestamp] {
        seen.withLock { seen in
            defer { seen = [:] }
            return seen
        }
    }
}
