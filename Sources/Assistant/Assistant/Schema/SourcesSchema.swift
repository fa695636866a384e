import Domain
import Messaging
import SpotterAPI
import Storage

/// What each answer and proposal was made from, so that it goes when its sources go.
enum SourcesSchema {
    static let sources = Migration("assistant: answers and proposals know their sources") { connection in
        for statement in statements { try connection.execute(statement) }
        try takeSources(on: connection)
        try takeSentMessages(on: connection)
    }

    private static let statements = [
        // `chat_id` is the message's, `owner_id` the conversation's: when a membership ends, no message is looked at.
        """
        CREATE TABLE turn_sources (
            message_id BLOB NOT NULL,
            turn_id BLOB NOT NULL,
            chat_id BLOB NOT NULL,
            owner_id BLOB NOT NULL,
            PRIMARY KEY (message_id, turn_id)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX turn_sources_by_turn ON turn_sources (turn_id)",
        "CREATE INDEX turn_sources_by_owner ON turn_sources (owner_id, chat_id)",
        "CREATE INDEX turns_by_parent ON turns (parent_id)",
        "ALTER TABLE turns ADD COLUMN erased_at INTEGER",
        "ALTER TABLE proposals ADD COLUMN erased_at INTEGER",
        // The message that the proposal sent.
        "ALTER TABLE proposals ADD COLUMN message_id BLOB",
        // Which call of another app's the proposal was executed for.
        "ALTER TABLE proposals ADD COLUMN call_hash BLOB",
        // Who knew a user whose account is being deleted: their conversations and proposals may have the name.
        """
        CREATE TABLE former_acquaintances (
            user_id BLOB NOT NULL,
            owner_id BLOB NOT NULL,
            PRIMARY KEY (user_id, owner_id)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX proposals_by_message ON proposals (message_id) WHERE message_id IS NOT NULL",
        "CREATE INDEX proposals_by_turn ON proposals (turn_id) WHERE turn_id IS NOT NULL",
    ]

    /// Reads the sources of earlier answers from their JSON. For one that its reader may no longer read, `TurnSources.lost`
    /// stands in the table; `DerivedTexts.eraseOrphans` erases what was made from it.
    private static func takeSources(on connection: any SQLConnection) throws {
        try connection.forEach(
            """
            SELECT t.id, c.owner_id, t.answer FROM turns t JOIN conversations c ON c.id = t.conversation_id
            WHERE t.answer IS NOT NULL
            """,
            []
        ) { row in
            let (turn, owner) = (try row.id(0, TurnID.self), try row.id(1, UserID.self))
            guard let stored = try? StoredAnswer(json: try row.text(2)) else { return true }
            let visible = VisibleMessageReader(reader: owner, connection: connection)
            for message in stored.allSources {
                let chat = try visible.chat(of: message)
                try TurnSources.insert(
                    message,
                    in: chat ?? TurnSources.lost.chat,
                    of: turn,
                    owner: chat == nil ? TurnSources.lost.owner : owner,
                    on: connection
                )
            }
            return true
        }
    }

    private static func takeSentMessages(on connection: any SQLConnection) throws {
        let sent = try connection.query(
            "SELECT id, result FROM proposals WHERE tool = 'sendMessage' AND result IS NOT NULL"
        ) { (id: try $0.id(0, ProposalID.self), result: try $0.text(1)) }
        for proposal in sent {
            guard let message = (try? StoredProposal.outcome(proposal.result))?.done?.messageId else { continue }
            let isGone = try !TextMessages.exists(message, on: connection)
            try connection.execute(
                "UPDATE proposals SET message_id = $1, erased_at = $2 WHERE id = $3",
                message,
                isGone ? StoredProposal.dueForErasure : nil,
                proposal.id
            )
        }
    }
}
