extension TimeGrammar {
    /// "next month", "the month", "April 2027", "this April".
    func monthReference(_ index: Int) -> Parsed<MonthReference>? {
        let start = skip(index, .the)
        if let month = month(start) {
            let year = year(month.end)
            return Parsed(
                value: .named(month.value, year: year?.value),
                end: year?.end ?? month.end,
                isWeak: year == nil && (month.isWeak || !isMonthNamed(index))
            )
        }
        if let determiner = determiner(start) {
            if unit(determiner.end) == .month {
                return Parsed(value: .relative(months(determiner.value)), end: determiner.end + 1)
            }
            if let month = month(determiner.end), digits(month.end) == nil {
                return Parsed(value: .namedRelative(month.value, determiner.value), end: month.end)
            }
            return nil
        }
        guard unit(start) == .month else { return nil }
        if has(start + 1, .afterNext) { return Parsed(value: .relative(2), end: start + 2) }
        if let post = determiner(start + 1), post.value != .this {
            return Parsed(value: .relative(months(post.value)), end: post.end)
        }
        // "del mes", "i månaden": the article is part of another word.
        let isDefinite = start > index || style.language != "en" && hasAny(index - 1, [.of, .in, .start, .mid, .end])
        return isDefinite ? Parsed(value: .current, end: start + 1, isWeak: true) : nil
    }

    private func months(_ determiner: Determiner) -> Int {
        switch determiner {
        case .this: 0
        case .next, .coming: 1
        case .last: -1
        case .afterNext: 2
        }
    }

    private func isMonthNamed(_ index: Int) -> Bool {
        hasAny(index - 1, [.in, .of, .by, .until, .since, .from, .mid, .early, .late, .before, .to, .end, .start])
    }

    /// Weeks, weekends, months, years, and windows from now.
    func period(_ index: Int) -> Parsed<Period>? {
        if let slice = slice(skip(index, .the)) {
            let next = skip(isMark(slice.end, "-") ? slice.end + 1 : slice.end, .of)
            guard let whole = wholePeriod(next), isSliceable(whole.value) else { return nil }
            return Parsed(value: .slice(slice.value, whole.value), end: whole.end)
        }
        return wholePeriod(index)
    }

    private func wholePeriod(_ index: Int) -> Parsed<Period>? {
        window(index) ?? weekPeriod(index) ?? restOfPeriod(index) ?? yearPeriod(index) ?? quarterPeriod(index)
            ?? monthPeriod(index)
    }

    /// "this quarter", "the end of the quarter", "le trimestre prochain".
    private func quarterPeriod(_ index: Int) -> Parsed<Period>? {
        let start = skip(index, .the)
        let before = determiner(start)
        let place = before?.end ?? start
        guard has(place, .quarterOfYear) else { return nil }
        let after = before ?? determiner(place + 1)
        let isNamed = start > index || hasAny(index - 1, [.of, .in, .end, .start])
        guard after != nil || isNamed, !hasAny(place + 1, [.past, .to, .before]) else { return nil }
        return Parsed(
            value: .quarter(after.map { weeks($0.value) } ?? 0),
            end: before == nil ? after?.end ?? place + 1 : place + 1,
            isWeak: after == nil
        )
    }

    private func monthPeriod(_ index: Int) -> Parsed<Period>? {
        guard let month = monthReference(index) else { return nil }
        return Parsed(value: .month(month.value), end: month.end, isWeak: month.isWeak)
    }

    func slice(_ index: Int) -> Parsed<Slice>? {
        let slices: [(TimeWord, Slice)] = [(.early, .early), (.mid, .mid), (.late, .late)]
        guard let found = slices.first(where: { has(index, $0.0) }) else { return nil }
        return Parsed(value: found.1, end: index + 1)
    }

    private func isSliceable(_ period: Period) -> Bool {
        switch period {
        case .month, .week: true
        default: false
        }
    }

