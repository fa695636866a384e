public import Domain
public import Scheduling
public import SpotterAPI

extension ToolResolver: ToolResolving {}

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

extension EventCalendar: CalendarReading {
    public func events(of actor: Actor, since: Timestamp, until: Timestamp) async throws -> [CalendarEvent] {
        guard since < until else { return [] }
        return try await engagements(of: actor, from: since, to: until)
    }
}
