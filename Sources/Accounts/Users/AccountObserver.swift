public import Domain
public import Storage

/// Keeps other modules' data in sync with accounts, and publishes changes to permitted users.
public protocol AccountObserver: Sendable {
    /// Called inside the transaction of the change. Returns the users who receive it after the commit.
    func accountWillChange(_ change: AccountChange, on connection: any SQLConnection) throws -> [UserID]

    /// Called after the commit, in the order of commits.
    func accountDidChange(_ change: AccountChange, audience: [UserID])

    /// Called after the commit. Open connections of these sessions must close.
    func sessionsDidEnd(_ revocation: Accounts.Revocation)
}

/// A change of an account that affects what others see of it.
public enum AccountChange: Sendable, Hashable {
    /// - Parameters:
    ///   - shown: the new name and photo; `nil` if both are unchanged.
    ///   - changesPresenceSharing: whether the presence setting was changed.
    case profile(of: UserID, shown: UserChange?, changesPresenceSharing: Bool)
    /// The account was permanently closed.
    case deletion(UserChange)
}

extension UserChange {
    init(of user: User) {
        self.init(userId: user.id, displayName: user.displayName, photoMediaId: user.photoMediaId)
    }
}
