/// A holiday whose date can be computed for every year.
enum Holiday: Hashable, Sendable {
    case fixed(month: Int, day: Int)
    /// Days after Easter Sunday of the western churches; negative before it.
    case easter(Int)
    /// The nth such weekday of a month, -1 for the last, and a number of days after it.
    case nth(Int, weekday: Int, month: Int, plus: Int)
    /// The first such weekday on or after a date.
    case onOrAfter(weekday: Int, month: Int, day: Int)
    /// Celebrated on different days in different countries.
    case regional(Regional)

    enum Regional: String, Hashable, Sendable { case mothersDay, fathersDay, labourDay, midsummer }

    fileprivate static func nth(_ ordinal: Int, weekday: Int, month: Int) -> Holiday {
        .nth(ordinal, weekday: weekday, month: month, plus: 0)
    }
}

extension LocaleStyle {
    /// The date of a regional holiday in this locale; that of the United States where nothing else is known.
    func holiday(_ regional: Holiday.Regional) -> Holiday {
        switch (regional, region ?? language) {
        case (.mothersDay, "GB"), (.mothersDay, "IE"): .easter(-21)
        case (.mothersDay, "ES"), (.mothersDay, "PT"): .nth(1, weekday: 7, month: 5)
        case (.mothersDay, "MX"): .fixed(month: 5, day: 10)
        case (.mothersDay, "FR"), (.mothersDay, "SE"), (.mothersDay, "sv"): .nth(-1, weekday: 7, month: 5)
        case (.mothersDay, _): .nth(2, weekday: 7, month: 5)
        case (.fathersDay, "AU"), (.fathersDay, "NZ"): .nth(1, weekday: 7, month: 9)
        case (.fathersDay, "ES"): .fixed(month: 3, day: 19)
        case (.fathersDay, "SE"), (.fathersDay, "sv"): .nth(2, weekday: 7, month: 11)
        case (.fathersDay, "DE"), (.fathersDay, "de"): .easter(39)
        case (.fathersDay, _): .nth(3, weekday: 7, month: 6)
        case (.labourDay, "US"), (.labourDay, "CA"), (.labourDay, "en"): .nth(1, weekday: 1, month: 9)
        case (.labourDay, "NZ"): .nth(4, weekday: 1, month: 10)
        case (.labourDay, _): .fixed(month: 5, day: 1)
        case (.midsummer, _): .onOrAfter(weekday: 6, month: 6, day: 20)
        }
    }
}
