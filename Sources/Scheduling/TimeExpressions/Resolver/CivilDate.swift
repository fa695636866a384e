/// A day of the proleptic Gregorian calendar, as days since 1970-01-01 (conversions after H. Hinnant,
/// "chrono-Compatible Low-Level Date Algorithms").
struct CivilDate: Hashable, Comparable {
    let days: Int

    /// Clamped to about ten thousand years around 1970, so that arithmetic can't overflow.
    init(days: Int) { self.days = min(max(days, -4_000_000), 4_000_000) }

    /// `nil` unless the date exists.
    init?(_ year: Int, _ month: Int, _ day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.days(inMonth: month, of: year)
        else { return nil }
        self.init(valid: year, month, day)
    }

    private init(valid year: Int, _ month: Int, _ day: Int) {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted.floored(400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        self.init(days: era * 146_097 + dayOfEra - 719_468)
    }

    var parts: (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted.floored(146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let civilMonth = month < 10 ? month + 3 : month - 9
        let year = yearOfEra + era * 400 + (civilMonth <= 2 ? 1 : 0)
        return (year, civilMonth, dayOfYear - (153 * month + 2) / 5 + 1)
    }

    /// Monday 1 to Sunday 7.
    var weekday: Int { (days + 3) - (days + 3).floored(7) * 7 + 1 }

    static func < (a: Self, b: Self) -> Bool { a.days < b.days }
    static func + (date: Self, days: Int) -> Self {
        Self(days: date.days + min(max(days, -8_000_000), 8_000_000))
    }

    /// Clamped to the last day of the month.
    func adding(months: Int) -> CivilDate {
        let (year, month, day) = parts
        let total = year * 12 + month - 1 + min(max(months, -120_000), 120_000)
        let newYear = total.floored(12)
        let newMonth = total - newYear * 12 + 1
        return CivilDate(valid: newYear, newMonth, min(day, Self.days(inMonth: newMonth, of: newYear)))
    }

    var monday: CivilDate { self + (1 - weekday) }
    var firstOfMonth: CivilDate { self + (1 - parts.day) }
    var lastOfMonth: CivilDate { firstOfMonth.adding(months: 1) + -1 }

    static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Whether the year has at most four digits.
    var isWritable: Bool { (1...9999).contains(parts.year) }

    /// `2026-03-05`
    var text: String {
        let (year, month, day) = parts
        return "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))"
    }
}

extension Int {
    /// The quotient rounded down.
    func floored(_ divisor: Int) -> Int {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }

    func padded(_ width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}
