/// What an event is: with a client or prospect, or neither.
public enum EventType: String, Sendable, Codable, CaseIterable {
    case training, call, adhoc
}

/// The state of an event.
public enum EventStatus: String, Sendable, Codable, CaseIterable {
    case scheduled, completed, cancelled
}

/// Who created an event or reminder: a person, or the assistant after a confirmation.
public enum Author: String, Sendable, Codable, CaseIterable {
    case manual, ai
}

/// An entry in a trainer's calendar, from `startsAt` up to but not including `endsAt`.
///
/// `training` and `call` have a client or a prospect, `adhoc` has neither.
public struct CalendarEvent: Sendable, Hashable, Codable, Identifiable {
    public let id: EventID
    public let trainerId: UserID
    public var eventType: EventType
    public var title: String
    @Nullable public var clientId: UserID?
    @Nullable public var prospectId: ProspectID?
    public var startsAt: Timestamp
    public var endsAt: Timestamp
    @Nullable public var location: String?
    /// The trainer's own, which a client never reads.
    @Nullable public var notes: String?
    public var status: EventStatus
    public let createdBy: Author
    /// The recurring sessions that this is one of.
    @Nullable public var seriesId: EventSeriesID?
    /// The `RRULE` value (RFC 5545) of the series.
    @Nullable public var rrule: String?
    /// The IANA zone on whose clock the event is whole days, from midnight to midnight; `nil` if it has times.
    @Nullable public var dayZone: String?
    /// Whether the trainer can be met meanwhile.
    public var free: Bool

    public init(
        id: EventID,
        trainerId: UserID,
        eventType: EventType,
        title: String,
        clientId: UserID?,
        prospectId: ProspectID? = nil,
        startsAt: Timestamp,
        endsAt: Timestamp,
        location: String? = nil,
        notes: String? = nil,
        status: EventStatus = .scheduled,
        createdBy: Author,
        seriesId: EventSeriesID? = nil,
        rrule: String? = nil,
        dayZone: String? = nil,
        free: Bool = false
    ) {
        self.id = id
        self.trainerId = trainerId
        self.eventType = eventType
        self.title = title
        self.clientId = clientId
        self.prospectId = prospectId
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.location = location
        self.notes = notes
        self.status = status
        self.createdBy = createdBy
        self.seriesId = seriesId
        self.rrule = rrule
        self.dayZone = dayZone
        self.free = free
    }
}

/// Names the recurring sessions that a calendar has as single events.
public enum EventSeries {}

/// Something a user wants to be reminded of.
public struct Reminder: Sendable, Hashable, Codable, Identifiable {
    public let id: ReminderID
    public let ownerId: UserID
    public var text: String
    public var dueAt: Timestamp
    @Nullable public var clientId: UserID?
    /// An `RRULE` value (RFC 5545); `nil` if the reminder comes once.
    @Nullable public var recurrence: String?
    public var completed: Bool
    public let createdBy: Author

    public init(
        id: ReminderID,
        ownerId: UserID,
        text: String,
        dueAt: Timestamp,
        clientId: UserID?,
        recurrence: String? = nil,
        completed: Bool = false,
        createdBy: Author
    ) {
        self.id = id
        self.ownerId = ownerId
        self.text = text
        self.dueAt = dueAt
        self.clientId = clientId
        self.recurrence = recurrence
        self.completed = completed
        self.createdBy = createdBy
    }
}

/// A trainer's preferences for scheduling, in their own time zone.
public struct SchedulingSettings: Sendable, Hashable, Codable {
    /// A day or range (`mon-fri`, `sat`) to `HH:MM-HH:MM`, or to `nil` for a day off.
    public var workingHours: [String: String?]
    public var callMinutes: Int
    public var trainingMinutes: Int

    public static let standard = SchedulingSettings(
        workingHours: ["mon-fri": "08:00-19:00", "sat": "09:00-13:00", "sun": nil],
        callMinutes: 30,
        trainingMinutes: 60
    )

    public init(workingHours: [String: String?], callMinutes: Int, trainingMinutes: Int) {
        self.workingHours = workingHours
        self.callMinutes = callMinutes
        self.trainingMinutes = trainingMinutes
    }
}
