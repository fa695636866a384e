import Domain
import Scheduling

/// Times in the three forms that the app reads, in its user's time zone.
struct WebhookTime: Sendable {
    private let clock: LocalClock

    init(timezone: String) { clock = LocalClock(identifier: timezone) ?? .utc }

    /// `2026-03-11T13:15:00Z`. The app's reader takes no fractions of a second.
    static func instant(_ time: Timestamp) -> String { "\(time.description.prefix(19))Z" }

    /// `2026-03-11`. The app reads the times of messages and decisions as days.
    func day(_ time: Timestamp) -> String {
        let date = clock.local(time).day.date
        return "\(Self.digits(date.year, 4))-\(Self.digits(date.month))-\(Self.digits(date.day))"
    }

    /// `09:15`
    func clockTime(_ time: Timestamp) -> String {
        let second = clock.local(time).second
        return "\(Self.digits(second / 3600)):\(Self.digits(second / 60 % 60))"
    }

    func weekday(_ time: Timestamp) -> String {
        let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
        let number = clock.local(time).day.weekday
        return days.indices.contains(number) ? days[number] : ""
    }

    private static func digits(_ number: Int, _ width: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}
