public import Domain
public import Storage

/// Keeps other modules' data in sync with accounts, and publishes changes to permitted users.
public protocol AccountObserver: Sendable {
    /// Called inside the transaction of the change. Returns the users who receive it after the commit.
    func accountWillChange(_ change: AccountChange, on connection: any SQLConnection) throws -> AccountAudience

    /// Called after the commit, in the order of commits.
    func accountDidChange(_ change: AccountChange, audience: AccountAudience)

    /// Called after the commit. Open connections of these sessions must close.
    func sessionsDidEnd(_ revocation: Accounts.Revocation)
}

/// Who learns of an account's change.
public struct AccountAudience: Sendable, Hashable {
    /// They share a chat with the user, or are the user.
    public var companions: [UserID]
    /// They are the user's trainers or clients, or the user: those who also learn of the time zone.
    public var contacts: [UserID]

    public init(companions: [UserID] = [], contacts: [UserID] = []) {
        self.companions = companions
        self.contacts = contacts
    }
}

/// A change of an account that affects what others see of it.
public enum AccountChange: Sendable, Hashable {
    /// - Parameters:
    ///   - shown: the name, the photo and a new time zone; `nil` if all are unchanged.
    ///   - changesLooks: whether the name or the photo was changed, which more people see than a time zone.
    ///   - changesPresenceSharing: whether the presence setting was changed.
    case profile(of: UserID, shown: UserChange?, changesLooks: Bool, changesPresenceSharing: Bool)
    /// The account was permanently closed.
    case deletion(UserChange)
}

extension UserChange {
    init(of user: User, timezone: String? = nil) {
        self.init(
            userId: user.id,
            displayName: user.displayName,
            photoMediaId: user.photoMediaId,
            timezone: timezone
        )
    }
}
