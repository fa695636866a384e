extension TimeResolver {
    /// The first day of a month. Without a year, the next one from today, including this month.
    func firstOfMonth(_ reference: MonthReference) -> CivilDate? {
        let (year, month, _) = today.parts
        switch reference {
        case .relative(let months): return today.firstOfMonth.adding(months: months)
        case .current: return today.firstOfMonth
        case .named(let named, let namedYear):
            return CivilDate(namedYear ?? (named >= month ? year : year + 1), named, 1)
        case .namedRelative(let named, let determiner):
            switch determiner {
            case .this, .coming: return CivilDate(named >= month ? year : year + 1, named, 1)
            case .next, .afterNext: return CivilDate(named > month ? year : year + 1, named, 1)
            case .last: return CivilDate(named < month ? year : year - 1, named, 1)
            }
        }
    }

    private func next(_ reference: MonthReference) -> MonthReference? {
        switch reference {
        case .relative(0), .current: return .relative(1)
        case .named(let month, year: nil): return .named(month, year: today.parts.year + 1)
        default: return nil
        }
    }

    func nthWeekday(_ ordinal: Int, _ weekday: Int, _ month: MonthReference) -> DaySpan? {
        guard let first = firstOfMonth(month), let day = first.nth(ordinal, weekday: weekday) else { return nil }
        // If it has passed, the same day of the next such month.
        guard day < today, let later = next(month), let next = firstOfMonth(later)?.nth(ordinal, weekday: weekday)
        else {
            return DaySpan(day)
        }
        if case .named = month { return DaySpan(next) }
        guard case .namedRelative = month else {
            return DaySpan(next).addingAmbiguity("\(day.text) is over")
        }
        return DaySpan(next)
    }

    func nthWorkday(_ ordinal: Int, _ month: MonthReference) -> DaySpan? {
        guard let first = firstOfMonth(month) else { return nil }
        let day =
            ordinal < 0
            ? first.adding(months: 1).adding(workdays: 1, sign: -1) : (first + -1).adding(workdays: ordinal, sign: 1)
        guard day < today, let later = next(month) else { return DaySpan(day) }
        return nthWorkday(ordinal, later)
    }

    /// The nth weekend that begins in the month.
    private func nthWeekend(_ ordinal: Int, _ month: MonthReference) -> DaySpan? {
        guard let saturday = firstOfMonth(month)?.nth(ordinal, weekday: 6) else { return nil }
        if saturday + 2 <= today, let later = next(month) { return nthWeekend(ordinal, later) }
        return DaySpan(saturday, to: saturday + 2)
    }

    /// Seven days, counted from the start or the end of the month.
    private func nthWeek(_ ordinal: Int, _ month: MonthReference) -> DaySpan? {
        guard let first = firstOfMonth(month), ordinal < 5 else { return nil }
        let start = ordinal < 0 ? first.adding(months: 1) + -7 : first + (ordinal - 1) * 7
        return DaySpan(start, to: start + 7).addingAmbiguity("seven days of the month; a calendar week could be meant")
    }

    func dayOfMonth(_ day: Int, _ month: MonthReference) -> DaySpan? {
        guard let first = firstOfMonth(month), day >= 1 else { return nil }
        if case .current = month, first + (day - 1) < today { return dayOfMonth(day, .relative(1)) }
        let last = first.lastOfMonth
        let note = first.parts.day + day - 1 > last.parts.day ? "the month ends on the \(last.parts.day)th" : nil
        return DaySpan(min(first + (day - 1), last)).addingAmbiguity(note)
    }

    func period(_ period: Period) -> DaySpan? {
        switch period {
        case .week(let weeks): return week(today.monday + weeks * 7)
        case .weekOf(let day): return date(of: day).map { week($0.start.monday) }
        case .weekend(let determiner): return weekend(determiner)
        case .nthWeekend(let ordinal, let month): return nthWeekend(ordinal, month)
        case .nthWeek(let ordinal, let month): return nthWeek(ordinal, month)
        case .weekBeside(let base, let sign):
            return date(of: base).map { week($0.start.monday + sign * 7) }
        case .weekendBeside(let base, let sign):
            guard let span = date(of: base) else { return nil }
            // The last weekend that is over before the day, or the first one that begins after it.
            let start = sign > 0 ? span.end : span.start + -2
            let saturday = sign > 0 ? start + (13 - start.weekday) % 7 : start + -((start.weekday + 1) % 7)
            return DaySpan(saturday, to: saturday + 2)
        case .weekendAt(let base):
            guard let span = date(of: base) else { return nil }
            let day = span.start
            let saturday = day.weekday <= 2 ? day + -(day.weekday + 1) : day + (6 - day.weekday)
            return DaySpan(saturday, to: saturday + 2).addingAmbiguity("the days beside it could be meant, too")
        case .month(let reference):
            return firstOfMonth(reference).map { DaySpan($0, to: $0.adding(months: 1)) }
        case .quarter(let quarters):
            let start = today.firstOfMonth.adding(months: quarters * 3 - (today.parts.month - 1) % 3)
            return DaySpan(start, to: start.adding(months: 3))
        case .year(let years): return year(today.parts.year + years)
        case .calendarYear(let value): return year(value)
        case .slice(let slice, let whole): return self.period(whole).map { self.slice(slice, of: $0) }
        case .window(let length, let isPast):
            let other = point(after: point(now), length, sign: isPast ? -1 : 1).date
            return isPast ? DaySpan(other, to: today) : DaySpan(today, to: other + 1)
        case .restOf(let unit):
            return rest(of: unit)?.end.map { DaySpan(today, to: $0.date) }
        }
    }

    private func week(_ monday: CivilDate) -> DaySpan { DaySpan(monday, to: monday + 7) }

    private func year(_ year: Int) -> DaySpan? {
        guard let first = CivilDate(year, 1, 1) else { return nil }
        return DaySpan(first, to: first.adding(months: 12))
    }

    private func weekend(_ determiner: Determiner) -> DaySpan {
        let saturday = today.monday + 5
        func span(_ weeks: Int) -> DaySpan { DaySpan(saturday + weeks * 7, to: saturday + (weeks * 7 + 2)) }
        switch determiner {
        case .coming, .this: return span(0)
        case .last: return span(-1)
        case .next:
            return span(1).doubting(today < saturday ? saturday : nil)
        case .afterNext:
            return span(2).doubting(today < saturday ? saturday + 7 : nil)
        }
    }

    /// Thirds of a month (to the 10th, to the 20th, the rest), or of a week (Monday-Tuesday, Wednesday-Thursday, the
    /// rest).
    private func slice(_ slice: Slice, of span: DaySpan) -> DaySpan {
        let (first, second) = span.end.days - span.start.days > 7 ? (10, 20) : (2, 4)
        let result =
            switch slice {
            case .early: DaySpan(span.start, to: span.start + first)
            case .mid: DaySpan(span.start + first, to: span.start + second)
            case .late: DaySpan(span.start + second, to: span.end)
            }
        return result.addingAmbiguity("no exact days were said")
    }

    func edge(_ isStart: Bool, _ period: Period) -> DaySpan? {
        guard let span = self.period(period) else { return nil }
        guard !isStart else { return DaySpan(span.start) }
        if case .week = period { return DaySpan(span.start + 4).addingAmbiguity("Friday; Sunday could be meant") }
        return DaySpan(span.end + -1)
    }

    /// From now to the end of the day, the week or the month.
    func rest(of unit: LengthUnit) -> ResolvedDraft? {
        let end: CivilDate
        switch unit {
        case .day: end = today + 1
        case .week: end = today.monday + 7
        case .month: end = today.lastOfMonth + 1
        default: return nil
        }
        return ResolvedDraft(kind: .interval, start: point(now), end: startOfDay(end))
    }
}

extension CivilDate {
    /// Counts days from Monday to Friday; this day doesn't count.
    func adding(workdays count: Int, sign: Int) -> CivilDate {
        var date = self
        var left = min(count, 1000)
        while left > 0 {
            date = date + sign
            if date.weekday <= 5 { left -= 1 }
        }
        return date
    }

    /// The nth such weekday of the month that starts on this day, -1 for the last; `nil` if the month has fewer.
    func nth(_ ordinal: Int, weekday: Int) -> CivilDate? {
        guard ordinal > 0 else {
            let last = lastOfMonth
            let day = last + -((last.weekday - weekday + 7) % 7 + (-1 - ordinal) * 7)
            return ordinal < -4 ? nil : day
        }
        guard ordinal <= 5 else { return nil }
        let day = self + ((weekday - self.weekday + 7) % 7 + (ordinal - 1) * 7)
        return day.parts.month == parts.month ? day : nil
    }
}
