import Domain

/// A day of the proleptic Gregorian calendar, without a time zone, as days since 1970-01-01.
package struct LocalDay: Sendable, Hashable, Comparable {
    package let number: Int

    package init(number: Int) { self.number = number }

    /// `nil` unless it is an existing date in the years 1 to 9999.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...CivilCalendar.days(inMonth: month, year: year)).contains(day)
        else { return nil }
        number = CivilCalendar.days(year: year, month: month, day: day)
    }

    /// 0 is Monday, 6 is Sunday.
    package var weekday: Int {
        let fromMonday = (number + 3) % 7
        return fromMonday < 0 ? fromMonday + 7 : fromMonday
    }

    package var date: (year: Int, month: Int, day: Int) { CivilCalendar.date(days: number) }

    package func adding(days: Int) -> LocalDay { LocalDay(number: number + days) }

    package static func < (a: Self, b: Self) -> Bool { a.number < b.number }
}
