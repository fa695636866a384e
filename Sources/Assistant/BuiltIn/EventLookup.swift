import Domain
import Retrieval
import Scheduling
import SpotterAPI

/// Finds the event that the user's words refer to and applies a shift to it, before the resolver sees the request.
struct EventLookup: Sendable {
    let calendar: any CalendarReading
    let directory: PeopleDirectory
    let requester: Requester
    let now: Timestamp

    /// The request with the event's id and its new start, if the words determine them.
    func completed(_ action: ActionGrammar.ActionRequest) async throws -> ToolRequest {
        var request = action.toolRequest
        guard request.tool == .rescheduleEvent, action.currentTime != nil || action.shiftMinutes != nil,
            let event = try await event(for: action)
        else {
            return request
        }
        request.eventId = event.id
        if let shift = action.shiftMinutes {
            request.time = .instant(event.startsAt.adding(minutes: Int64(shift)))
        }
        return request
    }

    /// The only event with that person at that time; the next one if no time was named.
    private func event(for action: ActionGrammar.ActionRequest) async throws -> CalendarEvent? {
        let start = action.currentTime?.startsAt ?? now
        let end = action.currentTime.map { $0.endsAt ?? start.adding(minutes: 1) } ?? now.adding(seconds: 90 * 86_400)
        guard start < end else { return nil }
        let people = try people(of: action.toolRequest)
        let events = try await calendar.events(of: requester.actor, since: start, until: end).filter { event in
            people.map { people in people.contains { event.isWith($0) } } ?? true
        }
        if action.currentTime == nil { return people == nil && events.count > 1 ? nil : events.first }
        return events.count == 1 ? events.first : nil
    }

    /// The people to whom the name can refer; `nil` if no name was given.
    private func people(of request: ToolRequest) throws -> [KnownPerson]? {
        guard case .named(let name) = request.person else { return nil }
        let words = TextWord.words(of: name)
        return directory.mentions(in: words).flatMap(\.people)
    }
}
