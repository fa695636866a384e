import Domain
public import SpotterAPI
import Storage

/// Disabling and enabling accounts, and changing their name, address or role.
extension AccountAdministration {
    /// Changes the given fields in one transaction and keeps the others.
    ///
    /// Disabling an account, or changing its role, ends all of its sessions: sockets close, tokens are void, and nothing
    /// is sent to its devices any more. A disabled account's messages stay. A role changes only if nothing contradicts
    /// it.
    /// - Parameter account: the email address or the id.
    /// - Throws: `invalid_request` if the name or address is invalid; `not_found` if there is no such account;
    ///   `email_taken` if another account has the address; `conflict` if something stands against the new role, which
    ///   the message lists.
    public func change(
        _ change: ChangeUserRequest,
        of account: String,
        by admin: AdminActor
    ) async throws -> AdminUser {
        let name = try change.displayName.map { try Validation.displayName($0) }
        let address = try change.email.map { try Validation.email($0) }
        let now = accounts.clock.now()
        let accounts = accounts
        return try await withCheckedThrowingContinuation { continuation in
            accounts.database.enqueue { connection -> Changed in
                let user = try Accounts.account(account, on: connection)
                try require(change.role, of: user, on: connection)
                let renamed = try rename(user, name: name, address: address, by: admin, at: now, on: connection)
                let isDisabled = try disable(change.disabled, user.id, by: admin, at: now, on: connection)
                let hasNewRole = try setRole(change.role, of: user, by: admin, at: now, on: connection)
                if isDisabled || hasNewRole {
                    _ = try Accounts.revoke(sessionsOf: user.id, at: now, on: connection)
                    try connection.execute("DELETE FROM reset_tokens WHERE user_id = $1", user.id)
                }
                return Changed(
                    user: try find(user.id, at: now, on: connection),
                    name: renamed,
                    audience: try renamed.map { try accounts.observer.accountWillChange($0, on: connection) }
                        ?? AccountAudience(),
                    endsSessions: isDisabled || hasNewRole
                )
            } completion: { result in
                if case .success(let changed) = result {
                    if let name = changed.name {
                        accounts.observer.accountDidChange(name, audience: changed.audience)
                    }
                    if changed.endsSessions { accounts.observer.sessionsDidEnd(.user(changed.user.id)) }
                }
                continuation.resume(with: result.map(\.user))
            }
        }
    }

    private struct Changed: Sendable {
        let user: AdminUser
        let name: AccountChange?
        let audience: AccountAudience
        let endsSessions: Bool
    }

    // MARK: Inside the transaction

    /// - Throws: `conflict` with what stands against the new role.
    private func require(_ role: Role?, of user: User, on connection: any SQLConnection) throws {
        guard let role, role != user.role else { return }
        let obstacles = try inspectors.flatMap { try $0.obstacles(toChangingRoleOf: user, on: connection) }
        guard obstacles.isEmpty else {
            throw SpotterError(
                .conflict,
                "This \(user.role.rawValue) can't become a \(role.rawValue) while there are: "
                    + "\(obstacles.joined(separator: ", ")). End these first."
            )
        }
    }

    /// Returns the change to publish; `nil` if the name stays.
    private func rename(
        _ user: User,
        name: String?,
        address: String?,
        by admin: AdminActor,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> AccountChange? {
        let (newName, newAddress) = (name ?? user.displayName, address ?? user.email)
        var fields: [String] = []
        if newName != user.displayName { fields.append("displayName") }
        if newAddress != user.email { fields.append("email") }
        guard !fields.isEmpty else { return nil }
        guard try !connection.exists("SELECT 1 FROM users WHERE email = $1 AND id <> $2", newAddress, user.id) else {
            throw Self.emailTaken
        }
        var renamed = user
        (renamed.displayName, renamed.email) = (newName, newAddress)
        try accounts.gate.nameWillChange(of: renamed, on: connection)
        try connection.execute(
            "UPDATE users SET display_name = $1, email = $2 WHERE id = $3",
            newName,
            newAddress,
            user.id
        )
        try AdminLog.record(
            .renameUser,
            user: user.id,
            by: admin,
            detail: fields.joined(separator: ", "),
            at: now,
            on: connection
        )
        guard newName != user.displayName else { return nil }
        let shown = UserChange(userId: user.id, displayName: newName, photoMediaId: user.photoMediaId)
        return .profile(of: user.id, shown: shown, changesLooks: true, changesPresenceSharing: false)
    }

    /// Returns whether the account was enabled before and is disabled now.
    private func disable(
        _ disabled: Bool?,
        _ user: UserID,
        by admin: AdminActor,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> Bool {
        guard let disabled else { return false }
        let isDisabled = try connection.exists("SELECT 1 FROM users WHERE id = $1 AND disabled_at IS NOT NULL", user)
        guard disabled != isDisabled else { return false }
        try connection.execute("UPDATE users SET disabled_at = $1 WHERE id = $2", disabled ? now : nil, user)
        try AdminLog.record(disabled ? .disableUser : .enableUser, user: user, by: admin, at: now, on: connection)
        return disabled
    }

    private func setRole(
        _ role: Role?,
        of user: User,
        by admin: AdminActor,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> Bool {
        guard let role, role != user.role else { return false }
        try connection.execute("UPDATE users SET role = $1 WHERE id = $2", role.rawValue, user.id)
        try AdminLog.record(
            .changeRole,
            user: user.id,
            by: admin,
            detail: "\(user.role.rawValue) to \(role.rawValue)",
            at: now,
            on: connection
        )
        return true
    }
}
