/// Something that a user is told of and that is kept until it was seen: a reminder that is due, or a change in the
/// calendar that somebody else has made.
public struct Notice: Sendable, Hashable, Codable, Identifiable {
    public enum Kind: String, Sendable, Codable, CaseIterable {
        case reminderDue = "reminder.due"
        case eventCreated = "event.created"
        case eventMoved = "event.moved"
        case eventCancelled = "event.cancelled"
    }

    public let id: NoticeID
    /// Whom it is for.
    public let userId: UserID
    public let kind: Kind
    /// The reminder's text, or the event's title as the user sees it.
    public let text: String
    /// When the reminder was due, or the event starts.
    public let startsAt: Timestamp
    /// The event's end, exclusive.
    @Nullable public var endsAt: Timestamp?
    /// The times before `event.moved`.
    @Nullable public var previousStartsAt: Timestamp?
    @Nullable public var previousEndsAt: Timestamp?
    /// The names of the others who take part, or of the client whom a reminder is about.
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
        self.with = with
        self.reminderId = reminderId
        self.eventId = eventId
        self.createdAt = createdAt
        self.seenAt = seenAt
    }
}
