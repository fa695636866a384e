extension TimeGrammar {
    /// "to", "until", "through" or a dash; "and" after "between".
    func rangeLink(_ index: Int, afterBetween: Bool) -> Int? {
        if isMark(index, "-") || hasAny(index, [.to, .until, .through]) { return index + 1 }
        return afterBetween && has(index, .and) ? index + 1 : nil
    }

    /// "Monday to Wednesday", "March 3 - April 2", "March 3 to 7".
    func rangeEnd(after first: Parsed<DayExpression>, depth: Int) -> Parsed<DayExpression>? {
        let isBetween = hasAny(rangeStart(of: first), [.between])
        guard isSingle(first.value), let next = rangeLink(first.end, afterBetween: isBetween) else { return nil }
        if case .calendar(let date) = first.value, let day = bareDay(next) {
            var last = date
            last.day = day.value
            last.weekday = nil
            var start = date
            var end = day.end
            if let year = year(day.end) {
                start.year = year.value
                last.year = year.value
                end = year.end
            }
            return Parsed(value: .range(.calendar(start), .calendar(last)), end: end)
        }
        guard let last = day(next, depth: depth + 1), isSingle(last.value) else { return nil }
        // "3rd to 7th of March"
        if case .calendar(var start) = first.value, start.month == nil, case .calendar(let end) = last.value {
            start.month = end.month
            start.year = end.year
            return Parsed(value: .range(.calendar(start), last.value), end: last.end)
        }
        return Parsed(value: .range(first.value, last.value), end: last.end, isWeak: first.isWeak && last.isWeak)
    }

    /// An index before the range; only used to check for "between".
    private func rangeStart(of first: Parsed<DayExpression>) -> Int {
        var index = first.end - 1
        for _ in 0..<6 where !has(index, .between) { index -= 1 }
        return index
    }

    /// "3-7 March", "3rd to 7th of March": the month follows the second day.
    func shortRange(_ index: Int) -> Parsed<DayExpression>? {
        let start = skip(index, .the)
        guard let first = bareDay(start), let next = rangeLink(first.end, afterBetween: has(index - 1, .between)),
            let last = calendarDate(next), last.value.month != nil, last.value.weekday == nil
        else { return nil }
        var date = last.value
        date.day = first.value
        return Parsed(value: .range(.calendar(date), .calendar(last.value)), end: last.end)
    }

    /// A day of the month alone, if nothing that follows makes it something else.
    private func bareDay(_ index: Int) -> Parsed<Int>? {
        let start = skip(index, .the)
        guard let day = ordinal(start) ?? digits(start, maxCount: 2).map({ Parsed(value: $0.value, end: start + 1) }),
            (1...31).contains(day.value), !isMeasure(day.end), month(skip(day.end, .of)) == nil,
            !isMark(day.end, ":"), !hasAny(day.end, [.am, .pm, .oclock])
        else { return nil }
        // "20. bis 22. Januar"
        let hasDot = style.usesDots && digits(start) != nil && isMark(day.end, ".") && isAdjacent(day.end)
        let isLinked = hasDot && rangeLink(day.end + 1, afterBetween: true) != nil
        return Parsed(value: day.value, end: isLinked ? day.end + 1 : day.end)
    }

    func isRange(_ day: DayExpression) -> Bool {
        if case .range = day { true } else { false }
    }

    /// A single day, which can be combined with a clock time.
    func isSingle(_ day: DayExpression) -> Bool {
        switch day {
        case .range, .period: false
        default: true
        }
    }
}
