public import Domain
public import SpotterAPI
package import Storage

/// A user's sessions on all devices. Any of them can list and end the others.
extension Accounts {
    /// The sessions that can still be used, most recently used first.
    public func sessions(of principal: Principal) async throws -> [AccountSession] {
        let now = clock.now()
        return try await database.read {
            try sessions(of: principal.userId, current: principal.sessionId, at: now, on: $0)
        }
    }

    func sessions(
        of user: UserID,
        current: SessionID? = nil,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> [AccountSession] {
        try connection.query(
            """
            SELECT s.id, s.device_name, s.created_at, coalesce(s.last_seen_at, s.created_at) FROM sessions s
            WHERE s.user_id = $1 AND \(Session.isUsable("s.id", at: "$2"))
              AND NOT EXISTS (SELECT 1 FROM api_keys k WHERE k.session_id = s.id)
            """,
            user,
            now
        ) { row in
            let id = try row.id(0, SessionID.self)
            let written = try row.timestamp(3)
            return AccountSession(
                id: id,
                deviceName: try row.text(1),
                createdAt: try row.timestamp(2),
                lastSeenAt: max(written, activity.pending(id) ?? written),
                current: id == current
            )
        }.sorted { ($0.lastSeenAt, $0.id) > ($1.lastSeenAt, $1.id) }
    }

    /// Ends one of the requester's sessions, including the requesting one, and closes its sockets.
    /// - Throws: `not_found` if there is no such session or it belongs to another user.
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
        observer.sessionsDidEnd(.session(session))
    }

    /// Ends all of the requester's sessions except the requesting one.
    public func endOthers(by principal: Principal) async throws {
        let now = clock.now()
        let ended = try await database.write {
            try Self.revoke(sessionsOf: principal.userId, except: principal.sessionId, at: now, on: $0)
        }
        observer.sessionsDidEnd(.sessions(ended))
    }

    /// Ends a session and closes its sockets.
    public func logout(_ session: SessionID) async throws {
        let now = clock.now()
        try await database.write { try Self.revoke(session, at: now, on: $0) }
        observer.sessionsDidEnd(.session(session))
    }

    /// Checks that a session is active, for a principal that was authenticated earlier.
    /// - Throws: `unauthorized` if the session has ended.
    package static func requireLive(_ session: SessionID, on connection: any SQLConnection) throws {
        guard try connection.exists("SELECT 1 FROM sessions WHERE id = $1 AND revoked_at IS NULL", session) else {
            throw SpotterError(.unauthorized, "This session has ended. Log in again.")
        }
    }

    // MARK: Last seen

    /// Records the use of a session outside of a request, such as by a heartbeat.
    public func recordActivity(of session: SessionID) { activity.record(session, at: clock.now()) }

    /// Stores when sessions were last used, a thousand per transaction, so that sends don't wait long.
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
