public import Domain
public import Foundation
public import SpotterAPI

extension SpotterHTTP {
    /// The appointments that overlap the interval: a trainer's calendar, or a client's own. `to` is exclusive.
    /// - Throws: `ClientError`.
    public func events(from: Timestamp? = nil, to: Timestamp? = nil) async throws -> [ListedEvent] {
        let query = [("from", from?.description), ("to", to?.description)]
        return try await send(.get("/v1/calendar/events", query), EventsResponse.self).events
    }

    /// Puts an event, or with `rrule` recurring ones, into a trainer's calendar.
    /// - Returns: the first one, and when none was made because the time is taken.
    /// - Throws: `ClientError`.
    public func create(event: NewEventRequest) async throws -> EventResponse {
        try await send(.post("/v1/calendar/events", event))
    }

    /// The user's calendar as an iCalendar document.
    /// - Throws: `ClientError`.
    public func calendarDocument() async throws -> Data { try await data(.get("/v1/calendar/events.ics")) }

    /// The address at which calendars subscribe to the user's own.
    /// - Throws: `ClientError`.
    public func calendarFeed() async throws -> CalendarFeedResponse { try await send(.get("/v1/calendar/feed")) }

    /// The address becomes invalid.
    /// - Throws: `ClientError`.
    public func revokeCalendarFeed() async throws { try await send(.delete("/v1/calendar/feed")) }

    /// Where the user's calendar is copied to.
    /// - Throws: `ClientError`.
    public func calendarPush() async throws -> CalendarPushResponse { try await send(.get("/v1/calendar/push")) }

    /// Copies the user's calendar there from now on.
    /// - Throws: `ClientError`.
    public func set(calendarPush request: SetCalendarPushRequest) async throws -> CalendarPushResponse {
        try await send(.put("/v1/calendar/push", request))
    }

    /// Where the user allows the server to write to their calendar at Google.
    /// - Throws: `ClientError`.
    public func beginGoogleCalendar() async throws -> GoogleCalendarAuthorizationResponse {
        try await send(.post("/v1/calendar/push/google"))
    }

    /// Copies the user's calendar to Google from now on.
    /// - Throws: `ClientError`.
    public func connectGoogleCalendar(_ request: ConnectGoogleCalendarRequest) async throws -> CalendarPushResponse {
        try await send(.put("/v1/calendar/push/google", request))
    }

    /// Ends the copying; the server forgets the password.
    /// - Throws: `ClientError`.
    public func endCalendarPush() async throws { try await send(.delete("/v1/calendar/push")) }

    /// A trainer's working hours and the usual lengths of events.
    /// - Throws: `ClientError`.
    public func scheduling() async throws -> SchedulingSettings {
        try await send(.get("/v1/me/scheduling"), SchedulingSettingsResponse.self).scheduling
    }

    /// Changes them.
    /// - Returns: what holds now.
    /// - Throws: `ClientError`.
    public func change(scheduling request: UpdateSchedulingRequest) async throws -> SchedulingSettings {
        try await send(.patch("/v1/me/scheduling", request), SchedulingSettingsResponse.self).scheduling
    }

    /// The user's reminders, by due time.
    /// - Throws: `ClientError`.
    public func reminders() async throws -> [Reminder] {
        try await send(.get("/v1/reminders"), RemindersResponse.self).reminders
    }

    /// Sets a reminder.
    /// - Throws: `ClientError`.
    public func create(reminder: NewReminderRequest) async throws -> Reminder {
        try await send(.post("/v1/reminders", reminder), ReminderResponse.self).reminder
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
