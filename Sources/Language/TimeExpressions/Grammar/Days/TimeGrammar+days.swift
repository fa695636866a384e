extension TimeGrammar {
    /// Maximum nesting of "a week from a week from …".
    private static let maxDepth = 3

    /// An expression for a day or several days.
    func day(_ index: Int, depth: Int = 0) -> Parsed<DayExpression>? {
        guard depth < Self.maxDepth, token(index) != nil else { return nil }
        guard let first = singleDay(index, depth: depth) else { return shortRange(index) }
        guard depth == 0, let last = rangeEnd(after: first, depth: depth) else { return shortRange(index) ?? first }
        return last
    }

    private func singleDay(_ index: Int, depth: Int) -> Parsed<DayExpression>? {
        if let found = offset(index) ?? counted(index, depth: depth) ?? shifted(index, depth: depth) { return found }
        if let found = relativeDay(index) ?? monthPosition(index) ?? weekdayPhrase(index) { return found }
        if let found = calendarDay(index) ?? edge(index) { return found }
        return period(index).map { Parsed(value: .period($0.value), end: $0.end, isWeak: $0.isWeak) }
    }

    private func calendarDay(_ index: Int) -> Parsed<DayExpression>? {
        calendarDate(index).map { Parsed(value: .calendar($0.value), end: $0.end, isWeak: $0.isWeak) }
    }

    private func relativeDay(_ index: Int) -> Parsed<DayExpression>? {
        if let days = pick(index, { if case .relativeDay(let days) = $0 { days } else { nil } }) {
            if days == 1 || days == 0, let later = daysHence(index + 1) {
                return Parsed(value: .relative(days: days + later.value), end: later.end)
            }
            return Parsed(value: .relative(days: days), end: index + 1, isWeak: isCommonWord(index))
        }
        // "el día de Reyes"
        let start = style.language == "en" ? index : skip(index, .the)
        guard let holiday = holiday(start) else { return nil }
        let year = year(start + 1)
        let end = year?.end ?? start + 1
        var value = DayExpression.holiday(holiday, year: year?.value)
        if case .fixed(let month, let day) = holiday {
            value = .calendar(CalendarDate(year: year?.value, month: month, day: day))
        }
        if has(end, .weekend) { return Parsed(value: .period(.weekendAt(value)), end: end + 1) }
        // "Thanksgiving Eve"
        if has(end, .dayBefore) {
            return Parsed(value: .shifted(value, TimeLength(days: 1), sign: -1), end: end + 1)
        }
        return Parsed(value: value, end: end)
    }

    /// The holiday, on its date in this locale.
    func holiday(_ index: Int) -> Holiday? {
        guard let found = pick(index, { if case .holiday(let holiday) = $0 { holiday } else { nil } }) else {
            return nil
        }
        if case .regional(let regional) = found, regional != .midsummer { return style.holiday(regional) }
        return found
    }

    /// "in two weeks", "3 days ago", "an hour from now", "hace tres días".
    private func offset(_ index: Int) -> Parsed<DayExpression>? {
        if has(index, .agoFirst), let length = length(index + 1) {
            // Swedish has two words: "för tre dagar sedan".
            return Parsed(value: .offset(length.value, sign: -1), end: skip(length.end, .ago))
        }
        // "i 45 minuter" and "durante dos horas" are lengths, because "in" also means "for" there.
        if has(index, .in), !has(index, .for), let length = length(index + 1), !isFollowedByAlternative(length.end) {
            let end = isMark(length.end, "'") ? length.end + 1 : length.end
            return Parsed(value: .offset(length.value, sign: 1), end: skip(skip(end, .time), .ish))
        }
        guard let length = length(index) else { return nil }
        if has(length.end, .ago) { return Parsed(value: .offset(length.value, sign: -1), end: length.end + 1) }
        if has(length.end, .fromNow) { return Parsed(value: .offset(length.value, sign: 1), end: length.end + 1) }
        return nil
    }

    /// "in a week on Tuesday" isn't "in a week", but "in 2 days from now" is "in 2 days".
    private func isFollowedByAlternative(_ index: Int) -> Bool {
        has(index, .or) || isMark(index, "-") && digits(index + 1) != nil
    }

    /// "a week on Tuesday", "two weeks from tomorrow", "3 days before March 5", "the day after Friday".
    private func shifted(_ index: Int, depth: Int) -> Parsed<DayExpression>? {
        let start = skip(skip(index, .in), .the)
        if let days = pick(index, { if case .dayShift(let days) = $0 { days } else { nil } }),
            let base = day(index + 1, depth: depth + 1)
        {
            return Parsed(value: .shifted(base.value, TimeLength(days: abs(days)), sign: days.signum()), end: base.end)
        }
        if has(start, .unit(.day)), has(start + 1, .after) || has(start + 1, .before) {
            let sign = has(start + 1, .after) ? 1 : -1
            guard let base = day(start + 2, depth: depth + 1) else { return nil }
            return Parsed(value: .shifted(base.value, TimeLength(days: 1), sign: sign), end: base.end)
        }
        if let weekday = weekday(start), let sign = besideSign(weekday.end),
            let base = day(weekday.end + 1, depth: depth + 1)
        {
            return Parsed(value: .weekdayBeside(weekday.value, base.value, sign: sign), end: base.end)
        }
        if let period = periodBeside(start, depth: depth) { return period }
        // "week from Sunday" has no article.
        let bareUnit = isWhole && hasAny(start + 1, [.from]) ? singleUnit(start) : nil
        guard !has(index - 1, .for), let length = length(start) ?? bareUnit, !length.value.isElapsed else { return nil }
        if hasAny(length.end, [.on, .from, .after, .before]) {
            let sign = has(length.end, .before) ? -1 : 1
            guard let base = day(length.end + 1, depth: depth + 1), isSingle(base.value) else { return nil }
            return Parsed(value: .shifted(base.value, length.value, sign: sign), end: base.end)
        }
        // "a week tomorrow", "a week Tuesday"
        let isThis = has(length.end, .this) && weekday(length.end + 1) != nil
        guard length.value.isWholeWeeks,
            let base = relativeDay(length.end) ?? (isThis ? weekdayPhrase(length.end) : plainWeekday(length.end))
        else { return nil }
        return Parsed(value: .shifted(base.value, length.value, sign: 1), end: base.end)
    }

    private func besideSign(_ index: Int) -> Int? {
        if has(index, .before) { return -1 }
        return has(index, .after) ? 1 : nil
    }

    /// "the week after Easter", "the weekend before Christmas".
    private func periodBeside(_ start: Int, depth: Int) -> Parsed<DayExpression>? {
        let isWeekend = has(start, .weekend)
        guard isWeekend || unit(start) == .week, let sign = besideSign(start + 1),
            let base = day(start + 2, depth: depth + 1), isSingle(base.value)
        else { return nil }
        let period: Period =
            isWeekend ? .weekendBeside(base.value, sign: sign) : .weekBeside(base.value, sign: sign)
        return Parsed(value: .period(period), end: base.end)
    }

    private func plainWeekday(_ index: Int) -> Parsed<DayExpression>? {
        weekday(index).map { Parsed(value: .weekday($0.value, .coming), end: $0.end) }
    }

    /// "next month on the 5th"
    private func monthThenPosition(_ index: Int) -> Parsed<DayExpression>? {
        guard let month = monthReference(index), self.month(skip(index, .the)) == nil else { return nil }
        let place = skip(skip(month.end, .on), .the)
        guard place > month.end, let day = ordinal(place), (1...31).contains(day.value) else { return nil }
        return Parsed(value: .dayOfMonth(day.value, month.value), end: day.end)
    }

    /// "first Monday of April", "the last day of the month", "the 31st of next month".
    private func monthPosition(_ index: Int) -> Parsed<DayExpression>? {
        if let position = monthThenPosition(index) { return position }
        let start = skip(index, .the)
        let isLast = has(start, .end)
        guard let position = isLast ? Parsed(value: -1, end: start + 1) : ordinal(start) ?? dayNumber(index)
        else { return nil }
        // "den sista i månaden"
        if isLast, style.language != "en", hasAny(position.end, [.of, .in]), unit(position.end + 1) == .month,
            let month = monthReference(position.end + 1)
        {
            return Parsed(value: .lastDayOfMonth(month.value), end: month.end)
        }
        if let weekday = weekday(position.end) ?? pluralWeekday(position.end), hasAny(weekday.end, [.of, .in]),
            let month = monthReference(weekday.end + 1)
        {
            return Parsed(
                value: .nthWeekday(ordinal: position.value, weekday: weekday.value, month.value),
                end: month.end
            )
        }
        if let other = otherPosition(position) { return other }
        if unit(position.end) == .day, hasAny(position.end + 1, [.of, .in]),
            let month = monthReference(position.end + 2)
        {
            let value: DayExpression = isLast ? .lastDayOfMonth(month.value) : .dayOfMonth(position.value, month.value)
            return Parsed(value: value, end: month.end)
        }
        // "am 5. nächsten Monats", "den 5 nästa månad"
        let isSelected = determiner(position.end).map { $0.value != .this } ?? false
        let place = isSelected ? position.end : position.end + 1
        guard !isLast, place == position.end || hasAny(position.end, [.of, .in]), let month = monthReference(place),
            self.month(skip(place, .the)) == nil, (1...31).contains(position.value)
        else { return nil }
        return Parsed(value: .dayOfMonth(position.value, month.value), end: month.end)
    }

    /// "the end of the month", "start of next week".
    private func edge(_ index: Int) -> Parsed<DayExpression>? {
        let start = skip(index, .the)
        if has(start, .endOf(.week)) { return Parsed(value: .edge(isStart: false, .week(0)), end: start + 1) }
        if has(start, .endOf(.month)) {
            return Parsed(value: .edge(isStart: false, .month(.relative(0))), end: start + 1)
        }
        if has(start, .endOf(.year)) { return Parsed(value: .edge(isStart: false, .year(0)), end: start + 1) }
        guard has(start, .end) || has(start, .start) else { return nil }
        let isStart = has(start, .start)
        let place = skip(start + 1, .of, .from)
        guard place > start + 1 || style.language != "en", let period = period(place) else { return nil }
        return Parsed(value: .edge(isStart: isStart, period.value), end: period.end)
    }
}
