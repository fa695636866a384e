import Domain

/// A day of the proleptic Gregorian calendar, as days since 1970-01-01.
struct CivilDate: Hashable, Comparable {
    let days: Int

    /// Clamped to about ten thousand years around 1970, so that arithmetic can't overflow.
    init(days: Int) { self.days = min(max(days, -4_000_000), 4_000_000) }

    /// `nil` unless the date exists.
    init?(_ year: Int, _ month: Int, _ day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= CivilCalendar.days(inMonth: month, year: year)
        else { return nil }
        self.init(valid: year, month, day)
    }

    private init(valid year: Int, _ month: Int, _ day: Int) {
        self.init(days: CivilCalendar.days(year: year, month: month, day: day))
    }

    var parts: (year: Int, month: Int, day: Int) { CivilCalendar.date(days: days) }

    /// Monday 1 to Sunday 7.
    var weekday: Int { (days + 3) - (days + 3).flooredDivision(by: 7) * 7 + 1 }

    static func < (a: Self, b: Self) -> Bool { a.days < b.days }
    static func + (date: Self, days: Int) -> Self {
        Self(days: date.days + min(max(days, -8_000_000), 8_000_000))
    }

    /// Clamped to the last day of the month.
    func adding(months: Int) -> CivilDate {
        let (year, month, day) = parts
        let total = year * 12 + month - 1 + min(max(months, -120_000), 120_000)
        let newYear = total.flooredDivision(by: 12)
        let newMonth = total - newYear * 12 + 1
        return CivilDate(valid: newYear, newMonth, min(day, CivilCalendar.days(inMonth: newMonth, year: newYear)))
    }

    var monday: CivilDate { self + (1 - weekday) }
    var firstOfMonth: CivilDate { self + (1 - parts.day) }
    var lastOfMonth: CivilDate { firstOfMonth.adding(months: 1) + -1 }

    /// Whether the year has at most four digits.
    var isWritable: Bool { (1...9999).contains(parts.year) }

    /// `Thursday 5 March`
    var dayText: String {
        let (_, month, day) = parts
        return "\(Self.weekdayNames[weekday - 1]) \(day) \(Self.monthNames[month - 1])"
    }

    private static let weekdayNames = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]
    private static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// `2026-03-05`
    var text: String {
        let (year, month, day) = parts
        return "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))"
    }
}

extension Int {
    func padded(_ width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}
