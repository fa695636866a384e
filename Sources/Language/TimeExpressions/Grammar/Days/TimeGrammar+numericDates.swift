extension TimeGrammar {
    /// "2026-03-05", "3/4", "3/4/2026", "5.3.2026": three numbers, or two with a slash.
    func numericDate(_ start: Int) -> Parsed<CalendarDate>? {
        // "le 4/5", "el 3/10"
        let index = skip(start, .dayArticle)
        guard let first = digits(index), let separator = dateSeparator(index + 1), isAdjacent(index + 2),
            let second = digits(index + 2, maxCount: 2)
        else { return nil }
        if dateSeparator(index + 3) == separator, isAdjacent(index + 4), let third = digits(index + 4) {
            return threeNumbers(first, second, third, separator).map { Parsed(value: $0, end: index + 5) }
        }
        guard first.count <= 2, !isMeasure(index + 3), unit(skip(skip(index + 3, .of), .one)) == nil else { return nil }
        if separator == "/", let date = ordered(first.value, second.value, year: nil, monthFirst: style.isMonthFirst) {
            let isRoundTheClock = first.value == 24 && second.value == 7
            guard !isRoundTheClock, isWhole || index > start || followsPreposition(index) || weekday(index - 1) != nil
            else {
                return nil
            }
            return Parsed(value: date, end: index + 3)
        }
        // "5.3." with its final full stop
        if separator == ".", style.usesDots || isWhole, isMark(index + 3, "."), isAdjacent(index + 3),
            let date = ordered(first.value, second.value, year: nil, monthFirst: false),
            style.usesDots || !date.isSwapped
        {
            return Parsed(value: date, end: index + 4)
        }
        return nil
    }

    private func dateSeparator(_ index: Int) -> Character? {
        guard isAdjacent(index), case .mark(let mark)? = token(index)?.shape, "-/.".contains(mark) else { return nil }
        return mark
    }

    private func threeNumbers(
        _ a: (value: Int, count: Int),
        _ b: (value: Int, count: Int),
        _ c: (value: Int, count: Int),
        _ separator: Character
    ) -> CalendarDate? {
        if a.count == 4 {
            guard (1...12).contains(b.value), (1...31).contains(c.value), c.count <= 2 else { return nil }
            return CalendarDate(year: a.value, month: b.value, day: c.value)
        }
        guard a.count <= 2, c.count == 4 || c.count == 2 else { return nil }
        let year = c.count == 4 ? c.value : 2000 + c.value
        return ordered(a.value, b.value, year: year, monthFirst: style.isMonthFirst && separator != ".")
    }

    /// Month and day in the locale's order, or swapped if only that is a valid date.
    private func ordered(_ a: Int, _ b: Int, year: Int?, monthFirst: Bool) -> CalendarDate? {
        let (month, day) = monthFirst ? (a, b) : (b, a)
        guard month >= 1, day >= 1 else { return nil }
        if month <= 12, day <= 31 {
            let isOpen = style.isOrderOpen && day <= 12 && day != month
            return CalendarDate(year: year, month: month, day: day, mayBeSwapped: isOpen)
        }
        if day <= 12, month <= 31 { return CalendarDate(year: year, month: day, day: month, isSwapped: true) }
        return nil
    }
}
