public import Domain

/// Creates a reminder: `POST /v1/reminders`.
///
/// ```swift
/// let request = NewReminderRequest(text: "Ask about the knee", dueAt: friday, recurrence: "FREQ=WEEKLY")
/// ```
public struct NewReminderRequest: APIValue {
    public let text: String
    public let dueAt: Timestamp
    public let clientId: UserID?
    /// RFC 5545 `RRULE` value; omitted for a reminder that doesn't repeat.
    public let recurrence: String?

    public init(text: String, dueAt: Timestamp, clientId: UserID? = nil, recurrence: String? = nil) {
        self.text = text
        self.dueAt = dueAt
        self.clientId = clientId
        self.recurrence = recurrence
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        text = try container.decode(String.self, forKey: .text)
        dueAt = try container.decode(Timestamp.self, forKey: .dueAt)
        recurrence = try container.decodeIfPresent(String.self, forKey: .recurrence)
        clientId = try container.idIfPresent(.clientId, orThrow: SpotterError.notFound("client"))
    }

    public static var example: NewReminderRequest {
        NewReminderRequest(text: Examples.reminder.text, dueAt: Examples.time, clientId: Examples.sara)
    }
}

/// One reminder.
///
/// ```swift
/// func isDone(_ response: ReminderResponse) -> Bool { response.reminder.completed }
/// ```
public struct ReminderResponse: APIValue {
    public let reminder: Reminder

    public init(reminder: Reminder) { self.reminder = reminder }
    public static var example: ReminderResponse { ReminderResponse(reminder: Examples.reminder) }
}

/// `GET /v1/reminders`: by due time, earliest first.
public struct RemindersResponse: APIValue {
    public let reminders: [Reminder]

    public init(reminders: [Reminder]) { self.reminders = reminders }
    public static var example: RemindersResponse { RemindersResponse(reminders: [Examples.reminder]) }
}
