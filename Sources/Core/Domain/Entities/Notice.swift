/// Something that a user is told of and that is kept until it was seen: a reminder that is due, a change in the calendar
/// that somebody else has made, that the weekly page is ready, or that a client's value has dropped or jumped.
public struct Notice: Sendable, Hashable, Codable, Identifiable {
    public enum Kind: String, Sendable, Codable, CaseIterable {
        case reminderDue = "reminder.due"
        case eventCreated = "event.created"
        case eventMoved = "event.moved"
        case eventCancelled = "event.cancelled"
        /// The event is at another place, at the same time.
        case eventRelocated = "event.relocated"
        /// The weekly page that a trainer has asked to be told of is ready.
        case weekReady = "week.ready"
        /// A value of a client is far from what is usual for them, which a trainer has asked to be told of.
        case measureAlert = "measure.alert"
    }

    public let id: NoticeID
    /// Whom it is for.
    public let userId: UserID
    public let kind: Kind
    /// The reminder's text, the event's title as the user sees it, how many clients are on the weekly page, or the
    /// value.
    public let text: String
    /// When the reminder was due, the event starts, the weekly page was to be told of, or the value was said.
    public let startsAt: Timestamp
    /// The event's end, exclusive.
    @Nullable public var endsAt: Timestamp?
    /// The times before `event.moved`.
    @Nullable public var previousStartsAt: Timestamp?
    @Nullable public var previousEndsAt: Timestamp?
    /// Where the event is now; `null` if it has no place, or is cancelled.
    @Nullable public var location: String?
    /// The names of the others who take part, or of the client whom a reminder or a value is about.
    public let with: [String]
    @Nullable public var reminderId: ReminderID?
    @Nullable public var eventId: EventID?
    public let createdAt: Timestamp
    @Nullable public var seenAt: Timestamp?

    public init(
        id: NoticeID,
        userId: UserID,
        kind: Kind,
        text: String,
        startsAt: Timestamp,
        endsAt: Timestamp? = nil,
        previousStartsAt: Timestamp? = nil,
        previousEndsAt: Timestamp? = nil,
        location: String? = nil,
        with: [String] = [],
        reminderId: ReminderID? = nil,
        eventId: EventID? = nil,
        createdAt: Timestamp,
        seenAt: Timestamp? = nil
    ) {
        self.id = id
        self.userId = userId
        self.kind = kind
        self.text = text
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.previousStartsAt = previousStartsAt
        self.previousEndsAt = previousEndsAt
        self.location = location
        self.with = with
        self.reminderId = reminderId
        self.eventId = eventId
        self.createdAt = createdAt
        self.seenAt = seenAt
    }
}
