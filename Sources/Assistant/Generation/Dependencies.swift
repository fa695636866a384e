public import Domain
public import SpotterAPI

/// Understands tool requests: names, times, conflicts.
public protocol ToolResolving: Sendable {
    func resolve(_ request: ToolRequest, for requester: Requester) async throws -> ToolResolution
}

/// Keeps actions until their owner confirms them.
public protocol Proposing: Sendable {
    /// - Parameter turn: the answer that it's proposed in.
    func create(
        arguments: ToolArguments,
        summary: String,
        owner: UserID,
        conversation: ConversationID?,
        turn: TurnID?
    ) async throws -> Proposal
}

/// Reads the calendar that a user has a part in: a trainer's own, or the events that a client is invited to.
public protocol CalendarReading: Sendable {
    /// Scheduled events that overlap `since ..< until`, in order of time.
    func events(of actor: Actor, since: Timestamp, until: Timestamp) async throws -> [CalendarEvent]
}
