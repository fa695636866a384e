public import AssistantTools
public import Domain
public import SpotterAPI

extension Proposals: Proposing {
    public func create(
        arguments: ToolArguments,
        summary: String,
        doubts: [ProposalDoubt],
        owner: UserID,
        conversation: ConversationID?,
        turn: TurnID?
    ) async throws -> Proposal {
        try await create(
            arguments,
            summary: summary,
            doubts: doubts,
            for: owner,
            conversation: conversation,
            turn: turn
        )
    }

    public func pending(in conversation: ConversationID, for actor: Actor) async throws -> [Proposal] {
        try await list(for: actor, state: .pending, conversation: conversation)
    }

    public func confirm(
        _ id: ProposalID,
        version: Int,
        by actor: Actor
    ) async throws -> (proposal: Proposal, result: ProposalResult) {
        try await confirm(id, version: version, by: actor, door: .chat)
    }

    public func cancel(_ id: ProposalID, by actor: Actor) async throws -> Proposal {
        try await cancel(id, by: actor, door: .chat)
    }
}
