import AssistantTools
import Domain
import SpotterAPI
import Storage

/// Erases words inside a write transaction. Rows stay, so that conversations keep their shape and the audit log its
/// entries.
struct DerivedTextEraser {
    let ledger: ProposalLedger
    let now: Timestamp
    let connection: any SQLConnection
    /// Is told of each conversation that this transaction changes.
    var didChange: (ConversationChange, UserID) -> Void = { _, _ in }

    private struct Answer {
        let id: TurnID
        let question: TurnID?
        let conversation: ConversationID
    }

    /// Erases answers with their questions, their proposals, and the titles made from those questions. A model was given
    /// the answers above in its conversation, so its answers below go as well.
    func erase(turns: [TurnID]) throws {
        let answers = try withAnswersBelow(turns)
        if !answers.isEmpty { connection.markErasure() }
        for answer in answers {
            try erase(answer.id, ErasedTexts.answer)
            try AdviceRow.eraseNote(of: answer.id, on: connection)
            if let question = answer.question { try erase(question, ErasedTexts.question) }
            try TurnSources.remove(answer.id, on: connection)
            try erase(proposals: StoredProposal.proposed(in: answer.id, on: connection))
        }
        for (conversation, erased) in Dictionary(grouping: answers, by: \.conversation) {
            try eraseTitle(of: conversation)
            try advance(conversation, changing: erased.flatMap { [$0.id, $0.question].compactMap(\.self) })
        }
    }

    private func advance(_ conversation: ConversationID, changing turns: [TurnID]) throws {
        let revision = try ConversationRevision.advance(conversation, at: now, on: connection)
        for turn in turns { try ConversationRevision.mark(turn, as: revision, on: connection) }
        let owner = try connection.first("SELECT owner_id FROM conversations WHERE id = $1", conversation) {
            try $0.id(0, UserID.self)
        }
        if let owner { didChange(ConversationChange(conversationId: conversation, revision: revision), owner) }
    }

    /// Erases the words of proposals, in the audit log too, and the answers that made them. Those that are pending are
    /// cancelled.
    func erase(proposals: [StoredProposal]) throws {
        for stored in proposals where !stored.isErased {
            connection.markErasure()
            if stored.proposal.state == .pending {
                try ledger.settle(stored, as: .cancelled, by: stored.ownerId, .clock, at: now, on: connection)
            }
            try connection.execute(
                """
                UPDATE proposals SET arguments = $1, summary = $2, result = $3, call_hash = NULL, erased_at = $4
                WHERE id = $5
                """,
                try JSONValue(encoding: stored.proposal.arguments.withoutWords).text,
                ErasedTexts.summary,
                // The reason of a failure may quote a title.
                try StoredProposal.text(result: stored.result, failure: nil),
                now,
                stored.proposal.id
            )
            try ledger.audit.eraseWords(of: stored.proposal.id, on: connection)
            if let turn = stored.turnId { try erase(turns: [turn]) }
        }
    }

    /// The answers among `turns`, and those of models anywhere below them, whoever answered in between.
    private func withAnswersBelow(_ turns: [TurnID]) throws -> [Answer] {
        var found = try connection.query(
            """
            SELECT t.id, t.parent_id, t.conversation_id FROM turns t
            WHERE t.erased_at IS NULL AND t.role = 'assistant' AND t.id IN
            """,
            in: turns,
            row: Self.answer
        )
        var seen = Set(found.map(\.id))
        var next = found.map(\.id)
        while !next.isEmpty {
            let below = try connection.query(
                """
                SELECT t.id, t.parent_id, t.conversation_id, t.erased_at, t.model FROM turns t WHERE t.parent_id IN
                """,
                in: next
            ) { row in
                let model = try row.optionalText(4)
                let isModels = row.isNull(3) && model != nil && model != AssistantService.builtInName
                return (turn: try Self.answer(row), isErased: isModels)
            }.filter { seen.insert($0.turn.id).inserted }
            found += below.filter(\.isErased).map(\.turn)
            next = below.map(\.turn.id)
        }
        return found
    }

    private static func answer(_ row: any SQLRow) throws -> Answer {
        Answer(id: try row.id(0), question: try row.optionalID(1), conversation: try row.id(2))
    }

    private func erase(_ turn: TurnID, _ text: String) throws {
        try connection.execute(
            "UPDATE turns SET text = $1, answer = NULL, erased_at = $2 WHERE id = $3 AND erased_at IS NULL",
            text,
            now,
            turn
        )
    }

    /// A title is made from a question, or was chosen for the first one.
    private func eraseTitle(of conversation: ConversationID) throws {
        let isErased = try connection.exists(
            """
            SELECT 1 FROM conversations c JOIN turns t ON t.id = coalesce(c.title_turn_id, (
                SELECT f.id FROM turns f WHERE f.conversation_id = c.id AND f.deleted_at IS NULL
                ORDER BY f.created_at, f.id LIMIT 1
            ))
            WHERE c.id = $1 AND t.erased_at IS NOT NULL
            """,
            conversation
        )
        guard isErased else { return }
        try connection.execute(
            "UPDATE conversations SET title = $1, is_titled = 1 WHERE id = $2",
            ErasedTexts.title,
            conversation
        )
    }
}
