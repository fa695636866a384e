public import Accounts
import ChatInsights
public import Domain
import ModelBudgets
import SpotterAPI
public import Storage

/// Exports a user's conversations with the assistant, proposed actions and audit entries.
public struct AssistantExport: AccountExportParticipant {
    private let database: any Database
    private let conversations: Conversations
    private let budgets: ModelBudgets

    public init(database: any Database, assistant: AssistantService) {
        self.database = database
        conversations = assistant.conversations
        budgets = assistant.budgets
    }

    private static let rowsPerPart = 200

    public var tables: [String: TableExport] {
        [
            "conversations": .exported(in: "assistant/conversations/*.json"),
            "proposals": .exported(in: "assistant/proposals-*.json"),
            "audit_log": .exported(in: "assistant/audit-*.json"),
            "audit_log_unkeyed": .omitted(because: "entries of an older server, moved to audit_log at the first start"),
            "model_usage": .exported(in: "assistant/usage-*.json"),
            "model_budgets": .exported(in: "assistant/budget.json"),
            "advice_records": .exported(in: "assistant/advice-*.json"),
            "turn_sources": .omitted(because: "what an answer was made from; answers name what they cite"),
            "done_actions": .exported(in: "assistant/done-actions-*.json"),
            "message_insights": .omitted(because: "what rules read in messages, which are exported themselves"),
            "chat_readings": .omitted(because: "up to where a chat was read, no person's data"),
            "insight_queue": .omitted(because: "which messages are to be read again, until they are"),
            "proposal_sources": .omitted(because: "the message that a proposal was made from, to erase it together"),
            "weekly_pages": .exported(in: "assistant/proactive.json"),
            "weekly_pages_told": .omitted(because: "of which weeks one was told; the notices are in notices-*.json"),
            "week_dismissals": .omitted(because: "hashes of what isn't shown any more, without words"),
            "former_acquaintances": .omitted(because: "whose name is still to be erased, until it is"),
        ]
    }

    public func export(_ user: User, to archive: AccountExportArchive) async throws {
        try await exportConversations(of: user, to: archive)
        try await exportProposals(of: user, to: archive)
        try await exportAudit(of: user, to: archive)
        try await exportDoneActions(of: user, to: archive)
        try await exportUsage(of: user, to: archive)
        try await exportAdvice(of: user, to: archive)
        guard user.role == .trainer else { return }
        let proactive = try await database.read { try Proactive.settings(of: user.id, on: $0) }
        try await archive.document("assistant/proactive.json", proactive)
    }

    private func exportAdvice(of user: User, to archive: AccountExportArchive) async throws {
        try await forEachPage(from: TurnID(high: 0, low: 0)) { after, connection in
            try AdviceRatings.rows(of: user.id, after: after, limit: Self.rowsPerPart, on: connection)
        } key: {
            $0.turn
        } write: { part, rows in
            let page = AdviceRecordsPage(advice: rows.map { $0.record(withNote: true) }, next: nil)
            try await archive.document("assistant/advice-\(part.padded).json", page)
        }
    }

    private struct UsagePage: Encodable { let requests: [UsageRow] }

    private func exportUsage(of user: User, to archive: AccountExportArchive) async throws {
        try await archive.document("assistant/budget.json", try await budgets.usage(of: user.id))
        try await forEachPage(from: UsageID(high: 0, low: 0)) { after, connection in
            try UsageRow.all(of: user.id, after: after, limit: Self.rowsPerPart, on: connection)
        } key: {
            $0.id
        } write: { part, rows in
            try await archive.document("assistant/usage-\(part.padded).json", UsagePage(requests: rows))
        }
    }

    private func exportConversations(of user: User, to archive: AccountExportArchive) async throws {
        try await forEachPage(from: ConversationID(high: 0, low: 0)) { after, connection in
            try connection.query(
                "SELECT id FROM conversations WHERE owner_id = $1 AND id > $2 ORDER BY id LIMIT $3",
                user.id,
                after,
                Self.rowsPerPart
            ) { try $0.id(0, ConversationID.self) }
        } key: {
            $0
        } write: { _, ids in
            for id in ids {
                do {
                    let tree = try await conversations.get(id, for: user.asActor)
                    try await archive.document("assistant/conversations/\(id).json", tree)
                } catch let error as SpotterError where error.code == .notFound {
                    // It was deleted meanwhile.
                }
            }
        }
    }

    private func exportProposals(of user: User, to archive: AccountExportArchive) async throws {
        try await forEachPage(from: ProposalID(high: 0, low: 0)) { after, connection in
            try connection.query(
                """
                SELECT \(StoredProposal.columns) FROM proposals
                WHERE owner_id = $1 AND id > $2 ORDER BY id LIMIT $3
                """,
                user.id,
                after,
                Self.rowsPerPart
            ) { try StoredProposal(row: $0).proposal }
        } key: {
            $0.id
        } write: { part, proposals in
            let path = "assistant/proposals-\(part.padded).json"
            try await archive.document(path, ProposalsResponse(proposals: proposals))
        }
    }

    private func exportAudit(of user: User, to archive: AccountExportArchive) async throws {
        try await forEachPage(from: 0 as Int64) { after, connection in
            try connection.query(
                """
                SELECT \(AuditRow.columns) FROM audit_log
                WHERE owner_id = $1 AND position > $2 ORDER BY position LIMIT $3
                """,
                user.id,
                after,
                Self.rowsPerPart
            ) { row in (position: try row.int(0), entry: try AuditEntry(try AuditRow(row: row))) }
        } key: {
            $0.position
        } write: { part, rows in
            let path = "assistant/audit-\(part.padded).json"
            try await archive.document(path, AuditResponse(entries: rows.map(\.entry)))
        }
    }

    private func exportDoneActions(of user: User, to archive: AccountExportArchive) async throws {
        try await forEachPage(from: ActionItemID(high: 0, low: 0)) { after, connection in
            try DoneActions.all(by: user.id, after: after, limit: Self.rowsPerPart, on: connection).map { row in
                ExportedDoneActions.Entry(id: row.id, chatId: row.chat, messageId: row.message, doneAt: row.doneAt)
            }
        } key: {
            $0.id
        } write: { part, entries in
            let path = "assistant/done-actions-\(part.padded).json"
            try await archive.document(path, ExportedDoneActions(actions: entries))
        }
    }

    /// Reads rows page by page, each in a transaction of its own.
    /// - Parameters:
    ///   - start: a key below all others.
    ///   - read: the rows above a key, in the order of their keys; none at the end.
    ///   - write: gets the number of the page, from 1, and its rows.
    private func forEachPage<Key: Sendable, Row: Sendable>(
        from start: Key,
        read: @escaping @Sendable (Key, any SQLConnection) throws -> [Row],
        key: (Row) -> Key,
        write: (Int, [Row]) async throws -> Void
    ) async throws {
        var last = start
        for part in 1... {
            let after = last
            let rows = try await database.read { try read(after, $0) }
            guard let end = rows.last else { return }
            last = key(end)
            try await write(part, rows)
        }
    }
}
