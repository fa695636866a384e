extension TimeResolver {
    /// The next such holiday from today, or that of a year.
    func holiday(_ holiday: Holiday, year: Int?) -> DaySpan? {
        if holiday == .regional(.midsummer) {
            let span = self.holiday(.onOrAfter(weekday: 6, month: 6, day: 20), year: year)
            return span?.addingAmbiguity("the Saturday; Midsummer's Eve before it or 24 June could be meant")
        }
        let first = today.parts.year
        if let year { return date(of: holiday, in: year).map { DaySpan($0) } }
        let next = (first...first + 2).lazy.compactMap { date(of: holiday, in: $0) }.first { $0 >= today }
        return next.map { DaySpan($0) }
    }

    private func date(of holiday: Holiday, in year: Int) -> CivilDate? {
        switch holiday {
        case .fixed(let month, let day): return CivilDate(year, month, day)
        case .easter(let days): return CivilDate.easter(year).map { $0 + days }
        case .nth(let ordinal, let weekday, let month, let days):
            return CivilDate(year, month, 1)?.nth(ordinal, weekday: weekday).map { $0 + days }
        case .onOrAfter(let weekday, let month, let day):
            return CivilDate(year, month, day).map { $0 + (weekday - $0.weekday + 7) % 7 }
        // The grammar replaces these by those of the locale.
        case .regional: return nil
        }
    }
}

extension CivilDate {
    /// Easter Sunday of the western churches, by the algorithm of Meeus, Jones and Butcher.
    static func easter(_ year: Int) -> CivilDate? {
        let (golden, century, rest) = (year % 19, year / 100, year % 100)
        let correction = (century - (century + 8) / 25 + 1) / 3
        let epact = (19 * golden + century - century / 4 - correction + 15) % 30
        let weekday = (32 + 2 * (century % 4) + 2 * (rest / 4) - epact - rest % 4) % 7
        let shift = (golden + 11 * epact + 22 * weekday) / 451
        let sum = epact + weekday - 7 * shift + 114
        return CivilDate(year, sum / 31, sum % 31 + 1)
    }
}
