import Domain
import SpotterAPI
import Storage

/// Rows of the table `proposal_sources`: the messages that proposals were made from without an answer, as a reminder that a
/// message suggests. They go with these messages.
enum ProposalSources {
    static func insert(
        _ message: MessageID,
        in chat: ChatID,
        of proposal: ProposalID,
        owner: UserID,
        on connection: any SQLConnection
    ) throws {
        try connection.execute(
            """
            INSERT INTO proposal_sources (message_id, proposal_id, chat_id, owner_id) VALUES ($1, $2, $3, $4)
            ON CONFLICT DO NOTHING
            """,
            message,
            proposal,
            chat,
            owner
        )
    }

    static func proposals(madeFrom message: MessageID, on connection: any SQLConnection) throws -> [StoredProposal] {
        try connection.query(
            """
            SELECT \(StoredProposal.columns) FROM proposals
            WHERE id IN (SELECT proposal_id FROM proposal_sources WHERE message_id = $1)
            """,
            message
        ) { try StoredProposal(row: $0) }
    }

    /// The texts of the reminders that were made from a message for a user, or that wait for their confirmation.
    static func reminders(
        of owner: UserID,
        madeFrom message: MessageID,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> [String] {
        try proposals(madeFrom: message, on: connection).compactMap { stored in
            let state = stored.proposal.state
            guard stored.ownerId == owner, state == .executed || state == .pending && !stored.isOverdue(at: now),
                case .setReminder(let reminder) = stored.proposal.arguments
            else { return nil }
            return reminder.text
        }
    }

    /// A user's proposals that messages of a chat went into.
    static func proposals(
        of owner: UserID,
        madeFrom chat: ChatID,
        on connection: any SQLConnection
    ) throws -> [StoredProposal] {
        try connection.query(
            """
            SELECT \(StoredProposal.columns) FROM proposals
            WHERE id IN (SELECT proposal_id FROM proposal_sources WHERE owner_id = $1 AND chat_id = $2)
            """,
            owner,
            chat
        ) { try StoredProposal(row: $0) }
    }

    /// Proposals outlive the turns that made them. From now on they know themselves what these were made from, and what the
    /// answers above were made from, which a model had read.
    static func detach(from turns: [TurnID], on connection: any SQLConnection) throws {
        for turn in turns {
            try connection.execute(
                """
                INSERT INTO proposal_sources (message_id, proposal_id, chat_id, owner_id)
                WITH RECURSIVE above (id) AS (
                    SELECT id FROM turns WHERE id = $1 UNION SELECT t.parent_id FROM above a JOIN turns t ON t.id = a.id
                    WHERE t.parent_id IS NOT NULL
                )
                SELECT s.message_id, p.id, s.chat_id, s.owner_id
                FROM proposals p CROSS JOIN above a JOIN turn_sources s ON s.turn_id = a.id WHERE p.turn_id = $1
                ON CONFLICT DO NOTHING
                """,
                turn
            )
        }
        for turn in turns {
            try TurnSources.remove(turn, on: connection)
            try connection.execute(
                "UPDATE proposals SET conversation_id = NULL, turn_id = NULL WHERE turn_id = $1",
                turn
            )
        }
    }

    static func remove(_ message: MessageID, on connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM proposal_sources WHERE message_id = $1", message)
    }

    static func remove(of owner: UserID, madeFrom chat: ChatID, on connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM proposal_sources WHERE owner_id = $1 AND chat_id = $2", owner, chat)
    }
}
