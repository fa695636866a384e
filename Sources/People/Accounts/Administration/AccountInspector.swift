public import Domain
public import SpotterAPI
public import Storage

/// What a module knows of accounts that their administrator should know.
public protocol AccountInspector: Sendable {
    /// Adds what the module stores for the user.
    func addUsage(of user: UserID, to usage: inout AccountUsage, on connection: any SQLConnection) throws

    /// What would contradict another role of this user, as phrases such as "3 clients". Called inside the transaction
    /// that would change the role.
    func obstacles(toChangingRoleOf user: User, on connection: any SQLConnection) throws -> [String]
}

extension AccountInspector {
    public func addUsage(of user: UserID, to usage: inout AccountUsage, on connection: any SQLConnection) {}
    public func obstacles(toChangingRoleOf user: User, on connection: any SQLConnection) -> [String] { [] }
}
