import Domain
import Synchronization

/// Caches the owners of tokens; never authoritative. A caller that uses an entry must check the token in the
/// transaction that reads its data, which saves a separate one.
final class TokenCache: Sendable {
    struct Holder: Sendable, Equatable {
        let user: UserID
        let session: SessionID
        /// Whether it's an API key's, which a session is for all its life or never.
        var isKey = false
    }

    private struct State: Sendable {
        var recent: [UInt64: Holder] = [:]
        var earlier: [UInt64: Holder] = [:]
    }

    private let state = Mutex(State())
    private let capacity: Int

    /// - Parameter capacity: the maximum number of tokens; the oldest are evicted first.
    init(capacity: Int = 100_000) { self.capacity = capacity }

    func store(_ holder: Holder, for hash: [UInt8]) {
        state.withLock { state in
            if state.recent.count >= max(1, capacity / 2) {
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

    func remove(_ hash: [UInt8]) {
        let key = Self.key(hash)
        state.withLock { state in
            state.recent[key] = nil
            state.earlier[key] = nil
        }
    }

    /// A 64-bit prefix of the SHA-256. If two tokens collide, one of them fails its check and is looked up.
    private static func key(_ hash: [UInt8]) -> UInt64 { hash.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
}

extension TokenCache.Holder {
    init(_ principal: Principal) {
        self.init(user: principal.userId, session: principal.sessionId, isKey: principal.key != nil)
    }
}
