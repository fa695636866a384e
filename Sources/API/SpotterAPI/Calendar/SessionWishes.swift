public import Domain

/// Asks the trainer for another time of a session, or to cancel it: `POST /v1/calendar/events/{eventId}/wish`.
///
/// ```swift
/// let request = SessionWishRequest(startsAt: friday)
/// ```
public struct SessionWishRequest: APIValue {
    /// The time that would suit; left out to cancel the session.
    public let startsAt: Timestamp?

    public init(startsAt: Timestamp? = nil) { self.startsAt = startsAt }

    public static var example: SessionWishRequest { SessionWishRequest(startsAt: Examples.later) }
}
