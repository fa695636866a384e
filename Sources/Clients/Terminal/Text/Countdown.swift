import Domain

/// The time until something is tried again, in steps of five seconds. A line for each second would cost more than it
/// tells, and a screen reader would read them all.
enum Countdown {
    private static let step: Int64 = 5000

    /// Whole steps that are left, in seconds; 0 when it is due.
    static func seconds(until due: Timestamp?, now: Timestamp) -> Int64 {
        let left = due.map { max($0.milliseconds(since: now), 0) } ?? 0
        return (left + step - 1) / step * step / 1000
    }

    /// When it says something else; `nil` once it is due.
    static func nextChange(until due: Timestamp?, after now: Timestamp) -> Timestamp? {
        guard let due, case let left = due.milliseconds(since: now), left > 0 else { return nil }
        return now.adding(milliseconds: (left - 1) % step + 1)
    }
}
