import Domain
import SpotterAPI
import Storage

/// Erases words inside a write transaction. Rows stay, so that conversations keep their shape and the audit log its
/// entries.
struct DerivedTextEraser {
    let ledger: ProposalLedger
    let now: Timestamp
    let connection: any SQLConnection

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
        for conversation in Set(answers.map(\.conversation)) { try eraseTitle(of: conversation) }
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

    private func withAnswersBelow(_ turns: [TurnID]) throws -> [Answer] {
        var found: [TurnID: Answer] = [:]
        var next = try connection.query(
            """
            SELECT t.id, t.parent_id, t.conversation_id FROM turns t
            WHERE t.erased_at IS NULL AND t.role = 'assistant' AND t.id IN
            """,
            in: turns,
            row: Self.answer
        )
        while !next.isEmpty {
            for answer in next { found[answer.id] = answer }
            next = try connection.query(
                """
                SELECT a.id, a.parent_id, a.conversation_id FROM turns q JOIN turns a ON a.parent_id = q.id
                WHERE a.erased_at IS NULL AND a.model <> '\(AssistantService.builtInName)' AND q.parent_id IN
                """,
                in: next.map(\.id),
                row: Self.answer
            ).filter { found[$0.id] == nil }
        }
        return Array(found.values)
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

    /// A title is made from the first question, or was chosen for it.
    private func eraseTitle(of conversation: ConversationID) throws {
        let isErased = try connection.first(
            "SELECT erased_at FROM turns WHERE conversation_id = $1 ORDER BY created_at, id LIMIT 1",
            conversation
        ) { !$0.isNull(0) }
        guard isErased == true else { return }
        try connection.execute("UPDATE conversations SET title = $1 WHERE id = $2", ErasedTexts.title, conversation)
    }
}