    private func weekPeriod(_ index: Int) -> Parsed<Period>? {
        let start = skip(index, .the)
        let before = determiner(start)
        let place = before?.end ?? start
        if has(place, .weekend) {
            if before == nil, has(place + 1, .afterNext) { return Parsed(value: .weekend(.afterNext), end: place + 2) }
            let after = before ?? determiner(place + 1)
            let isNamed = before != nil || start > index || hasAny(index - 1, [.at, .in, .on, .every])
            return Parsed(
                value: .weekend(after?.value ?? .coming),
                end: before == nil ? after?.end ?? place + 1 : place + 1,
                isWeak: !isNamed
            )
        }
        guard unit(place) == .week, length(place) == nil else { return nil }
        let end = place + 1
        if before == nil {
            if has(end, .afterNext) { return Parsed(value: .week(2), end: end + 1) }
            if has(end, .of), let date = calendarDate(skip(end + 1, .the)) {
                return Parsed(value: .weekOf(.calendar(date.value)), end: date.end)
            }
            if let post = determiner(end), post.value != .this {
                return Parsed(value: .week(weeks(post.value)), end: post.end)
            }
            return start > index || hasAny(index - 1, [.rest, .end, .start, .all])
                ? Parsed(value: .week(0), end: end, isWeak: true) : nil
        }
        return Parsed(value: .week(weeks(before?.value ?? .this)), end: end)
    }

    private func weeks(_ determiner: Determiner) -> Int {
        switch determiner {
        case .this: 0
        case .next, .coming: 1
        case .last: -1
        case .afterNext: 2
        }
    }

    private func yearPeriod(_ index: Int) -> Parsed<Period>? {
        let start = skip(index, .the)
        if let determiner = determiner(start), unit(determiner.end) == .year {
            return Parsed(value: .year(weeks(determiner.value)), end: determiner.end + 1)
        }
        if start > index, unit(start) == .year { return Parsed(value: .year(0), end: start + 1, isWeak: true) }
        if let digits = digits(index), digits.count == 4, (1900...2199).contains(digits.value), has(index - 1, .in) {
            return Parsed(value: .calendarYear(digits.value), end: index + 1, isWeak: !isWhole)
        }
        return nil
    }

    /// "the next two weeks", "the past 7 days", "within an hour".
    private func window(_ index: Int) -> Parsed<Period>? {
        if has(index, .within) {
            let start = skip(skip(index + 1, .the), .next)
            guard let length = length(start) ?? singleUnit(start) else { return nil }
            return Parsed(value: .window(length.value, isPast: false), end: length.end)
        }
        let start = skip(index, .the)
        guard let determiner = determiner(start),
            determiner.value == .next || determiner.value == .last || determiner.value == .coming
        else {
            return nil
        }
        let isPast = determiner.value == .last
        if let length = length(determiner.end), !length.isWeak {
            return Parsed(value: .window(length.value, isPast: isPast), end: length.end)
        }
        // "the next hour": units shorter than a day have no calendar period.
        if let length = singleUnit(determiner.end), length.value.isElapsed {
            return Parsed(value: .window(length.value, isPast: isPast), end: length.end)
        }
        return nil
    }

    func singleUnit(_ index: Int) -> Parsed<TimeLength>? {
        guard let unit = unit(index) else { return nil }
        var length = TimeLength()
        length.add(hundredths: 100, of: unit)
        return Parsed(value: length, end: index + 1)
    }

    /// "later today", "later this week", "the rest of the week".
    private func restOfPeriod(_ index: Int) -> Parsed<Period>? {
        guard has(index, .later) || has(index, .rest) else { return nil }
        if has(index + 1, .relativeDay(0)) { return Parsed(value: .restOf(.day), end: index + 2) }
        let start = hasAny(index + 1, [.this, .the]) ? index + 2 : index + 1
        guard start > index + 1 || has(index, .rest), let unit = unit(start),
            unit == .day || unit == .week || unit == .month
        else { return nil }
        return Parsed(value: .restOf(unit), end: start + 1)
    }
}
