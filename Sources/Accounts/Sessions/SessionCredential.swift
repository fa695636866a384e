package import Domain
package import Storage

/// What a connection presents to be admitted. It's checked in the transaction that reads what the connection needs.
package enum SessionCredential: Sendable {
    /// The token was checked a moment ago; its session may have ended since.
    case checked(Principal)
    /// The owner is known from the cache; the token isn't checked yet.
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

    /// - Throws: `unauthorized` or `token_expired` if it isn't valid now.
    package func principal(at now: Timestamp, on connection: any SQLConnection) throws -> Principal {
        switch self {
        case .checked(let principal):
            try Accounts.requireLive(principal.sessionId, on: connection)
            return principal
        case .cached(let hash, let user, let session):
            let principal = try Accounts.principal(of: hash, at: now, on: connection)
            guard principal.userId == user, principal.sessionId == session else { throw Accounts.invalidToken }
            return principal
        }
    }
}
