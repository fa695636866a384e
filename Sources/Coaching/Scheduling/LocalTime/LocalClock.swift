package import Domain
package import Foundation

/// Converts between instants and the local time of a time zone.
package struct LocalClock: Sendable, Hashable {
    package let timeZone: TimeZone

    package static let utc = LocalClock(.gmt)

    package init(_ timeZone: TimeZone) { self.timeZone = timeZone }

    /// `nil` unless it is an IANA name, such as `America/New_York`.
    package init?(identifier: String) {
        guard let timeZone = TimeZone(identifier: identifier) else { return nil }
        self.timeZone = timeZone
    }

    /// The local day and time at an instant.
    package func local(_ instant: Timestamp) -> (day: LocalDay, second: Int) {
        let seconds = Int(instant.milliseconds.flooredSeconds) + offset(instant)
        let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        return (LocalDay(number: day), seconds - day * 86_400)
    }

    /// The instant of a local time. `second` counts from midnight and may be 86 400.
    ///
    /// A time that occurs twice means its first occurrence. A time that doesn't exist is moved forward by the length of
    /// the gap.
    package func instant(_ day: LocalDay, second: Int) -> (instant: Timestamp, exists: Bool) {
        Self.instant(day, second: second) { offset($0) }
    }

    /// The same by the offsets of any clock.
    static func instant(
        _ day: LocalDay,
        second: Int,
        offset offsetAt: (Timestamp) -> Int
    ) -> (instant: Timestamp, exists: Bool) {
        let local = Int64(day.number) * 86_400 + Int64(second)
        func candidate(_ offset: Int) -> Timestamp {
            Timestamp(milliseconds: (local - Int64(offset)) * 1000)
        }
        // Offsets change by a few hours at most, so those a day before and after are the only candidates.
        let before = offsetAt(Timestamp(milliseconds: (local - 86_400) * 1000))
        let after = offsetAt(Timestamp(milliseconds: (local + 86_400) * 1000))
        for offset in [max(before, after), min(before, after)] {
            let instant = candidate(offset)
            if offsetAt(instant) == offset { return (instant, true) }
        }
        return (candidate(before), false)
    }

    /// Seconds east of Greenwich.
    package func offset(_ instant: Timestamp) -> Int {
        timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000))
    }

    /// Parses `YYYY-MM-DDTHH:MM[:SS]`; `nil` for anything else.
    package func instant(iso text: String) -> Timestamp? {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2, let date = Self.numbers(parts[0], "-", widths: [4, 2, 2]),
            let time = Self.numbers(parts[1], ":", widths: [2, 2]) ?? Self.numbers(parts[1], ":", widths: [2, 2, 2]),
            let day = LocalDay(year: date[0], month: date[1], day: date[2]),
            time[0] < 24, time[1] < 60, time.count == 2 || time[2] < 60
        else { return nil }
        return instant(day, second: time[0] * 3600 + time[1] * 60 + (time.count == 3 ? time[2] : 0)).instant
    }

    /// Numbers of so many digits each, without signs; `nil` for anything else.
    static func numbers(_ text: Substring, _ separator: Character, widths: [Int]) -> [Int]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == widths else { return nil }
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
        }
        return numbers.count == widths.count ? numbers : nil
    }
}

extension Int64 {
    fileprivate var flooredSeconds: Int64 { self >= 0 ? self / 1000 : (self - 999) / 1000 }
}
