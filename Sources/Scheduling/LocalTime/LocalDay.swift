/// A day of the proleptic Gregorian calendar, without a time zone, as days since 1970-01-01.
package struct LocalDay: Sendable, Hashable, Comparable {
    package let number: Int

    package init(number: Int) { self.number = number }

    /// `nil` unless it is an existing date in the years 1 to 9999.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.length(ofMonth: month, year: year)).contains(day)
        else { return nil }
        // H. Hinnant, "chrono-Compatible Low-Level Date Algorithms": years start in March.
        let shifted = month <= 2 ? year - 1 : year
        let era = Self.floor(shifted, 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        number = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// 0 is Monday, 6 is Sunday.
    package var weekday: Int {
        let fromMonday = (number + 3) % 7
        return fromMonday < 0 ? fromMonday + 7 : fromMonday
    }

    package var date: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = Self.floor(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let civil = month < 10 ? month + 3 : month - 9
        return (yearOfEra + era * 400 + (civil <= 2 ? 1 : 0), civil, dayOfYear - (153 * month + 2) / 5 + 1)
    }

    package static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    package func adding(days: Int) -> LocalDay { LocalDay(number: number + days) }

    package static func < (a: Self, b: Self) -> Bool { a.number < b.number }

    private static func floor(_ value: Int, _ divisor: Int) -> Int {
        value >= 0 ? value / divisor : (value - divisor + 1) / divisor
    }
}
