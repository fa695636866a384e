public import Domain

/// An event to be created.
public struct NewEvent: Sendable, Hashable {
    public var eventType: EventType
    /// 1 to 200 characters. If `nil`, it is derived from the type and the person.
    public var title: String?
    public var clientId: UserID?
    public var prospectId: ProspectID?
    public var startsAt: Timestamp
    public var endsAt: Timestamp
    /// At most 500 characters.
    public var location: String?
    /// At most 4000 characters, for the trainer only.
    public var notes: String?
    public var createdBy: Author
    /// The IANA zone on whose clock it is whole days, if it is.
    public var dayZone: String?
    /// Whether the trainer can be met meanwhile: it takes no time that others could want.
    public var free: Bool

    public init(
        eventType: EventType,
        title: String? = nil,
        clientId: UserID? = nil,
        prospectId: ProspectID? = nil,
        startsAt: Timestamp,
        endsAt: Timestamp,
        location: String? = nil,
        notes: String? = nil,
        createdBy: Author = .manual,
        dayZone: String? = nil,
        free: Bool = false
    ) {
        self.eventType = eventType
        self.title = title
        self.clientId = clientId
        self.prospectId = prospectId
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.location = location
        self.notes = notes
        self.createdBy = createdBy
        self.dayZone = dayZone
        self.free = free
    }
}
