public import Domain
import SpotterAPI
import Storage

/// The end of an account, with everything that it implies.
///
/// First, in one transaction, nobody can log in any more, all sessions have ended, the name is gone and the address is
/// free. Then, in jobs so small that sends don't wait, messages are deleted for all, chats are left, and what belonged
/// to the user goes. A crash in between leaves a row in `deletions`, from which `resume` finishes. What stays is the
/// append-only audit log, and a row without name or address for what refers to it.
public struct AccountDeletion: Sendable {
    let database: any Database
    let clock: any WallClock
    let accounts: Accounts
    let chats: Chats
    let messages: Messages
    let hub: Hub
    private let erasures: [Erasure]
    private let report: @Sendable (any Error) -> Void

    /// Removes what a module above this one keeps of somebody. May be called more than once.
    public typealias Erasure = @Sendable (FormerUser) async throws -> Void

    /// - Parameter report: told what kept a deletion from being finished; `resume` tries again.
    package init(
        _ messaging: MessagingServices,
        erasures: [Erasure] = [],
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        accounts = messaging.accounts
        database = messaging.accounts.database
        clock = messaging.accounts.clock
        chats = messaging.chats
        messages = messaging.messages
        hub = messaging.hub
        self.erasures = erasures
        self.report = report
    }

    /// Deletes the account that asks. When this returns it's closed for good; mostly everything else is done, too.
    /// - Throws: `invalid_credentials` for a wrong password; then nothing has happened.
    public func delete(_ principal: Principal, password: Secret) async throws {
        let user = FormerUser(
            id: principal.userId,
            name: principal.user.displayName,
            role: principal.user.role
        )
        try await close(user, password: password)
        _ = await finishes(user)
    }

    /// Finishes what a crash or a full disk left half done; how many accounts are done by this.
    @discardableResult
    public func resume() async throws -> Int {
        let begun = try await database.read { connection in
            try connection.query(
                "SELECT d.user_id, d.former_name, u.role FROM deletions d JOIN users u ON u.id = d.user_id"
            ) { FormerUser(id: try $0.id(0), name: try $0.text(1), role: try $0.word(2)) }
        }
        var done = 0
        for user in begun where await finishes(user) { done += 1 }
        return done
    }

    private func finishes(_ user: FormerUser) async -> Bool {
        do {
            try await finish(user)
            return true
        } catch {
            report(error)
            return false
        }
    }

    // MARK: First

    /// From the commit on the account is nobody's: what follows only tidies up.
    private func close(_ user: FormerUser, password: Secret) async throws {
        let hash = try await accounts.requirePassword(password, of: user.id)
        let now = clock.now()
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            database.enqueue { connection in
                let audience = try Profiles.audience(of: user.id, on: connection)
                try Self.close(user, provenBy: hash, at: now, on: connection)
                // Blocks and what they shared are in the memory of their chats.
                chats.states.forgetAll()
                return audience.filter { $0 != user.id }
            } completion: { result in
                if case .success(let audience) = result {
                    let change = UserChange(
                        userId: user.id,
                        displayName: FormerUser.displayName,
                        photoMediaId: nil
                    )
                    hub.gather(hub.encode(ServerFrames.user(change)), to: audience)
                    accounts.onRevocation(.user(user.id))
                    chats.states.relationsChanged(of: [user.id])
                }
                continuation.resume(with: result.map { _ in })
            }
        }
    }

    private static func close(
        _ user: FormerUser,
        provenBy hash: String,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        let found = try connection.first(
            "SELECT email, display_name FROM users WHERE id = $1 AND password_hash = $2 AND deleted_at IS NULL",
            user.id,
            hash
        ) { (email: try $0.text(0), name: try $0.text(1)) }
        guard let found else { throw Accounts.wrongPassword }
        try connection.execute(
            "INSERT INTO deletions (user_id, former_name, begun_at) VALUES ($1, $2, $3)",
            user.id,
            found.name,
            now
        )
        try connection.execute(
            """
            UPDATE users SET email = $1, display_name = $2, password_hash = $3, timezone = 'UTC', photo_media_id = NULL,
                shares_read = 0, shares_presence = 0, last_seen_at = NULL, deleted_at = $4
            WHERE id = $5
            """,
            // No address has this form, and none is checked against it: the column wants something unique.
            "deleted-\(user.id)",
            FormerUser.displayName,
            User.lockedPassword,
            now,
            user.id
        )
        try connection.execute(
            "DELETE FROM tokens WHERE session_id IN (SELECT id FROM sessions WHERE user_id = $1)",
            user.id
        )
        for statement in [
            "DELETE FROM drafts WHERE user_id = $1",
            "DELETE FROM sessions WHERE user_id = $1", "DELETE FROM reset_tokens WHERE user_id = $1",
            "DELETE FROM contacts WHERE trainer_id = $1 OR client_id = $1",
            "DELETE FROM blocks WHERE blocker_id = $1 OR blocked_id = $1",
            "DELETE FROM invitations WHERE trainer_id = $1 OR accepted_by = $1",
        ] { try connection.execute(statement, user.id) }
        try connection.execute("DELETE FROM invitations WHERE email = $1", found.email)
    }

    // MARK: Then

    /// Everything else. Each step may be repeated.
    private func finish(_ user: FormerUser) async throws {
        repeat {
            for erase in erasures { try await erase(user) }
            try await messages.erase(from: user)
            try await leaveChats(user)
            try await eraseBelongings(of: user)
            try await database.compactFullText()
        } while try await !settle(user)
    }

    private func leaveChats(_ user: FormerUser) async throws {
        let left = try await database.read { connection in
            try connection.query("SELECT chat_id FROM members WHERE user_id = $1", user.id) {
                try $0.id(0, ChatID.self)
            }
        }
        for chat in left {
            do {
                try await chats.remove(user.id, from: chat, by: user.actor)
            } catch let error as SpotterError where error.code == .notAMember {
                // Somebody else was quicker.
            }
        }
    }

    private func eraseBelongings(of user: FormerUser) async throws {
        try await database.write { connection in
            // A client who was once a prospect is still called by name there.
            try connection.execute("DELETE FROM prospects WHERE trainer_id = $1 OR converted_to = $1", user.id)
            // Nothing shows them any more, but a group's photo: the next sweep clears the others away without waiting.
            _ = try connection.execute(
                """
                UPDATE media SET file_name = 'file', created_at = 0,
                    ready_at = CASE WHEN ready_at IS NULL THEN NULL ELSE 0 END
                WHERE owner_id = $1
                """,
                user.id
            )
        }
    }

    /// Whether nothing is left, with which the deletion is finished; a request that was under way when the account
    /// was closed may have written something meanwhile.
    private func settle(_ user: FormerUser) async throws -> Bool {
        try await database.write { connection in
            let isLeft = try connection.exists(
                """
                SELECT 1 FROM members WHERE user_id = $1
                UNION ALL SELECT 1 FROM messages WHERE sender_id = $1 AND deleted_at IS NULL
                UNION ALL SELECT 1 FROM prospects WHERE trainer_id = $1
                """,
                user.id
            )
            guard !isLeft else { return false }
            try connection.execute("DELETE FROM deletions WHERE user_id = $1", user.id)
            return true
        }
    }
}
