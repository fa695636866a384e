public import Domain
public import SpotterAPI

extension SpotterHTTP {
    /// The appointments that overlap the interval: a trainer's calendar, or a client's own. `to` is exclusive.
    /// - Throws: `ClientError`.
    public func events(from: Timestamp? = nil, to: Timestamp? = nil) async throws -> [ListedEvent] {
        let query = [("from", from?.description), ("to", to?.description)]
        return try await send(.get("/v1/calendar/events", query), EventsResponse.self).events
    }

    /// The user's reminders, by due time.
    /// - Throws: `ClientError`.
    public func reminders() async throws -> [Reminder] {
        try await send(.get("/v1/reminders"), RemindersResponse.self).reminders
    }

    /// It's done. A recurring reminder doesn't recur any more.
    /// - Throws: `ClientError`.
    public func complete(reminder: ReminderID) async throws -> Reminder {
        try await send(.post("/v1/reminders/\(reminder)/complete"), ReminderResponse.self).reminder
    }

    /// Puts a reminder off.
    /// - Throws: `ClientError`.
    public func snooze(reminder: ReminderID, _ request: SnoozeRequest) async throws -> Reminder {
        try await send(.post("/v1/reminders/\(reminder)/snooze", request), ReminderResponse.self).reminder
    }
}
