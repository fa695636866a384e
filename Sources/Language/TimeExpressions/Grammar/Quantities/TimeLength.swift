/// A length of time as it was expressed. Months, days and elapsed time can't be converted into each other.
struct TimeLength: Equatable {
    var months = 0
    var days = 0
    var seconds = 0

    /// Adds `hundredths` / 100 of a unit. The fraction of a month or day becomes days (30 per month) or seconds.
    mutating func add(hundredths: Int, of unit: LengthUnit) {
        switch unit {
        case .second: seconds += hundredths / 100
        case .minute: seconds += hundredths * 60 / 100
        case .quarterHour: seconds += hundredths * 900 / 100
        case .halfHour: seconds += hundredths * 1800 / 100
        case .threeQuarterHour: seconds += hundredths * 2700 / 100
        case .hour: seconds += hundredths * 3600 / 100
        case .day: addDays(hundredths: hundredths)
        case .week: addDays(hundredths: hundredths * 7)
        case .fortnight: addDays(hundredths: hundredths * 14)
        case .month:
            months += hundredths / 100
            addDays(hundredths: hundredths % 100 * 30)
        case .year:
            let twelfths = hundredths * 12
            months += twelfths / 100
        }
    }

    private mutating func addDays(hundredths: Int) {
        days += hundredths / 100
        seconds += hundredths % 100 * 864
    }

    /// Whether it consists only of hours, minutes and seconds.
    var isElapsed: Bool { months == 0 && days == 0 }
    var isWholeWeeks: Bool { months == 0 && seconds == 0 && days > 0 && days % 7 == 0 }

    /// Whole minutes, counting a month as 30 days; `nil` if it is shorter than a minute.
    var minutes: Int? {
        let total = (months * 30 + days) * 1440 + seconds / 60
        return total > 0 ? total : nil
    }
}
