public import Domain

/// Puts something off: a chat of the inbox, `POST /v1/inbox/{chatId}/snooze`, or a reminder,
/// `POST /v1/reminders/{reminderId}/snooze`. With either field.
///
/// ```swift
/// let request = SnoozeRequest(minutes: 120)
/// ```
public struct SnoozeRequest: APIValue {
    public let until: Timestamp?
    public let minutes: Int?

    /// At most a year.
    public static let maxMinutes = 366 * 24 * 60

    public init(until: Timestamp) {
        self.until = until
        minutes = nil
    }

    public init(minutes: Int) {
        until = nil
        self.minutes = minutes
    }

    /// - Throws: `invalid_request` unless exactly one of the fields is there and minutes are 1 to a year's.
    public func end(after now: Timestamp) throws -> Timestamp {
        switch (until, minutes) {
        case (let until?, nil): return until
        case (nil, let minutes?):
            guard (1...Self.maxMinutes).contains(minutes) else {
                throw SpotterError.invalid("minutes must be 1 to \(Self.maxMinutes).")
            }
            return now.adding(minutes: Int64(minutes))
        default: throw SpotterError.invalid("Give either until or minutes.")
        }
    }

    public static var example: SnoozeRequest { SnoozeRequest(minutes: 120) }
}
