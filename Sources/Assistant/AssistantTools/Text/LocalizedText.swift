package import Domain
package import Foundation

/// Formats instants in a user's time zone and language, 24 hours.
package struct LocalizedText: Sendable {
    package let zone: TimeZone
    private let calendar: Calendar
    private let says: AssistantSentences

    /// An unknown zone counts as UTC.
    package init(timezone: String, in says: AssistantSentences = .english) {
        self.says = says
        zone = TimeZone(identifier: timezone) ?? .gmt
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        self.calendar = calendar
    }

    /// `Mon 9 Mar 2026 14:12`
    package func dateTime(_ instant: Timestamp) -> String { "\(date(instant)) \(time(instant))" }

    /// `Mon 9 Mar 2026`
    package func date(_ instant: Timestamp) -> String {
        let parts = parts(instant)
        let month = says.months[safe: parts.month - 1] ?? "?"
        return "\(weekday(parts.weekday).prefix(3)) \(parts.day) \(month) \(parts.year)"
    }

    /// `14:12`
    package func time(_ instant: Timestamp) -> String {
        let parts = parts(instant)
        return "\(Self.padded(parts.hour)):\(Self.padded(parts.minute))"
    }

    /// `Monday`
    package func weekday(_ instant: Timestamp) -> String { weekday(parts(instant).weekday) }

    /// `2026-03-09T14:12`
    package func iso(_ instant: Timestamp) -> String {
        let parts = parts(instant)
        let year = String(repeating: "0", count: max(0, 4 - String(parts.year).count)) + String(parts.year)
        return "\(year)-\(Self.padded(parts.month))-\(Self.padded(parts.day))T\(time(instant))"
    }

    /// `today`, `yesterday`, `3 days ago`, `2 weeks ago`, `5 months ago`; `tomorrow`, `in 3 days`.
    package func distance(of instant: Timestamp, from now: Timestamp) -> String {
        let days = days(from: now, to: instant)
        switch days {
        case 0: return says(.today)
        case -1: return says(.yesterday)
        case 1: return says(.tomorrow)
        default: break
        }
        let count = abs(days)
        let time =
            count < 14
            ? says(.days, ["count": "\(count)"])
            : count < 60
                ? says(.weeks, ["count": "\(count / 7)"])
                : count < 730
                    ? says(.months, ["count": "\(count / 30)"])
                    : says(.years, ["count": "\(count / 365)"])
        return says(days < 0 ? .ago : .ahead, ["time": time])
    }

    /// `Mon 9 Mar 2026 14:12 (3 days ago)`
    package func moment(_ instant: Timestamp, from now: Timestamp) -> String {
        "\(dateTime(instant)) (\(distance(of: instant, from: now)))"
    }

    /// `New York` for `America/New_York`.
    package var city: String {
        zone.identifier.split(separator: "/").last.map { String($0).replacing("_", with: " ") } ?? zone.identifier
    }

    /// The first instant of the day, and of the day after it.
    package func day(of instant: Timestamp) -> (start: Timestamp, end: Timestamp) {
        let start = calendar.startOfDay(for: Self.date(from: instant))
        let end = calendar.date(byAdding: .day, value: 1, to: start) ?? start.addingTimeInterval(86_400)
        return (Self.timestamp(start), Self.timestamp(end))
    }

    /// The number of midnights between the two.
    package func days(from: Timestamp, to: Timestamp) -> Int {
        let start = calendar.startOfDay(for: Self.date(from: from))
        let end = calendar.startOfDay(for: Self.date(from: to))
        return calendar.dateComponents([.day], from: start, to: end).day ?? 0
    }

    private func weekday(_ number: Int) -> String {
        says.weekdays[safe: number - 1] ?? "?"
    }

    private func parts(
        _ instant: Timestamp
    ) -> (year: Int, month: Int, day: Int, weekday: Int, hour: Int, minute: Int) {
        let found = calendar.dateComponents(
            [.year, .month, .day, .weekday, .hour, .minute],
            from: Self.date(from: instant)
        )
        return (
            found.year ?? 0, found.month ?? 0, found.day ?? 0, found.weekday ?? 0, found.hour ?? 0, found.minute ?? 0
        )
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func date(from instant: Timestamp) -> Date {
        Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
    }

    private static func timestamp(_ date: Date) -> Timestamp {
        Timestamp(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
    }
}
