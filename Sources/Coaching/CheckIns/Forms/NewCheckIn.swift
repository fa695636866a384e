public import Domain

/// A check-in that a trainer makes.
public struct NewCheckIn: Sendable {
    public var title: String
    public var questions: [CheckInQuestion]
    public var clients: [UserID]
    /// `YYYY-MM-DDTHH:MM` on each client's own clock, or that of `zone`.
    public var startsAt: String?
    /// Words such as `every Sunday at 18:00`, in place of `startsAt` and `rrule`.
    public var words: String?
    public var rrule: String?
    /// An IANA name; `nil` for each client's own.
    public var zone: String?
    public var quietHours: QuietHours?
    /// 0 for never.
    public var remindAfterHours: Int

    public init(
        title: String,
        questions: [CheckInQuestion],
        clients: [UserID],
        startsAt: String? = nil,
        words: String? = nil,
        rrule: String? = nil,
        zone: String? = nil,
        quietHours: QuietHours? = nil,
        remindAfterHours: Int = 24
    ) {
        self.title = title
        self.questions = questions
        self.clients = clients
        self.startsAt = startsAt
        self.words = words
        self.rrule = rrule
        self.zone = zone
        self.quietHours = quietHours
        self.remindAfterHours = remindAfterHours
    }

    /// The fields to change; the others are kept.
    public struct Change: Sendable {
        public var title: String?
        public var questions: [CheckInQuestion]?
        public var clients: [UserID]?
        public var startsAt: String?
        public var words: String?
        /// `.some(nil)` asks only once more.
        public var rrule: String??
        /// `.some(nil)` returns to each client's own.
        public var zone: String??
        public var quietHours: QuietHours??
        public var remindAfterHours: Int?
        public var isPaused: Bool?

        public init(
            title: String? = nil,
            questions: [CheckInQuestion]? = nil,
            clients: [UserID]? = nil,
            startsAt: String? = nil,
            words: String? = nil,
            rrule: String?? = nil,
            zone: String?? = nil,
            quietHours: QuietHours?? = nil,
            remindAfterHours: Int? = nil,
            isPaused: Bool? = nil
        ) {
            self.title = title
            self.questions = questions
            self.clients = clients
            self.startsAt = startsAt
            self.words = words
            self.rrule = rrule
            self.zone = zone
            self.quietHours = quietHours
            self.remindAfterHours = remindAfterHours
            self.isPaused = isPaused
        }
    }
}
