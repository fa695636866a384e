import Accounts
import Contacts
import Domain
import Messaging
import SpotterAPI
import Storage

/// Removes a deleted user's name from what the assistant has stored for the people who knew them. Each conversation
/// and each page of proposals is a transaction of its own; a removal that was interrupted goes on where it was.
struct FormerNameRemoval: Sendable {
    private static let proposalsAtOnce = 200

    let database: any Database
    let ledger: ProposalLedger
    let clock: any WallClock
    let user: DeletedUser
    let name: FormerName

    func run() async throws {
        while let owner = try await nextAcquaintance() {
            for conversation in try await conversations(of: owner) {
                try await database.write { try eraser(on: $0).erase(from: conversation) }
            }
            try await forEachPage("owner_id = $2", owner)
            try await database.write { connection in
                _ = try connection.execute(
                    "DELETE FROM former_acquaintances WHERE user_id = $1 AND owner_id = $2",
                    user.id,
                    owner
                )
            }
        }
        // Whoever is no longer in touch may still have proposals about this user.
        try await forEachPage(
            """
            (arguments <> replace(arguments, $2, '') OR version > 1 AND EXISTS (
                SELECT 1 FROM audit_log a WHERE a.proposal_id = proposals.id AND a.arguments <> replace(a.arguments, $2, '')))
            """,
            user.id.description
        )
    }

    /// Notes the user's contacts and the people in the same chats, while these are still known.
    static func noteAcquaintances(of user: UserID, on connection: any SQLConnection) throws {
        let contacts = try connection.query(Contacts.userIDs(of: "$1"), user) { try $0.id(0, UserID.self) }
        for owner in Set(contacts + (try Members.companions(of: user, on: connection))) {
            try connection.execute("INSERT INTO former_acquaintances (user_id, owner_id) VALUES ($1, $2)", user, owner)
        }
    }

    private func nextAcquaintance() async throws -> UserID? {
        try await database.read { connection in
            try connection.first("SELECT owner_id FROM former_acquaintances WHERE user_id = $1 LIMIT 1", user.id) {
                try $0.id(0)
            }
        }
    }

    private func conversations(of owner: UserID) async throws -> [ConversationID] {
        try await database.read { connection in
            try connection.query("SELECT id FROM conversations WHERE owner_id = $1", owner) { try $0.id(0) }
        }
    }

    private func eraser(on connection: any SQLConnection) -> NameEraser {
        NameEraser(name: name, ledger: ledger, now: clock.now(), connection: connection)
    }

    // MARK: Proposals

    /// - Parameter condition: on the value bound at `$2`.
    private func forEachPage(_ condition: String, _ value: some SQLBindable & Sendable) async throws {
        var last = ProposalID(high: 0, low: 0)
        while true {
            let after = last
            let page = try await database.read { connection in
                try connection.query(
                    """
                    SELECT \(StoredProposal.columns) FROM proposals
                    WHERE id > $1 AND \(condition) AND erased_at IS NULL ORDER BY id LIMIT $3
                    """,
                    after,
                    value,
                    Self.proposalsAtOnce
                ) { try StoredProposal(row: $0) }
            }
            guard let end = page.last else { return }
            last = end.proposal.id
            try await database.write { connection in
                for stored in page {
                    // It may have been edited meanwhile.
                    guard let current = try StoredProposal.find(stored.proposal.id, on: connection) else { continue }
                    try eraser(on: connection).erase(from: current)
                }
            }
        }
    }
}
