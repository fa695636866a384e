import Accounts
import Domain
import Synchronization

/// The sessions of all clients, in memory: after a restart clients initialize again.
final class LegacySessions: Sendable {
    /// A session that isn't used for so long ends.
    static let idleSeconds: Int64 = 3600
    static let maxPerUser = 32
    private static let maxSessions = 10_000

    private let clock: any WallClock
    private let sessions = Mutex<[String: LegacySession]>([:])

    init(clock: any WallClock) { self.clock = clock }

    var count: Int { sessions.withLock { $0.count } }

    /// Begins a session. One user's oldest makes room for a new one.
    func begin(_ version: ProtocolVersion, hasElicitation: Bool, by principal: Principal) -> LegacySession {
        let now = clock.now()
        let session = LegacySession(
            id: Self.makeID(),
            version: version,
            hasElicitation: hasElicitation,
            owner: principal,
            at: now
        )
        let ended = sessions.withLock { sessions in
            var ended = sessions.values.filter { Self.isOver($0, at: now) }
            let own = sessions.values.filter { $0.userId == principal.userId }.sorted { $0.lastUsed < $1.lastUsed }
            if own.count >= Self.maxPerUser { ended += own.prefix(own.count - Self.maxPerUser + 1) }
            if sessions.count - ended.count >= Self.maxSessions,
                let oldest = sessions.values.min(by: {
                    $0.lastUsed < $1.lastUsed
                })
            {
                ended.append(oldest)
            }
            for session in ended { sessions[session.id] = nil }
            sessions[session.id] = session
            return ended
        }
        for session in ended { session.end() }
        return session
    }

    /// - Throws: `unknownSession`, also for another user's and for the same user's by another key.
    func session(_ id: String, of principal: Principal) throws(JSONRPCError) -> LegacySession {
        let now = clock.now()
        let found = sessions.withLock { $0[id] }
        guard let found, found.belongs(to: principal) else { throw .unknownSession }
        guard !Self.isOver(found, at: now) else {
            remove(found)
            throw .unknownSession
        }
        found.use(at: now)
        return found
    }

    func end(_ id: String, of principal: Principal) throws(JSONRPCError) { remove(try session(id, of: principal)) }

    private func remove(_ session: LegacySession) {
        sessions.withLock { $0[session.id] = nil }
        session.end()
    }

    private static func isOver(_ session: LegacySession, at now: Timestamp) -> Bool {
        session.lastUsed.adding(seconds: idleSeconds) <= now
    }

    /// 256 random bits. They give nothing to anybody but the session's owner, all the same.
    private static func makeID() -> String {
        var random = SystemRandomNumberGenerator()
        return Hexadecimal.encode((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    }
}
