public import Domain
import Storage

/// Writes everything that is one person's into an archive, for articles 15 and 20 of the GDPR.
///
/// It holds what the person may read by the API at the time at which each part is written, and nothing else: no chats that
/// they have left, no deleted messages, no secrets. It isn't one snapshot: what changes meanwhile may be in it or not.
public struct AccountExport: Sendable {
    private let accounts: Accounts
    public let participants: [any AccountExportParticipant]

    /// - Parameter participants: one per module that stores user data, called in this order.
    public init(_ accounts: Accounts, participants: [any AccountExportParticipant]) {
        self.accounts = accounts
        self.participants = [AccountsExport(accounts: accounts)] + participants
    }

    /// The account to export, with an entry in the log of administration.
    /// - Parameter account: the email address or the id.
    /// - Throws: `not_found` if there is no such account.
    public func begin(_ account: String, by admin: AdminActor) async throws -> User {
        let now = accounts.clock.now()
        return try await accounts.database.write { connection in
            let user = try Accounts.account(account, on: connection)
            try AdminLog.record(.exportUser, user: user.id, by: admin, at: now, on: connection)
            return user
        }
    }

    /// The requester's own account, after another check of the password.
    /// - Throws: `invalid_credentials` if the password is wrong; `unavailable` if too many passwords wait to be hashed.
    public func begin(_ principal: Principal, password: Secret) async throws -> User {
        _ = try await accounts.requirePassword(password, of: principal.userId)
        return principal.user
    }

    /// The name that the archive is saved under.
    public static func fileName(of user: User) -> String { "spotter-export-\(user.id).tar" }

    /// Writes the archive.
    public func write(_ user: User, to sink: any AccountExportSink) async throws {
        let now = accounts.clock.now()
        let archive = AccountExportArchive(sink, folder: "spotter-export-\(user.id)", at: now)
        try await archive.text("README.txt", readme(user, at: now))
        for participant in participants { try await participant.export(user, to: archive) }
        try await archive.finish(user, at: now)
    }

    private func readme(_ user: User, at now: Timestamp) -> String {
        var exported: [String] = []
        var omitted: [String] = []
        for (table, export) in participants.flatMap(\.tables).sorted(by: { $0.key < $1.key }) {
            switch export {
            case .exported(let files): exported.append("  \(table): \(files)")
            case .omitted(let reason): omitted.append("  \(table): \(reason)")
            }
        }
        return """
            All data of \(user.displayName) <\(user.email)> on this Spotter server, of \(now).

            Everything is JSON in the form of the server's API (GET /openapi.json), times in UTC. A list that may be long
            is in numbered parts. manifest.json, the last file, lists all others with their size and SHA-256.

            account.json            name, address, time zone, settings
            sessions.json           log-ins on all devices, ended ones included
            identities.json         by which accounts elsewhere you sign in
            administration-*.json   what administrators did with this account
            contacts.json, contact-requests.json, prospects.json, invitations.json, blocks.json
            drafts.json             unsent texts
            archived-chats.json     chats that you have put away
            chats/ID/chat.json      a chat with its members, pins and read positions
            chats/ID/messages-*     its messages with files, reactions and mentions; yours have senderId \(user.id)
            chats/ID/edits-*        former texts of edited messages
            chats/ID/receipts-*     when you received and read them
            left-chats/             your own messages in chats that you are no longer in
            media-*.json, media/    files that you uploaded or may see, with their names
            calendar-*.json, reminders-*.json, scheduling.json
            assistant/              conversations, proposed actions and the record of what became of them
            notifications.json      devices that are notified, without their keys

            What is stored where (tables of the database):
            \(exported.joined(separator: "\n"))

            What isn't in this archive, and why:
            \(omitted.joined(separator: "\n"))
              messages of others in chats that you have left, deleted messages, other people's notes: not yours to read

            """
    }
}
