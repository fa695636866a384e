public import Accounts

/// Erases the conversations and proposals of a user whose account is deleted. The audit log is append-only and stays.
public struct AssistantErasure: AccountDeletionParticipant {
    private let assistant: AssistantService
    private let proposals: Proposals

    public init(assistant: AssistantService, proposals: Proposals) {
        self.assistant = assistant
        self.proposals = proposals
    }

    public func erase(_ user: DeletedUser) async throws {
        try await assistant.erase(user.id)
        try await proposals.eraseAll(of: user.id)
    }
}
