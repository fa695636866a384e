public import Domain
public import SpotterAPI

/// Resolves tool requests: names, times, conflicts.
public protocol ToolResolving: Sendable {
    func resolve(_ request: ToolRequest, for requester: Requester) async throws -> ToolResolution
}

/// Stores actions until their owner confirms them.
public protocol Proposing: Sendable {
    /// - Parameter turn: the answer that proposes the action.
    func create(
        arguments: ToolArguments,
        summary: String,
        doubts: [ProposalDoubt],
        owner: UserID,
        conversation: ConversationID?,
        turn: TurnID?
    ) async throws -> Proposal

    /// The proposals of a conversation that wait for their owner, newest first.
    func pending(in conversation: ConversationID, for actor: Actor) async throws -> [Proposal]

    /// Executes a proposal for its owner, who has seen this version of it.
    func confirm(_ id: ProposalID, version: Int, by actor: Actor) async throws -> (
        proposal: Proposal, result: ProposalResult
    )

    func cancel(_ id: ProposalID, by actor: Actor) async throws -> Proposal
}

/// Reads a user's calendar: a trainer's own events, or the events to which a client is invited.
public protocol CalendarReading: Sendable {
    /// Scheduled events that overlap `since ..< until`, by start time.
    func events(of actor: Actor, since: Timestamp, until: Timestamp) async throws -> [CalendarEvent]
}
