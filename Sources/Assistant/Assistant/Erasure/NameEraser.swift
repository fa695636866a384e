import AssistantTools
import Domain
import SpotterAPI
import Storage

/// Replaces a name inside a write transaction, in what the assistant has stored.
struct NameEraser {
    let name: FormerName
    let ledger: ProposalLedger
    let now: Timestamp
    let connection: any SQLConnection

    /// A conversation's title, questions and answers.
    func erase(from conversation: ConversationID) throws {
        let head = try connection.first("SELECT title, title_turn_id FROM conversations WHERE id = $1", conversation) {
            (title: try $0.text(0), question: try $0.optionalID(1) as TurnID?)
        }
        if let title = (head?.title).flatMap(name.removed(from:)) { try rename(conversation, title) }
        let turns = try connection.query(
            "SELECT id, text, answer FROM turns WHERE conversation_id = $1 AND erased_at IS NULL",
            conversation
        ) { (id: try $0.id(0, TurnID.self), text: try $0.text(1), answer: try $0.optionalText(2)) }
        for turn in turns {
            let (text, answer) = (name.removed(from: turn.text), turn.answer.flatMap(name.removed(fromJSON:)))
            guard text != nil || answer != nil else { continue }
            connection.markErasure()
            // A title may have a part of the name.
            if let text, turn.id == head?.question {
                try rename(conversation, QuestionTitle.title(of: text) ?? Conversations.title(for: text))
            }
            try connection.execute(
                "UPDATE turns SET text = $1, answer = $2, revision = $3 WHERE id = $4",
                text ?? turn.text,
                answer ?? turn.answer,
                try ConversationRevision.advance(conversation, at: now, on: connection),
                turn.id
            )
        }
    }

    private func rename(_ conversation: ConversationID, _ title: String) throws {
        connection.markErasure()
        try connection.execute("UPDATE conversations SET title = $1 WHERE id = $2", title, conversation)
        try ConversationRevision.advance(conversation, at: now, on: connection)
    }

    /// A proposal's words, and those of its audit entries.
    func erase(from stored: StoredProposal) throws {
        let old = stored.proposal
        let words = old.arguments.words.flatMap(name.removed(from:))
        let summary = name.removed(from: old.summary)
        let failure = stored.failure.flatMap(name.removed(from:))
        let wasNamed = try wasNamed(before: old)
        guard words != nil || summary != nil || failure != nil || wasNamed else { return }
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
        if words != nil || wasNamed { try ledger.audit.eraseWords(of: old.id, on: connection) }
    }

    /// Whether the name occurs in words that an edit has replaced. The audit log still has these.
    private func wasNamed(before proposal: Proposal) throws -> Bool {
        guard proposal.version > 1 else { return false }
        return try ledger.audit.words(of: proposal.id, on: connection).contains { name.removed(from: $0) != nil }
    }
}
