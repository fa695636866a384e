import Domain
import Retrieval
import Scheduling
import SpotterAPI

/// Finds the event that the user's words mean, and where a shift takes it, before the resolver sees the request.
struct EventLookup: Sendable {
    let calendar: any CalendarReading
    let roster: Roster
    let requester: Requester
    let now: Timestamp

    /// The request with the event's id and its new start, as far as the words decide them.
    func completed(_ wish: ActionGrammar.Wish) async throws -> ToolRequest {
        var request = wish.request
        guard request.tool == .rescheduleEvent, wish.currentTime != nil || wish.shiftMinutes != nil,
            let event = try await event(for: wish)
        else {
            return request
        }
        request.eventId = event.id
        if let shift = wish.shiftMinutes {
            request.time = .instant(event.startsAt.adding(minutes: Int64(shift)))
        }
        return request
    }

    /// The only event with that person at that time; without a time the next one.
    private func event(for wish: ActionGrammar.Wish) async throws -> CalendarEvent? {
        let start = wish.currentTime?.startsAt ?? now
        let end = wish.currentTime.map { $0.endsAt ?? start.adding(minutes: 1) } ?? now.adding(seconds: 90 * 86_400)
        guard start < end else { return nil }
        let people = try people(of: wish.request)
        let events = try await calendar.events(of: requester.actor, since: start, until: end).filter { event in
            people.map { people in people.contains { event.isWith($0) } } ?? true
        }
        if wish.currentTime == nil { return people == nil && events.count > 1 ? nil : events.first }
        return events.count == 1 ? events.first : nil
    }

    /// Whom the name may mean; nothing when none was said.
    private func people(of request: ToolRequest) throws -> [Roster.Person]? {
        guard case .named(let name) = request.person else { return nil }
        let words = TextWord.words(of: name)
        return roster.mentions(among: words).flatMap(\.people)
    }
}
