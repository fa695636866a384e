public import Domain

/// Somebody whose account is being deleted.
public struct FormerUser: Sendable, Hashable {
    public let id: UserID
    /// To find what is named after them. Kept only until the deletion is finished.
    public let name: String
    public let role: Role

    /// What others read in place of the name.
    public static let displayName = "Deleted user"

    public init(id: UserID, name: String, role: Role) {
        self.id = id
        self.name = name
        self.role = role
    }

    public var actor: Actor { Actor(userId: id, role: role) }
}
