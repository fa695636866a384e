package import Domain
package import Scheduling
import SpotterAPI

/// An hour of a day of the week, in a time zone. An hour that occurs twice means the first time, one that doesn't exist
/// the time by which clocks were moved on.
package struct WeeklySchedule: Sendable, Hashable {
    /// 0 is Monday.
    package let weekday: Int
    let hour: Int
    package let clock: LocalClock

    package struct Occurrence: Sendable, Hashable {
        package let at: Timestamp
        /// The Monday of its week, as days since 1970.
        package let week: Int
    }

    init(weekday: Int, hour: Int, timezone: String) {
        self.weekday = weekday
        self.hour = hour
        clock = LocalClock(identifier: timezone) ?? .utc
    }

    /// The first after an instant.
    package func next(after instant: Timestamp) -> Occurrence {
        let today = clock.local(instant).day
        let found = (0...14).lazy.map { occurrence(on: today.adding(days: $0)) }
            .first { $0.map { $0.at > instant } ?? false }
        return (found ?? nil) ?? Occurrence(at: .latest, week: today.number)
    }

    /// The last up to an instant.
    package func latest(upTo instant: Timestamp) -> Occurrence {
        let today = clock.local(instant).day
        let found = (0...14).lazy.map { occurrence(on: today.adding(days: -$0)) }
            .first { $0.map { $0.at <= instant } ?? false }
        return (found ?? nil) ?? Occurrence(at: .earliest, week: today.number)
    }

    private func occurrence(on day: LocalDay) -> Occurrence? {
        guard day.weekday == weekday else { return nil }
        return Occurrence(at: clock.instant(day, second: hour * 3600).instant, week: day.number - day.weekday)
    }
}

extension ProactiveSettings.Weekday {
    /// 0 is Monday.
    package var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    init(number: Int) { self = Self.allCases.indices.contains(number) ? Self.allCases[number] : .mon }
}
