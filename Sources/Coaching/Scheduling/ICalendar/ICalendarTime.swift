import Domain

/// Times as iCalendar writes them (RFC 5545 §3.3.5).
enum ICalendarTime {
    /// Such as `20260311T131500Z`. Parts of a second are dropped: iCalendar has none.
    static func utc(_ instant: Timestamp) -> String { local(instant, LocalClock.utc) + "Z" }

    /// Such as `20260311T091500`.
    static func local(_ instant: Timestamp, _ clock: LocalClock) -> String {
        let (day, second) = clock.local(instant)
        return local(day, second: second)
    }

    /// Such as `20260311`.
    static func day(_ instant: Timestamp, _ clock: LocalClock) -> String { String(local(instant, clock).prefix(8)) }

    static func local(_ day: LocalDay, second: Int) -> String {
        let date = day.date
        return digits(date.year, 4) + digits(date.month, 2) + digits(date.day, 2) + "T" + digits(second / 3600, 2)
            + digits(second / 60 % 60, 2) + digits(second % 60, 2)
    }

    /// Such as `+0530` or `-023627`.
    static func offset(_ seconds: Int) -> String {
        let size = abs(seconds)
        return (seconds < 0 ? "-" : "+") + digits(size / 3600, 2) + digits(size / 60 % 60, 2)
            + (size % 60 == 0 ? "" : digits(size % 60, 2))
    }

    private static func digits(_ value: Int, _ width: Int) -> String {
        let text = String(max(0, value))
        return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
}
