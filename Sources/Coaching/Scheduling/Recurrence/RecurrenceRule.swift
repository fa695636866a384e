import Domain
import Foundation

/// The subset of RFC 5545's `RRULE` (§3.3.10) that reminders use: `FREQ` from `MINUTELY` to `YEARLY`, `INTERVAL`,
/// `COUNT`, `UNTIL`, `BYMONTH`, `BYMONTHDAY`, `BYDAY` (with an ordinal in months and years), `BYSETPOS`, `BYHOUR`, `BYMINUTE`,
/// `WKST`. Separators with nothing behind them, as some programs write them, mean nothing.
///
/// Days and times are local to a time zone; minutes and hours are elapsed time. The first occurrence is the anchor
/// (`DTSTART`), whether or not it matches the rule.
package struct RecurrenceRule: Sendable, Hashable {
    enum Frequency: String { case minutely, hourly, daily, weekly, monthly, yearly }

    struct WeekdayRule: Sendable, Hashable {
        /// 0 is Monday.
        let weekday: Int
        /// Counted within the month, or the year of a yearly rule without months, from 1 or from -1 backwards; `nil` means
        /// every one.
        let ordinal: Int?
    }

    let frequency: Frequency
    private(set) var interval = 1
    private(set) var count: Int?
    private(set) var until: String?
    private(set) var months: [Int] = []
    private(set) var monthDays: [Int] = []
    private(set) var weekdays: [WeekdayRule] = []
    private(set) var positions: [Int] = []
    private(set) var hours: [Int] = []
    private(set) var minutes: [Int] = []
    /// On which day weeks begin: 0 is Monday. It tells which weeks every second week has.
    private(set) var weekStart = 0

    /// The part of a rule that can't be read or isn't supported, as it is written: `BYWEEKNO=20`.
    struct Fault: Error, Equatable {
        let part: String

        init(_ part: some StringProtocol) { self.part = String(part.prefix(64)) }
    }

    /// `nil` if the text isn't a rule or uses other parts. A leading `RRULE:` is accepted.
    package init?(_ text: String) {
        do { self = try RecurrenceRule(reading: text) } catch { return nil }
    }

    init(reading text: String) throws(Fault) {
        guard text.utf8.count <= 500 else { throw Fault(text) }
        var parts: [(name: String, value: String)] = []
        for part in Self.value(text).uppercased().split(separator: ";") {
            let pair = part.split(separator: "=", omittingEmptySubsequences: false).map { String($0).trimmed }
            guard pair.count == 2, !parts.contains(where: { $0.name == pair[0] }) else { throw Fault(part) }
            parts.append((pair[0], pair[1]))
        }
        guard let name = parts.first(where: { $0.name == "FREQ" })?.value else { throw Fault("FREQ") }
        guard let frequency = Frequency(rawValue: name.lowercased()) else { throw Fault("FREQ=\(name)") }
        self.frequency = frequency
        for (name, value) in parts where name != "FREQ" {
            guard read(name, value) else { throw Fault("\(name)=\(value)") }
        }
        guard let clash else { return }
        throw Fault(parts.first { $0.name == clash }.map { "\($0.name)=\($0.value)" } ?? clash)
    }

    private mutating func read(_ name: String, _ value: String) -> Bool {
        switch name {
        case "INTERVAL": return Self.number(value, in: 1...1000) { interval = $0 }
        case "COUNT": return Self.number(value, in: 1...10_000) { count = $0 }
        case "UNTIL":
            until = value
            return Self.untilDay(value) != nil
        case "BYMONTH": return Self.numbers(value, in: 1...12) { months = $0 }
        case "BYMONTHDAY": return Self.numbers(value, in: -31...31, excludingZero: true) { monthDays = $0 }
        case "BYSETPOS":
            return Self.numbers(value, in: -Self.maxPosition...Self.maxPosition, excludingZero: true) { positions = $0 }
        case "BYHOUR": return Self.numbers(value, in: 0...23) { hours = $0 }
        case "BYMINUTE": return Self.numbers(value, in: 0...59) { minutes = $0 }
        case "BYSECOND": return value == "0" || value == "00"
        case "BYDAY":
            let read = value.split(separator: ",", omittingEmptySubsequences: false).map { Self.weekday($0) }
            weekdays = read.compactMap { $0 }
            return weekdays.count == read.count
        case "WKST":
            guard let day = Self.weekdayNames.firstIndex(of: value) else { return false }
            weekStart = day
            return true
        default: return false
        }
    }

    /// The name of a part that others forbid, if there is one.
    private var clash: String? {
        if count != nil, until != nil { return "UNTIL" }
        let hasDays = !months.isEmpty || !monthDays.isEmpty || !weekdays.isEmpty
        if !positions.isEmpty, !hasDays { return "BYSETPOS" }
        switch frequency {
        case .minutely, .hourly:
            if !weekdays.isEmpty { return "BYDAY" }
            if !monthDays.isEmpty { return "BYMONTHDAY" }
            if !months.isEmpty { return "BYMONTH" }
            if !hours.isEmpty { return "BYHOUR" }
            return minutes.isEmpty ? nil : "BYMINUTE"
        case .daily, .weekly:
            // Of the first week some programs count from its first day, others from the first event on.
            if frequency == .weekly, !positions.isEmpty { return "BYSETPOS" }
            if weekdays.contains(where: { $0.ordinal != nil }) { return "BYDAY" }
            return frequency == .weekly && !monthDays.isEmpty ? "BYMONTHDAY" : nil
        case .monthly, .yearly:
            let most = frequency == .yearly && months.isEmpty ? 53 : 5
            return weekdays.contains { $0.ordinal.map { abs($0) > most } ?? false } ? "BYDAY" : nil
        }
    }

    /// Seconds between occurrences, if the rule counts elapsed time.
    package var elapsedSeconds: Int? {
        switch frequency {
        case .minutely: interval * 60
        case .hourly: interval * 3600
        default: nil
        }
    }

    /// How far from the ends of a period `BYSETPOS` looks.
    static let maxPosition = 31

    // MARK: Values

    private static func number(_ text: String, in range: ClosedRange<Int>, _ store: (Int) -> Void) -> Bool {
        guard let value = Int(text), range.contains(value) else { return false }
        store(value)
        return true
    }

    private static func numbers(
        _ text: String,
        in range: ClosedRange<Int>,
        excludingZero: Bool = false,
        _ store: ([Int]) -> Void
    ) -> Bool {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        let values = parts.compactMap { $0 }.filter { range.contains($0) && !(excludingZero && $0 == 0) }
        guard values.count == parts.count else { return false }
        store(Set(values).sorted())
        return true
    }

    /// From Monday on.
    static let weekdayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    private static func weekday(_ text: Substring) -> WeekdayRule? {
        guard let day = weekdayNames.firstIndex(of: String(text.suffix(2))) else { return nil }
        let prefix = text.dropLast(2)
        guard !prefix.isEmpty else { return WeekdayRule(weekday: day, ordinal: nil) }
        guard let ordinal = Int(prefix), ordinal != 0, (-53...53).contains(ordinal) else { return nil }
        return WeekdayRule(weekday: day, ordinal: ordinal)
    }

    /// The day and second of the day of an `UNTIL`, and whether it is in UTC: `20260401`, `20260401T120000[Z]`.
    static func untilDay(_ text: String) -> (day: LocalDay, second: Int, isUTC: Bool)? {
        let digits = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int? {
            guard digits.count >= range.upperBound, digits[range].allSatisfy({ 48...57 ~= $0 }) else { return nil }
            return digits[range].reduce(0) { $0 * 10 + Int($1 - 48) }
        }
        guard let year = number(0..<4), let month = number(4..<6), let date = number(6..<8),
            let day = LocalDay(year: year, month: month, day: date)
        else { return nil }
        if digits.count == 8 { return (day, 86_399, false) }
        guard digits.count == 15 || (digits.count == 16 && digits[15] == UInt8(ascii: "Z")),
            digits[8] == UInt8(ascii: "T"),
            let hour = number(9..<11), let minute = number(11..<13), let second = number(13..<15),
            hour < 24, minute < 60, second < 60
        else { return nil }
        return (day, hour * 3600 + minute * 60 + second, digits.count == 16)
    }
}
