import Domain

/// Rules for recurring events, and parts of them.
extension RecurrenceRule {
    /// Whether events may recur by it: on days, at the time of the day of the first.
    var fitsEvents: Bool { elapsedSeconds == nil && hours.isEmpty && minutes.isEmpty }

    /// The only weekday on which it recurs, if it names one: 0 is Monday.
    var onlyWeekday: Int? {
        guard frequency == .weekly, weekdays.count == 1 else { return nil }
        return weekdays[0].weekday
    }

    /// The rule without the property's name and without separators that separate nothing: `RRULE:FREQ=WEEKLY;BYDAY=SA,;`
    /// is `FREQ=WEEKLY;BYDAY=SA`.
    static func value(_ rule: String) -> String {
        let body = rule.uppercased().hasPrefix("RRULE:") ? rule.dropFirst(6) : rule[...]
        return body.split(separator: ";").map { part in
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, part.hasSuffix(",") else { return String(part) }
            return "\(pair[0])=\(pair[1].split(separator: ",").joined(separator: ","))"
        }.joined(separator: ";")
    }

    /// The rule without hours, minutes and seconds that only say when its first event begins.
    /// - Parameter second: of the day.
    static func value(_ rule: String, startingAt second: Int) -> String {
        let said = ["BYHOUR": second / 3600, "BYMINUTE": second / 60 % 60, "BYSECOND": second % 60]
        return value(rule).split(separator: ";").filter { part in
            let pair = part.split(separator: "=").map { String($0).trimmed }
            guard pair.count == 2, let value = said[pair[0].uppercased()] else { return true }
            return Int(pair[1]) != value
        }.joined(separator: ";")
    }

    /// The rule's text without its end, which `COUNT` or `UNTIL` gives.
    private static func endless(_ rule: String) -> [Substring] {
        value(rule).split(separator: ";").filter {
            let name = $0.uppercased()
            return !name.hasPrefix("COUNT=") && !name.hasPrefix("UNTIL=")
        }
    }

    /// The rule with another end.
    static func text(_ rule: String, until end: Timestamp) -> String { text(rule, until: ICalendarTime.utc(end)) }

    /// - Parameter end: as `UNTIL` has it.
    static func text(_ rule: String, until end: String) -> String {
        (endless(rule) + ["UNTIL=\(end)"]).joined(separator: ";")
    }

    /// The rule with another number of occurrences.
    static func text(_ rule: String, count: Int) -> String {
        (endless(rule) + ["COUNT=\(count)"]).joined(separator: ";")
    }

    /// A weekly rule on another weekday: 0 is Monday.
    static func text(_ rule: String, onWeekday weekday: Int) -> String {
        guard weekdayNames.indices.contains(weekday) else { return rule }
        return rule.split(separator: ";")
            .map { $0.uppercased().hasPrefix("BYDAY=") ? "BYDAY=\(weekdayNames[weekday])" : String($0) }
            .joined(separator: ";")
    }
}
