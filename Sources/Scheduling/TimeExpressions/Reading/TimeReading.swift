public import Domain

/// How a time expression is understood. On the wire every key is always there, `null` when it doesn't apply:
/// `{"kind":"instant","local":"2026-03-17T09:30","utc":"2026-03-17T13:30:00Z","endLocal":null,…}`.
public struct TimeReading: Sendable, Equatable {
    public enum Kind: String, Sendable, Codable {
        /// A point in time: `local`, `utc`.
        case instant
        /// A whole day: `local` is the date; there's no `utc`.
        case date
        /// Start included, end excluded: `local`, `utc`, `endLocal`, `endUtc`; `minutes` when a length was said.
        case interval
        /// A length of time: `minutes`.
        case duration
        /// `rrule` after RFC 5545 (null when too little was said), `local` the first occurrence from now on.
        case recurrence
        /// Not a time.
        case none
    }

    public var kind: Kind
    /// In the reader's zone: `2026-03-17T09:30`, or `2026-03-17` for a whole day.
    @Nullable public var local: String?
    /// RFC 3339 without a fraction: `2026-03-17T13:30:00Z`.
    @Nullable public var utc: String?
    @Nullable public var endLocal: String?
    @Nullable public var endUtc: String?
    @Nullable public var minutes: Int?
    @Nullable public var rrule: String?
    /// Another reading is as good, or the clock shows this time twice or not at all; `note` says which.
    public var ambiguous: Bool
    @Nullable public var note: String?

    /// When it begins; for a whole day its first instant. Not on the wire.
    public var startsAt: Timestamp?
    /// When it ends (excluded); for a whole day the first instant of the next. Not on the wire.
    public var endsAt: Timestamp?
    /// The text named a clock time; false where one was only inferred ("in three days"). Not on the wire.
    public var statesClockTime: Bool

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
        statesClockTime: Bool = false
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
    }

    public static let none = TimeReading(kind: .none)

    /// The instant, when the expression names exactly one.
    public var instant: Timestamp? { kind == .instant ? startsAt : nil }

    /// The length that was said, or that lies between the two ends of an interval.
    public var durationMinutes: Int? {
        if let minutes { return minutes }
        guard kind == .interval, let startsAt, let endsAt else { return nil }
        return Int(endsAt.milliseconds(since: startsAt) / 60_000)
    }
}

extension TimeReading: Codable {
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
