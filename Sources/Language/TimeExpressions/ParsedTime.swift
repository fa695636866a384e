public import Domain

/// The meaning of a time expression. In JSON every key is always present, `null` if it doesn't apply:
/// `{"kind":"instant","local":"2026-03-17T09:30","utc":"2026-03-17T13:30:00Z","endLocal":null,…}`.
public struct ParsedTime: Sendable, Equatable {
    public enum Kind: String, Sendable, Codable {
        /// A point in time: `local`, `utc`.
        case instant
        /// A whole day: `local` is the date; there is no `utc`.
        case date
        /// Start included, end excluded: `local`, `utc`, `endLocal`, `endUtc`; `minutes` if a length was given.
        case interval
        /// A length of time: `minutes`.
        case duration
        /// `rrule` as in RFC 5545 (`null` if too little was given); `local` is the first occurrence from now on.
        case recurrence
        /// Not a time.
        case none
    }

    public var kind: Kind
    /// In the user's time zone: `2026-03-17T09:30`, or `2026-03-17` for a whole day.
    @Nullable public var local: String?
    /// RFC 3339 without a fraction: `2026-03-17T13:30:00Z`.
    @Nullable public var utc: String?
    @Nullable public var endLocal: String?
    @Nullable public var endUtc: String?
    @Nullable public var minutes: Int?
    @Nullable public var rrule: String?
    /// Whether another interpretation is equally likely, or the local time occurs twice or never; `note` tells which.
    public var ambiguous: Bool
    @Nullable public var note: String?

    /// The start; for a whole day its first instant. Not in JSON.
    public var startsAt: Timestamp?
    /// The end (excluded); for a whole day the first instant of the next day. Not in JSON.
    public var endsAt: Timestamp?
    /// Whether the text contained a clock time; false if it was only inferred ("in three days"). Not in JSON.
    public var statesClockTime: Bool
    /// Whether the text contained a day; false for a clock time alone, which is taken for the next one. Not in JSON.
    public var statesDay: Bool
    /// What the user should confirm, in the order in which it was noticed. A doubt may concern a reading that isn't
    /// `ambiguous`: "tomorrow at 7" is in the morning by convention. Not in JSON.
    public var doubts: [TimeDoubt]
    /// Whose local time was said ("his time"). If the parser wasn't given that person's zone, the reading is in the
    /// user's own, and ambiguous. Not in JSON.
    public var zoneOwner: ZoneOwner?
    /// Whether the interval only limits a time that is still to be chosen: "between 2 and 4", "after 6pm". Not in JSON.
    public var isWindow: Bool

    public init(
        kind: Kind,
        local: String? = nil,
        utc: String? = nil,
        endLocal: String? = nil,
        endUtc: String? = nil,
        minutes: Int? = nil,
        rrule: String? = nil,
        ambiguous: Bool = false,
        note: String? = nil,
        startsAt: Timestamp? = nil,
        endsAt: Timestamp? = nil,
        statesClockTime: Bool = false,
        statesDay: Bool = false,
        doubts: [TimeDoubt] = [],
        zoneOwner: ZoneOwner? = nil,
        isWindow: Bool = false
    ) {
        self.kind = kind
        self.local = local
        self.utc = utc
        self.endLocal = endLocal
        self.endUtc = endUtc
        self.minutes = minutes
        self.rrule = rrule
        self.ambiguous = ambiguous
        self.note = note
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.statesClockTime = statesClockTime
        self.statesDay = statesDay
        self.doubts = doubts
        self.zoneOwner = zoneOwner
        self.isWindow = isWindow
    }

    public static let none = ParsedTime(kind: .none)

    /// The instant, if the expression means exactly one.
    public var instant: Timestamp? { kind == .instant ? startsAt : nil }

    /// The length that was given, or that of the interval.
    public var durationMinutes: Int? {
        if let minutes { return minutes }
        guard kind == .interval, let startsAt, let endsAt else { return nil }
        return Int(endsAt.milliseconds(since: startsAt) / 60_000)
    }
}

extension ParsedTime: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, local, utc, endLocal, endUtc, minutes, rrule, ambiguous, note
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            kind: try container.decode(Kind.self, forKey: .kind),
            local: try container.decodeIfPresent(String.self, forKey: .local),
            utc: try container.decodeIfPresent(String.self, forKey: .utc),
            endLocal: try container.decodeIfPresent(String.self, forKey: .endLocal),
            endUtc: try container.decodeIfPresent(String.self, forKey: .endUtc),
            minutes: try container.decodeIfPresent(Int.self, forKey: .minutes),
            rrule: try container.decodeIfPresent(String.self, forKey: .rrule),
            ambiguous: try container.decode(Bool.self, forKey: .ambiguous),
            note: try container.decodeIfPresent(String.self, forKey: .note)
        )
        startsAt = utc.flatMap { Timestamp(rfc3339: $0) }
        endsAt = endUtc.flatMap { Timestamp(rfc3339: $0) }
    }
}

/// A time expression inside a longer text.
public struct TimeMatch: Sendable, Equatable {
    /// Its range in the searched text, including the preposition that belongs to it ("on Friday at 3pm"), so that the
    /// remaining text still reads well.
    public var range: Range<String.Index>
    public var reading: ParsedTime

    public init(range: Range<String.Index>, reading: ParsedTime) {
        self.range = range
        self.reading = reading
    }
}
