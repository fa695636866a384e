public import Domain
package import Storage

extension Accounts {
    /// Sessions that have just been revoked.
    public enum Revocation: Sendable, Hashable {
        case session(SessionID)
        case sessions(Set<SessionID>)
        /// All sessions of a user, including those that are being opened.
        case user(UserID)

        package func includes(_ session: SessionID, of user: UserID) -> Bool {
            switch self {
            case .session(let one): one == session
            case .sessions(let some): some.contains(session)
            case .user(let whole): whole == user
            }
        }
    }

    /// Ends a user's sessions. Returns those that were active.
    static func revoke(
        sessionsOf user: UserID,
        except kept: SessionID? = nil,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> Set<SessionID> {
        let ended = try connection.query(
            "SELECT id FROM sessions WHERE user_id = $1 AND revoked_at IS NULL",
            user
        ) { try $0.id(0, SessionID.self) }.filter { $0 != kept }
        for session in ended { try revoke(session, at: now, on: connection) }
        return Set(ended)
    }

    static func revoke(_ session: SessionID, at now: Timestamp, on connection: any SQLConnection) throws {
        try connection.execute(
            "UPDATE sessions SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL",
            now,
            session
        )
    }

    /// Those of the sessions that have ended, by whichever server.
    package static func ended(_ sessions: [SessionID], on connection: any SQLConnection) throws -> Set<SessionID> {
        let active = try connection.query(
            "SELECT id FROM sessions WHERE revoked_at IS NULL AND id IN",
            in: sessions
        ) { try $0.id(0, SessionID.self) }
        return Set(sessions).subtracting(active)
    }
}
