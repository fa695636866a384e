extension TimeGrammar {
    /// "two Fridays from now", "in 3 business days", "the next working day", "2 business days after Monday".
    func counted(_ index: Int, depth: Int) -> Parsed<DayExpression>? {
        if let next = nextWorkday(index) { return next }
        let isIn = has(index, .in) && !has(index, .for)
        let start = skip(isIn ? index + 1 : index, .the)
        guard let count = count(start), (1...500).contains(count.value) else { return nil }
        if let weekday = pluralWeekday(count.end) ?? weekday(count.end) {
            guard isIn || hasAny(weekday.end, [.fromNow, .ago]) else { return nil }
            let sign = has(weekday.end, .ago) ? -1 : 1
            let end = skip(weekday.end, .fromNow, .ago)
            return Parsed(value: .countedWeekday(weekday.value, count: count.value, sign: sign), end: end)
        }
        guard hasAny(count.end, [.workday, .workdays]) else { return nil }
        return workdays(count, isIn: isIn, depth: depth)
    }

    private func workdays(_ count: Parsed<Int>, isIn: Bool, depth: Int) -> Parsed<DayExpression>? {
        let end = count.end + 1
        if isIn || hasAny(end, [.fromNow, .ago]) {
            let sign = has(end, .ago) ? -1 : 1
            return Parsed(
                value: .workdays(count.value, from: nil, sign: sign),
                end: skip(skip(end, .fromNow, .ago), .time)
            )
        }
        guard hasAny(end, [.before, .after, .from]), let base = day(end + 1, depth: depth + 1), isSingle(base.value)
        else { return nil }
        let sign = has(end, .before) ? -1 : 1
        return Parsed(value: .workdays(count.value, from: base.value, sign: sign), end: base.end)
    }

    /// "two", "3"; "the second" before a weekday.
    private func count(_ index: Int) -> Parsed<Int>? {
        if has(index, .couple) { return Parsed(value: 2, end: skip(index + 1, .of)) }
        if let ordinal = ordinal(index), weekday(ordinal.end) != nil { return ordinal }
        return number(index) ?? (has(index, .one) ? Parsed(value: 1, end: index + 1) : nil)
    }

    private func nextWorkday(_ index: Int) -> Parsed<DayExpression>? {
        let start = skip(index, .the)
        guard let determiner = determiner(start), has(determiner.end, .workday),
            determiner.value == .next || determiner.value == .coming
        else { return nil }
        return Parsed(value: .workdays(1, from: .relative(days: 0), sign: 1), end: determiner.end + 1)
    }

    /// "first weekend of April", "last week of May", "the last working day of the month".
    func otherPosition(_ position: Parsed<Int>) -> Parsed<DayExpression>? {
        let place = position.end
        guard hasAny(place + 1, [.of, .in]), let month = monthReference(place + 2),
            position.value == -1 || (1...5).contains(position.value)
        else { return nil }
        if has(place, .weekend) {
            return Parsed(value: .period(.nthWeekend(position.value, month.value)), end: month.end)
        }
        if unit(place) == .week {
            return Parsed(value: .period(.nthWeek(position.value, month.value)), end: month.end)
        }
        guard has(place, .workday) else { return nil }
        return Parsed(value: .nthWorkday(ordinal: position.value, month.value), end: month.end)
    }
}
