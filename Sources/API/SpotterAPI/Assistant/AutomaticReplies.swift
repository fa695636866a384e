public import Domain

/// Names the type of automatic replies' ids.
public enum AutomaticReplyTag {}
public typealias AutomaticReplyID = ID<AutomaticReplyTag>

/// What is answered by itself.
public enum AutomaticKind: String, Sendable, Codable, Hashable, CaseIterable {
    /// A client's question about their own appointments with the trainer, from the calendar.
    case appointments
    /// Anything else that isn't for a human only: the trainer's own words, such as when they will answer.
    case acknowledgement
}

/// A trainer's settings for replies that are sent by themselves: `GET /v1/automatic`. Off unless the trainer turns them on,
/// and then for clients only who have agreed.
public struct AutomaticSettings: Sendable, Codable, Hashable {
    public static let minutes = 1...1440
    public static let maxPerDay = 200
    public static let maxPerWeek = 1000
    public static let maxAcknowledgementLength = 500

    /// The switch: off stops everything that hasn't been sent.
    public var enabled: Bool
    /// How long the trainer has to answer first.
    public var afterMinutes: Int
    /// Replies to one client in 24 hours.
    public var perClientPerDay: Int
    /// Replies in 24 hours.
    public var perDay: Int
    /// Replies in seven days.
    public var perWeek: Int
    /// When none is sent, on the trainer's clock and on the client's.
    public var quietHours: QuietHours
    /// The trainer's own words; `nil` for none.
    @Nullable public var acknowledgement: String?

    public init(
        enabled: Bool = false,
        afterMinutes: Int = 10,
        perClientPerDay: Int = 2,
        perDay: Int = 20,
        perWeek: Int = 60,
        quietHours: QuietHours = QuietHours(from: "21:00", to: "07:00"),
        acknowledgement: String? = nil
    ) {
        self.enabled = enabled
        self.afterMinutes = afterMinutes
        self.perClientPerDay = perClientPerDay
        self.perDay = perDay
        self.perWeek = perWeek
        self.quietHours = quietHours
        self.acknowledgement = acknowledgement
    }
}

/// Changes a trainer's settings: `PATCH /v1/automatic`. What is omitted stays.
public struct AutomaticSettingsRequest: APIValue, Hashable {
    public var enabled: Bool?
    public var afterMinutes: Int?
    public var perClientPerDay: Int?
    public var perDay: Int?
    public var perWeek: Int?
    public var quietHours: QuietHours?
    public var acknowledgement: FieldChange<String>

    public init(
        enabled: Bool? = nil,
        afterMinutes: Int? = nil,
        perClientPerDay: Int? = nil,
        perDay: Int? = nil,
        perWeek: Int? = nil,
        quietHours: QuietHours? = nil,
        acknowledgement: FieldChange<String> = .unchanged
    ) {
        self.enabled = enabled
        self.afterMinutes = afterMinutes
        self.perClientPerDay = perClientPerDay
        self.perDay = perDay
        self.perWeek = perWeek
        self.quietHours = quietHours
        self.acknowledgement = acknowledgement
    }

    public static var example: AutomaticSettingsRequest {
        AutomaticSettingsRequest(enabled: true, acknowledgement: .set("I coach until six and answer tonight."))
    }
}

/// What a trainer has offered to a client, seen by either.
public struct AutomaticAgreement: Sendable, Codable, Hashable {
    /// The client for the trainer, the trainer for the client.
    public var userId: UserID
    public var displayName: String
    public var kinds: [AutomaticKind]
    public var offeredAt: Timestamp
    /// `nil` until the client agrees: nothing is sent before.
    @Nullable public var agreedAt: Timestamp?

    public init(
        userId: UserID,
        displayName: String,
        kinds: [AutomaticKind],
        offeredAt: Timestamp,
        agreedAt: Timestamp? = nil
    ) {
        self.userId = userId
        self.displayName = displayName
        self.kinds = kinds
        self.offeredAt = offeredAt
        self.agreedAt = agreedAt
    }

    static var example: AutomaticAgreement {
        AutomaticAgreement(
            userId: Examples.sara,
            displayName: "Sara Chen",
            kinds: [.appointments],
            offeredAt: Examples.time
        )
    }
}

/// Offers a client replies of these kinds: `PUT /v1/automatic/clients/{userId}`. Other kinds than before have to be agreed
/// to again.
public struct AutomaticOfferRequest: APIValue, Hashable {
    public var kinds: [AutomaticKind]

    public init(kinds: [AutomaticKind]) { self.kinds = kinds }

    public static var example: AutomaticOfferRequest { AutomaticOfferRequest(kinds: [.appointments]) }
}

/// What the client was shown of the offer that it agrees to: the optional body of
/// `POST /v1/automatic/agreements/{userId}/accept`. Without it, an offer that was changed after it was made is refused.
public struct AcceptAutomaticRequest: APIValue, Hashable {
    public var kinds: [AutomaticKind]?
    public var offeredAt: Timestamp?

    public init(kinds: [AutomaticKind]? = nil, offeredAt: Timestamp? = nil) {
        self.kinds = kinds
        self.offeredAt = offeredAt
    }

    public static var example: AcceptAutomaticRequest {
        AcceptAutomaticRequest(kinds: [.appointments], offeredAt: Examples.time)
    }
}

/// `GET /v1/automatic`.
public struct AutomaticResponse: APIValue, Hashable {
    /// Whether the operator lets anything be sent.
    public var isAllowed: Bool
    /// A trainer's; `nil` for a client.
    @Nullable public var settings: AutomaticSettings?
    public var agreements: [AutomaticAgreement]

    public init(isAllowed: Bool, settings: AutomaticSettings?, agreements: [AutomaticAgreement]) {
        self.isAllowed = isAllowed
        self.settings = settings
        self.agreements = agreements
    }

    public static var example: AutomaticResponse {
        AutomaticResponse(isAllowed: true, settings: AutomaticSettings(), agreements: [.example])
    }
}

/// Turns automatic replies on or off for everybody: `PUT /v1/admin/automatic`.
public struct AutomaticSwitch: APIValue, Hashable {
    public var isAllowed: Bool

    public init(isAllowed: Bool) { self.isAllowed = isAllowed }

    public static var example: AutomaticSwitch { AutomaticSwitch(isAllowed: false) }
}
