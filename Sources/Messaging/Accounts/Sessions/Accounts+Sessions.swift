public import Domain
public import SpotterAPI
import Storage

/// A user's log-ins on all devices, seen and ended from any of them.
extension Accounts {
    /// The sessions that can still be used, heard of last first.
    public func sessions(of principal: Principal) async throws -> [AccountSession] {
        let now = clock.now()
        let entries = try await database.read { connection in
            try connection.query(
                """
                SELECT s.id, s.device_name, s.created_at, coalesce(s.last_seen_at, s.created_at) FROM sessions s
                WHERE s.user_id = $1 AND s.revoked_at IS NULL AND EXISTS (
                    SELECT 1 FROM tokens t WHERE t.session_id = s.id AND t.used_at IS NULL AND t.expires_at > $2
                )
                """,
                principal.userId,
                now
            ) { row in
                let id = try row.id(0, SessionID.self)
                let written = try row.timestamp(3)
                return AccountSession(
                    id: id,
                    deviceName: try row.text(1),
                    createdAt: try row.timestamp(2),
                    lastSeenAt: max(written, activity.pending(id) ?? written),
                    current: id == principal.sessionId
                )
            }
        }
        return entries.sorted { ($0.lastSeenAt, $0.id) > ($1.lastSeenAt, $1.id) }
    }

    /// Ends one of the asker's sessions, its own included; its sockets close.
    /// - Throws: `not_found` where there's none, also for somebody else's.
    public func end(_ session: SessionID, by principal: Principal) async throws {
        let now = clock.now()
        try await database.write { connection in
            let owner = try connection.first(
                "SELECT user_id FROM sessions WHERE id = $1 AND revoked_at IS NULL",
                session
            ) { try $0.id(0, UserID.self) }
            guard let owner, Access.can(principal.actor, .own(owner)) else { throw SpotterError.notFound("session") }
            try Self.revoke(session, at: now, on: connection)
        }
        onRevocation(.session(session))
    }

    /// Ends all of the asker's sessions but this one.
    public func endOthers(by principal: Principal) async throws {
        let now = clock.now()
        let ended = try await database.write {
            try Self.revoke(sessionsOf: principal.userId, except: principal.sessionId, at: now, on: $0)
        }
        onRevocation(.sessions(ended))
    }

    public func logout(_ session: SessionID) async throws {
        let now = clock.now()
        try await database.write { try Self.revoke(session, at: now, on: $0) }
        onRevocation(.session(session))
    }

    /// - Throws: `unauthorized` where the session has ended, however good its token was.
    static func requireLive(_ session: SessionID, on connection: any SQLConnection) throws {
        guard try connection.exists("SELECT 1 FROM sessions WHERE id = $1 AND revoked_at IS NULL", session) else {
            throw SpotterError(.unauthorized, "This session has ended. Log in again.")
        }
    }

    // MARK: Last seen

    /// Something was heard of a session beside its requests, such as a heartbeat.
    public func noteActivity(of session: SessionID) { activity.note(session, at: clock.now()) }

    /// Writes down when sessions were last heard of: a thousand in one job, so that sends don't wait long for it.
    public func writeActivity() async throws {
        let seen = activity.take().map { ($0.key, $0.value) }
        for start in stride(from: 0, to: seen.count, by: 1000) {
            let part = seen[start..<min(start + 1000, seen.count)]
            try await database.write { connection in
                for (session, at) in part {
                    try connection.execute("UPDATE sessions SET last_seen_at = $1 WHERE id = $2", at, session)
                }
            }
        }
    }
}
