package import Domain
import Foundation
package import Scheduling

/// Formats instants in words, in one zone and, if it differs, in the other person's.
package struct MomentFormatter {
    package let clock: LocalClock
    package let now: Timestamp
    private let says: AssistantSentences

    package init(clock: LocalClock, now: Timestamp, in says: AssistantSentences = .english) {
        self.clock = clock
        self.now = now
        self.says = says
    }

    /// `Thu 12 Mar 15:00`; with the year unless it is the current one.
    package func moment(_ instant: Timestamp) -> String {
        "\(day(instant, on: clock)) \(Self.time(instant, on: clock))"
    }

    /// `Thu 12 Mar`.
    package func day(_ instant: Timestamp) -> String { day(instant, on: clock) }

    /// `Thu 12 Mar 15:00 (New York) = 20:00 Stockholm`; with the other day if it differs.
    package func moment(_ instant: Timestamp, andIn other: String?) -> String {
        let own = "\(moment(instant)) (\(Self.city(clock)))"
        guard let other, let there = LocalClock(identifier: other), there.offset(instant) != clock.offset(instant)
        else { return own }
        let isSameDay = there.local(instant).day == clock.local(instant).day
        let day = isSameDay ? "" : "\(day(instant, on: there)) "
        return "\(own) = \(day)\(Self.time(instant, on: there)) \(Self.city(there))"
    }

    private func day(_ instant: Timestamp, on clock: LocalClock) -> String {
        let day = clock.local(instant).day
        let date = day.date
        // A day's week begins with Monday.
        let weekday = (says.weekdays[safe: (day.weekday + 1) % 7] ?? "").prefix(3)
        let text = "\(weekday) \(date.day) \(says.months[safe: date.month - 1] ?? "")"
        return date.year == clock.local(now).day.date.year ? text : "\(text) \(date.year)"
    }

    private static func time(_ instant: Timestamp, on clock: LocalClock) -> String {
        let minutes = clock.local(instant).second / 60
        return twoDigits(minutes / 60) + ":" + twoDigits(minutes % 60)
    }

    private static func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

    /// `New York` for `America/New_York`.
    private static func city(_ clock: LocalClock) -> String {
        let name = clock.timeZone.identifier.split(separator: "/").last.map(String.init) ?? "UTC"
        return name == "GMT" ? "UTC" : name.replacing("_", with: " ")
    }
}
