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
    let user: DeletedUser
    let name: FormerName

    func run() async throws {
        while let owner = try await nextAcquaintance() {
            for conversation in try await conversations(of: owner) {
                try await database.write { try removeName(from: conversation, on: $0) }
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
        try await forEachPage("instr(arguments, $2) > 0", user.id.description)
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

    private func removeName(from conversation: ConversationID, on connection: any SQLConnection) throws {
        let title = try connection.first("SELECT title FROM conversations WHERE id = $1", conversation) {
            try $0.text(0)
        }
        if let title = title.flatMap(name.removed(from:)) {
            connection.markErasure()
            try connection.execute("UPDATE conversations SET title = $1 WHERE id = $2", title, conversation)
        }
        let turns = try connection.query(
            "SELECT id, text, answer FROM turns WHERE conversation_id = $1 AND erased_at IS NULL",
            conversation
        ) { (id: try $0.id(0, TurnID.self), text: try $0.text(1), answer: try $0.optionalText(2)) }
        for turn in turns {
            let (text, answer) = (name.removed(from: turn.text), turn.answer.flatMap(name.removed(fromJSON:)))
            guard text != nil || answer != nil else { continue }
            connection.markErasure()
            try connection.execute(
                "UPDATE turns SET text = $1, answer = $2 WHERE id = $3",
                text ?? turn.text,
                answer ?? turn.answer,
                turn.id
            )
        }
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
                for stored in page { try removeName(from: stored, on: connection) }
            }
        }
    }

    private func removeName(from stored: StoredProposal, on connection: any SQLConnection) throws {
        let old = stored.proposal
        let words = old.arguments.words.flatMap(name.removed(from:))
        let summary = name.removed(from: old.summary)
        let failure = stored.failure.flatMap(name.removed(from:))
        guard words != nil || summary != nil || failure != nil else { return }
        connection.markErasure()
        try connection.execute(
            "UPDATE proposals SET arguments = $1, summary = $2 WHERE id = $3 AND erased_at IS NULL",
            try JSONValue(encoding: words.map(old.arguments.with(words:)) ?? old.arguments).text,
            summary ?? old.summary,
            old.id
        )
        if let failure {
            try connection.execute(
                "UPDATE proposals SET result = $1 WHERE id = $2 AND state = 'failed'",
                try StoredProposal.text(result: stored.result, failure: failure),
                old.id
            )
        }
        if words != nil { try ledger.audit.eraseWords(of: old.id, on: connection) }
    }
}
