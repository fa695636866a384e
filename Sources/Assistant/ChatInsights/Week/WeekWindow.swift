package import AssistantTools
package import Domain
package import Scheduling

/// The days that a weekly page covers, in its reader's time zone: the seven before today, and the seven from today on.
package struct WeekWindow: Sendable {
    package static let days = 7

    package let now: Timestamp
    package let since: Timestamp
    package let until: Timestamp
    package let clock: LocalClock
    package let words: LocalizedText

    package init(at now: Timestamp, timezone: String) {
        self.now = now
        clock = LocalClock(identifier: timezone) ?? .utc
        words = LocalizedText(timezone: timezone)
        let today = clock.local(now).day
        since = clock.instant(today.adding(days: -Self.days), second: 0).instant
        until = clock.instant(today.adding(days: Self.days), second: 0).instant
    }

    /// A week further.
    package var horizon: Timestamp { daysAhead(2 * Self.days) }

    func daysAhead(_ days: Int) -> Timestamp {
        clock.instant(clock.local(now).day.adding(days: days), second: 0).instant
    }

    func holdsLastWeek(_ instant: Timestamp) -> Bool { since <= instant && instant <= now }

    /// `Tue 10 Mar 2026 18:02 (yesterday)`
    package func moment(_ instant: Timestamp) -> String { words.moment(instant, from: now) }

    /// `Tue 10 Mar 2026`
    package func date(_ instant: Timestamp) -> String { words.date(instant) }
}
