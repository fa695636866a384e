public import Domain

/// Recurring events to be created.
public struct NewEventSeries: Sendable, Hashable {
    /// The first event, if its day is one of the rule's; else the first one is on the next day that is.
    public var first: NewEvent
    /// An `RRULE` value (RFC 5545) with `FREQ` from `DAILY` to `YEARLY`.
    public var rrule: String
    /// IANA name of the zone whose clock it follows; the trainer's if `nil`.
    public var zone: String?
    /// Whether occurrences whose time is taken are left out; otherwise one that is taken refuses all.
    public var skipsTaken: Bool
    /// Occurrences that are left out in any case.
    public var leavesOut: Set<Timestamp>

    public init(
        first: NewEvent,
        rrule: String,
        zone: String? = nil,
        skipsTaken: Bool = false,
        leavesOut: Set<Timestamp> = []
    ) {
        self.first = first
        self.rrule = rrule
        self.zone = zone
        self.skipsTaken = skipsTaken
        self.leavesOut = leavesOut
    }

    /// What was made: the first event, and when nothing was made because the time is taken or left out.
    public struct Created: Sendable {
        public let event: CalendarEvent
        public let skipped: [Timestamp]
    }
}
