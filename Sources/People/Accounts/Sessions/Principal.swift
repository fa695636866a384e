public import Domain

/// The user and session that a valid access token belongs to.
public struct Principal: Sendable, Hashable {
    public let user: User
    public let sessionId: SessionID
    /// The API key by which the user acts; `nil` for a person who logged in.
    public let key: KeyGrant?

    public var userId: UserID { user.id }
    public var actor: Actor { Actor(userId: user.id, role: user.role) }

    public init(user: User, sessionId: SessionID, key: KeyGrant? = nil) {
        self.user = user
        self.sessionId = sessionId
        self.key = key
    }
}
