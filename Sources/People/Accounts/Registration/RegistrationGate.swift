public import Domain
public import Storage

/// A stranger's wish to make an account.
public struct RegistrationApplication: Sendable {
    public let email: String
    public let role: Role
    /// The code of an invitation, if the stranger has one.
    public let invite: Secret?

    public init(email: String, role: Role, invite: Secret?) {
        self.email = email
        self.role = role
        self.invite = invite
    }
}

/// Decides who may make an account, and by which names people may go.
public protocol RegistrationGate: Sendable {
    /// Called before the password is hashed and again in the transaction that stores the account. The answer must not
    /// depend on whether the address has an account.
    /// - Throws: `registration_closed`, or `not_found` or `expired` where only the code stands in the way.
    func authorize(_ application: RegistrationApplication, at now: Timestamp, on connection: any SQLConnection) throws

    /// The account that waits for this stranger: one that was made on their behalf, such as by an import, and that only
    /// the code of its invitation opens. Called after `authorize`.
    func waitingAccount(
        for application: RegistrationApplication,
        on connection: any SQLConnection
    ) throws -> UserID?

    /// Called in the transaction that has stored the account: uses up the code and does what it promised.
    func accountDidOpen(
        _ user: User,
        _ application: RegistrationApplication,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws

    /// Called in a transaction that gives an account another name or address, before it is stored.
    /// - Parameter user: with the new name and address.
    /// - Throws: `invalid_request` if one of them would pass for somebody else's among those who know the user.
    func nameWillChange(of user: User, on connection: any SQLConnection) throws
}
