package import Domain

/// Quiet hours as minutes of a day. The end isn't quiet any more.
package struct QuietSpan: Sendable, Hashable {
    /// 0 to 1439.
    package let from: Int
    package let to: Int

    /// `nil` unless both are minutes of a day and differ.
    package init?(from: Int, to: Int) {
        guard (0..<1440).contains(from), (0..<1440).contains(to), from != to else { return nil }
        self.from = from
        self.to = to
    }

    /// - Throws: `invalid_request` unless both are `HH:MM` and differ.
    package init(_ hours: QuietHours) throws {
        guard let from = Self.minute(hours.from), let to = Self.minute(hours.to),
            let span = QuietSpan(from: from, to: to)
        else {
            throw SpotterError.invalid("quietHours needs two different times as HH:MM, such as 22:00 and 07:00.")
        }
        self = span
    }

    package var hours: QuietHours { QuietHours(from: LocalClock.text(minute: from), to: LocalClock.text(minute: to)) }

    /// The end of the quiet hours in which an instant is; `nil` if it's in none.
    package func end(around instant: Timestamp, on clock: LocalClock) -> Timestamp? {
        let local = clock.local(instant)
        let minute = local.second / 60
        let isOvernight = from > to
        let isQuiet = isOvernight ? minute >= from || minute < to : (from..<to).contains(minute)
        guard isQuiet else { return nil }
        let day = isOvernight && minute >= from ? local.day.adding(days: 1) : local.day
        let end = clock.instant(day, second: to * 60).instant
        // An hour that occurs twice may end before its second half.
        return end > instant ? end : instant.adding(minutes: Int64((to - minute + 1440) % 1440))
    }

    /// The first instant from one on that is in none of the quiet hours.
    package static func end(of spans: [QuietSpan], from instant: Timestamp, on clock: LocalClock) -> Timestamp {
        var due = instant
        // Two spans can hand over to each other a few times, and never cover the day for good: whoever sets that gets
        // what the last of them says.
        for _ in 0..<4 {
            guard let end = spans.compactMap({ $0.end(around: due, on: clock) }).max() else { break }
            due = end
        }
        return due
    }

    private static func minute(_ text: String) -> Int? {
        let digits = Array(text.utf8)
        guard digits.count == 5, digits[2] == UInt8(ascii: ":") else { return nil }
        let numbers = [digits[0], digits[1], digits[3], digits[4]].map { Int($0) - 48 }
        guard numbers.allSatisfy({ (0...9).contains($0) }) else { return nil }
        let (hour, minute) = (numbers[0] * 10 + numbers[1], numbers[2] * 10 + numbers[3])
        return hour < 24 && minute < 60 ? hour * 60 + minute : nil
    }
}
