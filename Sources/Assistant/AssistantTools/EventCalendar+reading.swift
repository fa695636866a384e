public import Domain
public import Scheduling

extension EventCalendar: CalendarReading {
    public func events(of actor: Actor, since: Timestamp, until: Timestamp) async throws -> [CalendarEvent] {
        guard since < until else { return [] }
        return try await engagements(of: actor, from: since, to: until)
    }
}
