import Domain
import SpotterAPI
import Storage

/// Exports the account itself, its sessions and what administrators did with it.
struct AccountsExport: AccountExportParticipant {
    let accounts: Accounts

    var tables: [String: TableExport] {
        [
            "users": .exported(in: "account.json"), "sessions": .exported(in: "sessions.json"),
            "api_keys": .exported(in: "keys.json, without secrets"), "identities": .exported(in: "identities.json"),
            "admin_log": .exported(in: "administration-*.json"),
            "tokens": .omitted(because: "hashes of secrets by which devices log in"),
            "reset_tokens": .omitted(because: "hashes of secrets by which a password is set"),
            "deletions": .omitted(because: "has a row only while an account is being deleted"),
        ]
    }

    func export(_ user: User, to archive: AccountExportArchive) async throws {
        try await archive.document("account.json", try await account(user))
        try await archive.document("sessions.json", SessionsResponse(sessions: try await sessions(user)))
        try await archive.document("keys.json", KeysResponse(keys: try await accounts.keys(of: user.id)))
        try await archive.document("identities.json", try await accounts.identities(of: user.id))
        var last = Int64.max
        for part in 1... {
            let before = last
            let entries = try await accounts.database.read { connection in
                try connection.query(
                    """
                    SELECT num, at, actor, action, user_id, detail FROM admin_log
                    WHERE user_id = $1 AND num < $2 ORDER BY num DESC LIMIT 500
                    """,
                    user.id,
                    before
                ) { try AdminLogEntry(row: $0) }
            }
            guard let end = entries.last else { return }
            last = end.number
            try await archive.document("administration-\(part.padded).json", AdminLogResponse(entries: entries))
        }
    }

    private func account(_ user: User) async throws -> ExportedAccount {
        try await accounts.database.read { connection in
            let times = try connection.first(
                "SELECT created_at, last_seen_at, disabled_at FROM users WHERE id = $1",
                user.id
            ) { (try $0.timestamp(0), try $0.optionalTimestamp(1), try $0.optionalTimestamp(2)) }
            guard let (created, seen, disabled) = times else { throw SpotterError.notFound("account") }
            return ExportedAccount(
                user: try Profile.find(user.id, on: connection),
                createdAt: created,
                lastSeenAt: seen,
                disabledAt: disabled
            )
        }
    }

    /// All sessions. Each is a few dozen bytes.
    private func sessions(_ user: User) async throws -> [AccountSession] {
        try await accounts.database.read { connection in
            try connection.query(
                """
                SELECT id, device_name, created_at, coalesce(last_seen_at, created_at) FROM sessions
                WHERE user_id = $1 ORDER BY id
                """,
                user.id
            ) {
                AccountSession(
                    id: try $0.id(0),
                    deviceName: try $0.text(1),
                    createdAt: try $0.timestamp(2),
                    lastSeenAt: try $0.timestamp(3),
                    current: false
                )
            }
        }
    }
}

extension Int {
    /// Four digits for the number of a part, so that files sort by name.
    package var padded: String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, 4 - digits.count)) + digits
    }
}
