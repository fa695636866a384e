public import Domain

/// The answer to a log-in. It's encodable because its owner receives it; it must never be logged.
public struct Credentials: Sendable, Codable {
    public let user: User
    public let accessToken: Secret
    public let refreshToken: Secret
    /// When the access token expires.
    public let expiresAt: Timestamp

    public init(user: User, accessToken: Secret, refreshToken: Secret, expiresAt: Timestamp) {
        self.user = user
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiresAt = expiresAt
    }
}

/// The user and session that a valid access token belongs to.
public struct Principal: Sendable, Hashable {
    public let user: User
    public let sessionId: SessionID

    public var userId: UserID { user.id }
    public var actor: Actor { Actor(userId: user.id, role: user.role) }

    public init(user: User, sessionId: SessionID) {
        self.user = user
        self.sessionId = sessionId
    }
}
