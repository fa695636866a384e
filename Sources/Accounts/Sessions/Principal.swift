public import Domain

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
