public import Domain

/// A user whose account is being deleted.
public struct DeletedUser: Sendable, Hashable {
    public let id: UserID
    /// The former name, for finding data that contains it. Kept only until the deletion is finished.
    public let name: String
    public let role: Role

    /// The name that others see afterwards.
    public static let displayName = "Deleted user"

    public init(id: UserID, name: String, role: Role) {
        self.id = id
        self.name = name
        self.role = role
    }

    public var actor: Actor { Actor(userId: id, role: role) }
}
