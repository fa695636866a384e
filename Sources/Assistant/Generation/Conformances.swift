public import Domain
public import Scheduling

extension ToolResolver: ToolResolving {}

extension Proposals: Proposing {
    public func propose(
        _ arguments: ToolArguments,
        summary: String,
        for owner: Actor,
        conversation: ConversationID,
        turn: TurnID
    ) async throws -> Proposal {
        try await create(arguments, summary: summary, for: owner, conversation: conversation, turn: turn, door: .chat)
    }
}

extension EventCalendar: CalendarReading {
    public func events(of actor: Actor, since: Timestamp, until: Timestamp) async throws -> [CalendarEvent] {
        try await conflicts(of: actor, from: since, to: until).filter { $0.status == .scheduled }
    }
}
