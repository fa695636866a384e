public import Domain
public import Storage

/// Keeps what other modules derive from accounts in step with them, and publishes changes to those who may see them.
public protocol AccountObserver: Sendable {
    /// Called inside the transaction of the change. Returns the users to whom it's published after the commit.
    func accountWillChange(_ change: AccountChange, on connection: any SQLConnection) throws -> [UserID]

    /// Called after the commit, in the order of commits.
    func accountDidChange(_ change: AccountChange, audience: [UserID])

    /// Called after the commit: open connections of these sessions must close.
    func sessionsDidEnd(_ revocation: Accounts.Revocation)
}

/// A committed change of an account that others may see, or that decides what they see.
public enum AccountChange: Sendable, Hashable {
    /// - Parameters:
    ///   - shown: name and photo from now on; `nil` if both stay as they were.
    ///   - changesPresenceSharing: whether presence began or ceased to be shared.
    case profile(of: UserID, shown: UserChange?, changesPresenceSharing: Bool)
    /// The account was closed for good.
    case deletion(UserChange)
}

extension UserChange {
    init(of user: User) {
        self.init(userId: user.id, displayName: user.displayName, photoMediaId: user.photoMediaId)
    }
}
