public import Domain
import Storage

/// Deletes an account with all of its data.
///
/// One transaction first closes the account: it ends all sessions, prevents log-ins, removes the name and frees the
/// address. Then the participants erase each module's data. After a crash, a row in `deletions` lets `resume` finish.
/// Two things stay: the append-only audit log, and a user row without name or address for references to the user.
public struct AccountDeletion: Sendable {
    private let accounts: Accounts
    private let participants: [any AccountDeletionParticipant]
    private let report: @Sendable (any Error) -> Void

    /// - Parameters:
    ///   - participants: one per module that stores user data, called in this order.
    ///   - report: called with the error that interrupted a deletion; `resume` tries again.
    public init(
        _ accounts: Accounts,
        participants: [any AccountDeletionParticipant],
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.accounts = accounts
        self.participants = participants
        self.report = report
    }

    /// Deletes the account of `principal`. On return, the account is permanently closed; usually all other data is
    /// erased, too.
    /// - Throws: `invalid_credentials` if the password is wrong, and nothing has changed; `unavailable` if too many
    ///   passwords wait to be hashed.
    public func delete(_ principal: Principal, password: Secret) async throws {
        let user = DeletedUser(
            id: principal.userId,
            name: principal.user.displayName,
            role: principal.user.role
        )
        try await close(user, as: .owner(passwordHash: try await accounts.requirePassword(password, of: user.id)))
        _ = await tryToFinish(user)
    }

    /// Deletes an account on behalf of the administrator, in the same manner.
    /// - Parameter account: the email address or the id.
    /// - Throws: `not_found` if there is no such account.
    public func delete(_ account: String, by admin: AdminActor) async throws {
        let found = try await accounts.database.read { try Accounts.account(account, on: $0) }
        let user = DeletedUser(id: found.id, name: found.displayName, role: found.role)
        try await close(user, as: .administrator(admin))
        _ = await tryToFinish(user)
    }

    /// Finishes deletions that a crash or an error interrupted. Returns the number finished.
    @discardableResult
    public func resume() async throws -> Int {
        let begun = try await accounts.database.read { connection in
            try connection.query(
                "SELECT d.user_id, d.former_name, u.role FROM deletions d JOIN users u ON u.id = d.user_id"
            ) { DeletedUser(id: try $0.id(0), name: try $0.text(1), role: try $0.word(2)) }
        }
        var finished = 0
        for user in begun where await tryToFinish(user) { finished += 1 }
        return finished
    }

    private func tryToFinish(_ user: DeletedUser) async -> Bool {
        do {
            try await finish(user)
            return true
        } catch {
            report(error)
            return false
        }
    }

    // MARK: Closing

    /// Closes the account. After the commit only cleanup remains.
    private func close(_ user: DeletedUser, as authority: DeletionAuthority) async throws {
        let now = accounts.clock.now()
        let change = AccountChange.deletion(
            UserChange(userId: user.id, displayName: DeletedUser.displayName, photoMediaId: nil)
        )
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            accounts.database.enqueue { [accounts, participants] connection in
                let audience = try accounts.observer.accountWillChange(change, on: connection)
                connection.markErasure()
                let email = try user.close(as: authority, at: now, on: connection)
                for participant in participants {
                    try participant.accountWillClose(user, email: email, on: connection)
                }
                return audience
            } completion: { [accounts] result in
                if case .success(let audience) = result {
                    accounts.observer.accountDidChange(change, audience: audience)
                    accounts.observer.sessionsDidEnd(.user(user.id))
                }
                continuation.resume(with: result.map { _ in })
            }
        }
    }

    // MARK: Erasing

    /// Erases the remaining data. Each step can be repeated.
    private func finish(_ user: DeletedUser) async throws {
        repeat {
            for participant in participants { try await participant.erase(user) }
        } while try await !settle(user)
    }

    /// Ends the deletion if no participant has data left. Returns whether that is the case.
    private func settle(_ user: DeletedUser) async throws -> Bool {
        try await accounts.database.write { [participants] connection in
            for participant in participants where try !participant.isErased(user.id, on: connection) { return false }
            connection.markErasure()
            try connection.execute("DELETE FROM deletions WHERE user_id = $1", user.id)
            return true
        }
    }
}

/// Who deletes an account.
private enum DeletionAuthority: Sendable {
    /// The hash against which the owner's password was checked.
    case owner(passwordHash: String)
    case administrator(AdminActor)

    var refusal: SpotterError {
        switch self {
        case .owner: Accounts.wrongPassword
        case .administrator: .notFound("account")
        }
    }
}

extension DeletedUser {
    /// Removes the account's own data and records that the deletion has begun. Returns the former address.
    /// - Throws: `invalid_credentials` if the owner's password was changed or the account closed after the hash was read;
    ///   `not_found` if it was closed before the administrator did it.
    fileprivate func close(
        as authority: DeletionAuthority,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> String {
        let found = try connection.first(
            "SELECT email, display_name, password_hash FROM users WHERE id = $1 AND deleted_at IS NULL",
            id
        ) { (email: try $0.text(0), name: try $0.text(1), hash: try $0.text(2)) }
        guard let found else { throw authority.refusal }
        switch authority {
        case .owner(let hash): guard hash == found.hash else { throw authority.refusal }
        case .administrator(let admin):
            try AdminLog.record(.deleteUser, user: id, by: admin, at: now, on: connection)
        }
        try connection.execute(
            "INSERT INTO deletions (user_id, former_name, begun_at) VALUES ($1, $2, $3)",
            id,
            found.name,
            now
        )
        try connection.execute(
            """
            UPDATE users SET email = $1, display_name = $2, password_hash = $3, timezone = 'UTC', photo_media_id = NULL,
                shares_read = 0, shares_presence = 0, last_seen_at = NULL, disabled_at = NULL, deleted_at = $4,
                custom_instructions = NULL, locale = NULL
            WHERE id = $5
            """,
            // The column must be unique. This form isn't a valid address.
            "deleted-\(id)",
            Self.displayName,
            User.lockedPassword,
            now,
            id
        )
        try connection.execute(
            "DELETE FROM tokens WHERE session_id IN (SELECT id FROM sessions WHERE user_id = $1)",
            id
        )
        try connection.execute("DELETE FROM sessions WHERE user_id = $1", id)
        try connection.execute("DELETE FROM reset_tokens WHERE user_id = $1", id)
        try Accounts.endLinks(of: id, on: connection)
        return found.email
    }
}
