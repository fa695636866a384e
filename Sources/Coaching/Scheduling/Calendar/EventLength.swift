import Domain

/// How long an event is: a time, or whole days of a clock, on some of which it is set.
enum EventLength {
    case milliseconds(Int64)
    case days(Int, LocalClock)

    /// - Parameter dayZone: on whose clock it is of whole days, if it is.
    init(from start: Timestamp, to end: Timestamp, dayZone: String?) {
        if let clock = dayZone.flatMap({ LocalClock(identifier: $0) }) {
            self = .days(clock.local(end).day.number - clock.local(start).day.number, clock)
        } else {
            self = .milliseconds(end.milliseconds(since: start))
        }
    }

    /// The end of an event that begins at an instant.
    func end(after start: Timestamp) -> Timestamp {
        switch self {
        case .milliseconds(let length): start.adding(milliseconds: length)
        case .days(let days, let clock):
            clock.instant(clock.local(start).day.adding(days: days), second: 0).instant
        }
    }
}

extension CalendarEvent {
    var length: EventLength { EventLength(from: startsAt, to: endsAt, dayZone: dayZone) }

    /// Whether it begins and ends with days of a zone.
    func isOfWholeDays(in zone: String) -> Bool {
        guard let clock = LocalClock(identifier: zone) else { return false }
        return [startsAt, endsAt].allSatisfy { clock.instant(clock.local($0).day, second: 0).instant == $0 }
    }
}
