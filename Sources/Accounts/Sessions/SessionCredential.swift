package import Domain
import Storage

/// What a connection shows to be let in, for whoever checks it together with what else they read.
package enum Pass: Sendable {
    /// A token that was checked a moment ago; its session may have ended since.
    case checked(Principal)
    /// A token whose holder is remembered, and which isn't checked yet.
    case remembered(hash: [UInt8], user: UserID, session: SessionID)

    package var userId: UserID {
        switch self {
        case .checked(let principal): principal.userId
        case .remembered(_, let user, _): user
        }
    }

    package var sessionId: SessionID {
        switch self {
        case .checked(let principal): principal.sessionId
        case .remembered(_, _, let session): session
        }
    }

    /// - Throws: `unauthorized` or `token_expired` where it doesn't hold now.
    func principal(at now: Timestamp, on connection: any SQLConnection) throws -> Principal {
        switch self {
        case .checked(let principal):
            try Accounts.requireLive(principal.sessionId, on: connection)
            return principal
        case .remembered(let hash, let user, let session):
            let principal = try Accounts.principal(of: hash, at: now, on: connection)
            guard principal.userId == user, principal.sessionId == session else { throw Accounts.invalidToken }
            return principal
        }
    }
}
