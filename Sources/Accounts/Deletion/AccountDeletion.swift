public import Domain
import Storage

/// Deletes an account with everything that belongs to it.
///
/// First, in one transaction, the account is closed: nobody can log in any more, all sessions have ended, the name is
/// gone and the address is free. Then the participants erase what each module keeps. A crash in between leaves a row in
/// `deletions`, from which `resume` finishes. The append-only audit log stays, and a row without name or address for
/// what refers to the user.
public struct AccountDeletion: Sendable {
    private let accounts: Accounts
    private let participants: [any AccountDeletionParticipant]
    private let report: @Sendable (any Error) -> Void

    /// - Parameters:
    ///   - participants: one for each module that keeps something of users, in the order in which they're asked.
    ///   - report: called with what kept a deletion from being finished; `resume` tries again.
    public init(
        _ accounts: Accounts,
        participants: [any AccountDeletionParticipant],
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.accounts = accounts
        self.participants = participants
        self.report = report
    }

    /// Deletes the account of `principal`. When this returns, it's closed for good; usually everything else is erased,
    /// too.
    /// - Throws: `invalid_credentials` for a wrong password; then nothing has happened.
    public func delete(_ principal: Principal, password: Secret) async throws {
        let user = DeletedUser(
            id: principal.userId,
            name: principal.user.displayName,
            role: principal.user.role
        )
        try await close(user, password: password)
        _ = await tryToFinish(user)
    }

    /// Finishes deletions that a crash or an error interrupted. Returns how many were finished.
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

    /// From its commit on, the account belongs to nobody: what follows only tidies up.
    private func close(_ user: DeletedUser, password: Secret) async throws {
        let hash = try await accounts.requirePassword(password, of: user.id)
        let now = accounts.clock.now()
        let change = AccountChange.deletion(
            UserChange(userId: user.id, displayName: DeletedUser.displayName, photoMediaId: nil)
        )
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            accounts.database.enqueue { [accounts, participants] connection in
                let audience = try accounts.observer.accountWillChange(change, on: connection)
                let email = try user.close(provenBy: hash, at: now, on: connection)
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

    /// Each step may be repeated.
    private func finish(_ user: DeletedUser) async throws {
        repeat {
            for participant in participants { try await participant.erase(user) }
        } while try await !settle(user)
    }

    /// Ends the deletion if no participant has anything left. Returns whether that is so.
    private func settle(_ user: DeletedUser) async throws -> Bool {
        try await accounts.database.write { [participants] connection in
            for participant in participants where try !participant.isErased(user.id, on: connection) { return false }
            try connection.execute("DELETE FROM deletions WHERE user_id = $1", user.id)
            return true
        }
    }
}

extension DeletedUser {
    /// Removes what Accounts keeps of the user, and notes that the deletion has begun. Returns the former address.
    /// - Throws: `invalid_credentials` if the password was changed, or the account closed, since `hash` was read.
    fileprivate func close(provenBy hash: String, at now: Timestamp, on connection: any SQLConnection) throws -> String
    {
        let found = try connection.first(
            "SELECT email, display_name FROM users WHERE id = $1 AND password_hash = $2 AND deleted_at IS NULL",
            id,
            hash
        ) { (email: try $0.text(0), name: try $0.text(1)) }
        guard let found else { throw Accounts.wrongPassword }
        try connection.execute(
            "INSERT INTO deletions (user_id, former_name, begun_at) VALUES ($1, $2, $3)",
            id,
            found.name,
            now
        )
        try connection.execute(
            """
            UPDATE users SET email = $1, display_name = $2, password_hash = $3, timezone = 'UTC', photo_media_id = NULL,
                shares_read = 0, shares_presence = 0, last_seen_at = NULL, deleted_at = $4
            WHERE id = $5
            """,
            // The column must be unique. No valid address has this form.
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
        return found.email
    }
}
