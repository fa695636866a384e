extension RecurrenceRule {
    /// The frequency in English: `every day`, `every 2 weeks on Mon and Fri`.
    package var summary: String {
        let unit =
            switch frequency {
            case .minutely: "minute"
            case .hourly: "hour"
            case .daily: "day"
            case .weekly: "week"
            case .monthly: "month"
            case .yearly: "year"
            }
        let every = interval == 1 ? "every \(unit)" : "every \(interval) \(unit)s"
        return weekdays.isEmpty ? every : "\(every) on \(weekdays.map(Self.summary).formattedList)"
    }

    private static func summary(_ rule: WeekdayRule) -> String {
        let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        let day = days.indices.contains(rule.weekday) ? days[rule.weekday] : ""
        return switch rule.ordinal {
        case nil: day
        case 1?: "the 1st \(day)"
        case 2?: "the 2nd \(day)"
        case 3?: "the 3rd \(day)"
        case .some(-1): "the last \(day)"
        case let ordinal? where ordinal > 0: "the \(ordinal)th \(day)"
        case let ordinal?: "the \(-ordinal)th last \(day)"
        }
    }
}

extension [String] {
    fileprivate var formattedList: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " and " + last
    }
}
