import Domain
import Synchronization

/// Whose a token was when it was made or last checked. A hint and no proof: whoever goes by it has the token checked in
/// the look at the database that reads all else, and saves a look.
final class TokenHints: Sendable {
    struct Holder: Sendable, Equatable {
        let user: UserID
        let session: SessionID
    }

    private struct State: Sendable {
        var recent: [UInt64: Holder] = [:]
        var earlier: [UInt64: Holder] = [:]
    }

    private let state = Mutex(State())
    private let most: Int

    /// - Parameter most: tokens that are kept; the oldest go first.
    init(most: Int = 100_000) { self.most = most }

    func note(_ hash: [UInt8], _ holder: Holder) {
        state.withLock { state in
            if state.recent.count >= max(1, most / 2) {
                state.earlier = state.recent
                state.recent = [:]
            }
            state.recent[Self.key(hash)] = holder
        }
    }

    func holder(of hash: [UInt8]) -> Holder? {
        let key = Self.key(hash)
        return state.withLock { $0.recent[key] ?? $0.earlier[key] }
    }

    /// Enough of a SHA-256 to tell tokens apart; where it isn't, the check fails.
    private static func key(_ hash: [UInt8]) -> UInt64 { hash.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
}
