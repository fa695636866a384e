/// Consecutive days, the end excluded.
struct DaySpan {
    var start: CivilDate
    var end: CivilDate
    var isSingle: Bool
    var ambiguity = Ambiguity()

    init(_ day: CivilDate) { (start, end, isSingle) = (day, day + 1, true) }
    init(_ start: CivilDate, to end: CivilDate) { (self.start, self.end, isSingle) = (start, end, false) }

    /// Adds the doubt that the same words could mean the days from `other` on.
    func doubting(_ other: CivilDate?) -> DaySpan {
        guard let other else { return self }
        var copy = self
        copy.ambiguity.add(
            TimeDoubt(.weekday, "\(start.dayText) is meant; \(other.dayText) (\(other.text)) could be, too")
        )
        return copy
    }

    func addingAmbiguity(_ note: String?) -> DaySpan {
        guard let note else { return self }
        var copy = self
        copy.ambiguity.add(note)
        return copy
    }
}

extension TimeResolver {
    func date(of day: DayExpression) -> DaySpan? {
        switch day {
        case .relative(let days): return DaySpan(today + days)
        case .weekday(let weekday, let determiner): return self.weekday(weekday, determiner)
        case .weekdayOfWeek(let weekday, let weeks): return DaySpan(today.monday + (weeks * 7 + weekday - 1))
        case .calendar(let date): return calendar(date)
        case .nthWeekday(let ordinal, let weekday, let month): return nthWeekday(ordinal, weekday, month)
        case .dayOfMonth(let day, let month): return dayOfMonth(day, month)
        case .lastDayOfMonth(let month): return firstOfMonth(month).map { DaySpan($0.lastOfMonth) }
        case .edge(let isStart, let period): return edge(isStart, period)
        case .period(let period): return self.period(period)
        case .shifted(let base, let length, let sign):
            guard let span = date(of: base) else { return nil }
            var shifted = DaySpan(span.start.adding(months: sign * length.months) + sign * length.days)
            shifted.ambiguity = span.ambiguity
            return shifted
        case .weekdayBeside(let weekday, let base, let sign):
            guard let span = date(of: base) else { return nil }
            guard sign > 0 else {
                let last = span.start + -1
                return DaySpan(last + -((last.weekday - weekday + 7) % 7))
            }
            let start = span.isSingle ? span.start + 1 : span.end
            return DaySpan(start + (weekday - start.weekday + 7) % 7)
        case .holiday(let holiday, let year): return self.holiday(holiday, year: year)
        case .countedWeekday(let weekday, let count, let sign):
            let ahead = sign > 0 ? (weekday - today.weekday + 6) % 7 + 1 : -((today.weekday - weekday + 6) % 7 + 1)
            return DaySpan(today + (ahead + sign * (count - 1) * 7))
        case .workdays(let count, let base, let sign):
            guard let start = base.map({ date(of: $0) }) ?? DaySpan(today) else { return nil }
            return DaySpan(start.start.adding(workdays: count, sign: sign))
        case .nthWorkday(let ordinal, let month): return nthWorkday(ordinal, month)
        case .lastDay(let period): return self.period(period).map { DaySpan($0.end + -1) }
        case .offset(let length, let sign):
            return DaySpan(point(after: point(now), length, sign: sign).date)
        case .range(let first, let last): return range(first, last)
        }
    }

    private func weekday(_ weekday: Int, _ determiner: Determiner) -> DaySpan {
        let ahead = (weekday - today.weekday + 6) % 7 + 1
        let thisWeek = today.monday + (weekday - 1)
        let nextWeek = thisWeek + 7
        switch determiner {
        case .coming: return DaySpan(today + ahead)
        case .this: return DaySpan(thisWeek >= today ? thisWeek : nextWeek)
        case .next:
            return DaySpan(nextWeek).doubting(thisWeek > today ? thisWeek : nil)
        case .last:
            let back = DaySpan(today + (ahead - 7 == 0 ? -7 : ahead - 7))
            return back.doubting(thisWeek < today ? thisWeek + -7 : nil)
        case .afterNext:
            return DaySpan(nextWeek + 7).doubting(thisWeek > today ? nextWeek : nil)
        }
    }

    private func calendar(_ date: CalendarDate) -> DaySpan? {
        guard let day = date.isBare ? bareDay(date) : day(of: date) else { return nil }
        var span = DaySpan(day)
        if date.isBare, date.mayBeHour { span.ambiguity.add("\(date.day):00 could be meant") }
        if date.mayBeSwapped, let other = other(date) {
            span.ambiguity.add(
                TimeDoubt(.dayMonth, "\(day.dayText) is meant; \(other.dayText) (\(other.text)) could be, too")
            )
        }
        if date.isSwapped { span.ambiguity.add("day and month read the other way round") }
        if let weekday = date.weekday, weekday != day.weekday {
            span.ambiguity.add("\(day.text) isn't the weekday that was named")
        }
        return span
    }

    /// The date with day and month the other way round.
    private func other(_ date: CalendarDate) -> CivilDate? {
        guard let month = date.month else { return nil }
        return day(of: CalendarDate(year: date.year, month: date.day, day: month))
    }

    /// "Tuesday 17", if the 17th is a Tuesday in this month or in the next.
    func bareDay(_ date: CalendarDate) -> CivilDate? {
        days(numbered: date.day, months: 3).prefix(2).first { $0.weekday == date.weekday }
    }

    /// The days from today on that have this number, in so many months from this one.
    private func days(numbered day: Int, months: Int) -> [CivilDate] {
        (0..<months).compactMap { month in
            let parts = today.firstOfMonth.adding(months: month).parts
            return CivilDate(parts.year, parts.month, day)
        }.filter { $0 >= today }
    }

    /// The next such day from today, if the year or the month is missing.
    private func day(of date: CalendarDate) -> CivilDate? {
        let year = today.parts.year
        if let named = date.month {
            if let year = date.year { return CivilDate(year, named, date.day) }
            // 29 February can be eight years away.
            return (year...year + 8).lazy.compactMap { CivilDate($0, named, date.day) }.first { $0 >= today }
        }
        let days = self.days(numbered: date.day, months: 14)
        guard let weekday = date.weekday else { return days.first }
        return days.first { $0.weekday == weekday } ?? days.first
    }

    private func range(_ first: DayExpression, _ last: DayExpression) -> DaySpan? {
        guard let start = date(of: first), var end = date(of: last) else { return nil }
        if end.start < start.start {
            // "Friday to Tuesday", "28 December to 3 January": the end is the first one after the start.
            switch last {
            case .weekday(let day, .coming):
                end = DaySpan(start.start + ((day - start.start.weekday + 7) % 7))
            case .calendar(let date) where date.year == nil:
                guard let next = TimeResolver(at: start.start, like: self).date(of: .calendar(date)) else { return nil }
                end = next
            default: return nil
            }
        } else if case .calendar(let date) = last, date.year == nil,
            date.month == nil || end.start.days - start.start.days > 400,
            case .calendar = first,
            let next = TimeResolver(at: start.start, like: self).date(of: .calendar(date))
        {
            end = next
        }
        var span = DaySpan(start.start, to: end.end)
        span.ambiguity = start.ambiguity
        span.ambiguity.add(end.ambiguity)
        return span
    }

    /// The same resolver for another day.
    private init(at day: CivilDate, like other: TimeResolver) {
        self.init(
            now: other.home.instant(day, second: 0).instant,
            timeZone: other.home.zone,
            ownerZone: other.ownerZone
        )
    }
}
