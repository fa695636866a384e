public import Domain
import SpotterAPI

extension SpotterHTTP {
    /// The trainer's events that overlap the interval. `to` is exclusive.
    /// - Throws: `ClientError`.
    public func events(from: Timestamp? = nil, to: Timestamp? = nil) async throws -> [CalendarEvent] {
        let query = [("from", from?.description), ("to", to?.description)]
        return try await send(.get("/v1/calendar/events", query), EventsResponse.self).events
    }

    /// The trainer's reminders, by due time.
    /// - Throws: `ClientError`.
    public func reminders() async throws -> [Reminder] {
        try await send(.get("/v1/reminders"), RemindersResponse.self).reminders
    }
}
