public import Domain
public import SpotterAPI
import Storage

/// What an administrator may do with accounts. Every act is recorded in `AdminLog` in its own transaction.
///
/// Accounts are named by address or id, disabled ones included. Nothing here reads messages.
public struct AccountAdministration: Sendable {
    let accounts: Accounts
    let inspectors: [any AccountInspector]
    private let deletion: AccountDeletion

    /// - Parameter inspectors: one per module that stores something for users, or depends on their roles.
    public init(_ accounts: Accounts, inspectors: [any AccountInspector], deletion: AccountDeletion) {
        self.accounts = accounts
        self.inspectors = inspectors
        self.deletion = deletion
    }

    /// Creates an account.
    /// - Throws: `invalid_request` if the name, address, time zone or password is invalid; `email_taken` if the address
    ///   has an account; `unavailable` if too many passwords wait to be hashed.
    public func create(_ request: CreateUserRequest, by admin: AdminActor) async throws -> AdminUser {
        let user = User(
            id: accounts.ids.next(),
            email: try Validation.email(request.email),
            displayName: try Validation.displayName(request.displayName),
            role: request.role,
            timezone: try Accounts.timezone(request.timezone)
        )
        var hash = User.lockedPassword
        if let password = request.password {
            try Validation.password(password)
            hash = try await accounts.hasher.hash(password)
        }
        let (stored, now) = (hash, accounts.clock.now())
        return try await accounts.database.write { connection in
            guard try user.insert(passwordHash: stored, at: now, on: connection) else { throw Self.emailTaken }
            try AdminLog.record(
                .createUser,
                user: user.id,
                by: admin,
                detail: user.role.rawValue,
                at: now,
                on: connection
            )
            return try find(user.id, at: now, on: connection)
        }
    }

    static let emailTaken = SpotterError(.emailTaken, "There is already an account with this email address.")

    /// Deletes an account with all of its data, for good.
    /// - Throws: `not_found` if there is no such account.
    public func delete(_ account: String, by admin: AdminActor) async throws {
        try await deletion.delete(account, by: admin)
    }

    // MARK: Passwords

    /// Sets a password. All of the user's sessions end.
    /// - Throws: `invalid_request` if the password is invalid; `not_found` if there is no such account; `unavailable`
    ///   if too many passwords wait to be hashed.
    public func setPassword(of account: String, to password: Secret, by admin: AdminActor) async throws -> User {
        try await accounts.resetPassword(of: account, to: password, by: admin)
    }

    /// A one-time token by which the account's owner sets a new password.
    /// - Throws: `not_found` if there is no such account.
    public func issueReset(for account: String, by admin: AdminActor) async throws -> PasswordReset {
        try await accounts.issueReset(for: account, by: admin)
    }

    // MARK: Sessions

    /// The sessions that can still be used, most recently used first.
    /// - Throws: `not_found` if there is no such account.
    public func sessions(of account: String) async throws -> [AccountSession] {
        let now = accounts.clock.now()
        return try await accounts.database.read { connection in
            let user = try Accounts.account(account, on: connection)
            return try accounts.sessions(of: user.id, at: now, on: connection)
        }
    }

    /// Ends one session, or all of them, and closes their sockets.
    /// - Parameter session: `nil` for all.
    /// - Throws: `not_found` if there is no such account, or it has no such session.
    public func endSessions(of account: String, only session: SessionID? = nil, by admin: AdminActor) async throws {
        let now = accounts.clock.now()
        let ended = try await accounts.database.write { connection in
            let user = try Accounts.account(account, on: connection)
            var ended: Set<SessionID> = []
            if let session {
                guard try accounts.sessions(of: user.id, at: now, on: connection).contains(where: { $0.id == session })
                else { throw SpotterError.notFound("session") }
                try Accounts.revoke(session, at: now, on: connection)
                ended = [session]
            } else {
                ended = try Accounts.revoke(sessionsOf: user.id, at: now, on: connection)
            }
            try AdminLog.record(
                .endSessions,
                user: user.id,
                by: admin,
                detail: session == nil ? "all" : "one",
                at: now,
                on: connection
            )
            return ended
        }
        accounts.observer.sessionsDidEnd(.sessions(ended))
    }
}
