public import Domain

/// What a log-in hands out. Encodable because its owner receives it; never logged.
public struct Credentials: Sendable, Codable {
    public let user: User
    public let accessToken: Secret
    public let refreshToken: Secret
    /// When the access token ends.
    public let expiresAt: Timestamp

    public init(user: User, accessToken: Secret, refreshToken: Secret, expiresAt: Timestamp) {
        self.user = user
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiresAt = expiresAt
    }
}

/// Whoever a valid access token belongs to.
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
