public import Accounts
import ChatInsights
public import Domain
import ModelBudgets
public import Storage

/// Erases the conversations and proposals of a user whose account is deleted, and the user's name in those of others.
/// Of the audit log's entries, the ids, times and hashes stay.
public struct AssistantErasure: AccountDeletionParticipant {
    private let assistant: AssistantService
    private let proposals: Proposals

    public init(assistant: AssistantService, proposals: Proposals) {
        self.assistant = assistant
        self.proposals = proposals
    }

    public func accountWillClose(_ user: DeletedUser, email: String, on connection: any SQLConnection) throws {
        try FormerNameRemoval.noteAcquaintances(of: user.id, on: connection)
    }

    public func erase(_ user: DeletedUser) async throws {
        try await assistant.erase(user.id)
        try await proposals.eraseAll(of: user.id)
        try await FormerNameRemoval(
            database: proposals.database,
            ledger: proposals.ledger,
            clock: proposals.clock,
            user: user,
            name: FormerName(user.name)
        ).run()
    }

    public func isErased(_ user: UserID, on connection: any SQLConnection) throws -> Bool {
        let isGone = try !connection.exists(
            """
            SELECT 1 FROM conversations WHERE owner_id = $1 UNION ALL SELECT 1 FROM proposals WHERE owner_id = $1
            UNION ALL SELECT 1 FROM advice_records WHERE owner_id = $1
            """,
            user
        )
        return try isGone && !DoneActions.isAny(by: user, on: connection)
            && WeeklyPageRow.isErased(user, on: connection) && ModelBudgets.isErased(user, on: connection)
    }
}
