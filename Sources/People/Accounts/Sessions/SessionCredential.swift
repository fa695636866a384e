package import Domain
package import Storage

/// A connection's credential. It is checked in the transaction that reads the connection's data.
package enum SessionCredential: Sendable {
    /// The token was just checked. Its session may have ended since.
    case checked(Principal)
    /// The cached owner of a token that hasn't been checked yet.
    case cached(hash: [UInt8], user: UserID, session: SessionID)

    package var userId: UserID {
        switch self {
        case .checked(let principal): principal.userId
        case .cached(_, let user, _): user
        }
    }

    package var sessionId: SessionID {
        switch self {
        case .checked(let principal): principal.sessionId
        case .cached(_, _, let session): session
        }
    }

    /// The authenticated user. Whether the session is live is asked by the caller, in the statement that reads the
    /// connection's data: `Session.isLive`.
    /// - Throws: `unauthorized` if the token is unknown or the session has ended; `token_expired` if the token has
    ///   expired.
    package func principal(at now: Timestamp, on connection: any SQLConnection) throws -> Principal {
        switch self {
        case .checked(let principal):
            return principal
        case .cached(let hash, let user, let session):
            let principal = try Accounts.principal(of: hash, at: now, on: connection)
            guard principal.userId == user, principal.sessionId == session else { throw Accounts.invalidToken }
            return principal
        }
    }
}
