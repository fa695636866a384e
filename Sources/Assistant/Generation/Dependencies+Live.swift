public import Domain
public import Scheduling
public import SpotterAPI

extension ToolResolver: ToolResolving {}

extension Proposals: Proposing {
    public func create(
        arguments: ToolArguments,
        summary: String,
        owner: UserID,
        conversation: ConversationID?,
        turn: TurnID?
    ) async throws -> Proposal {
        try await create(arguments, summary: summary, for: owner, conversation: conversation, turn: turn)
    }
}

extension EventCalendar: CalendarReading {
    public func events(of actor: Actor, since: Timestamp, until: Timestamp) async throws -> [CalendarEvent] {
        guard since < until else { return [] }
        return try await engagements(of: actor, from: since, to: until)
    }
}
