extension TimeGrammar {
    func month(_ index: Int) -> Parsed<Int>? {
        guard let value = pick(index, { if case .month(let month) = $0 { month } else { nil } }) else { return nil }
        return Parsed(value: value, end: endOfName(index), isWeak: isCommonWord(index))
    }

    /// A four-digit year, optionally after a comma or "of".
    func year(_ index: Int) -> Parsed<Int>? {
        let start = skip(skipComma(index), .of)
        guard let digits = digits(start), digits.count == 4, (1900...2199).contains(digits.value),
            !isMark(start + 1, ":"), !has(start + 1, .am), !has(start + 1, .pm)
        else { return nil }
        return Parsed(value: digits.value, end: start + 1)
    }

    /// A date that includes a day of the month.
    func calendarDate(_ index: Int, afterWeekday: Bool = false) -> Parsed<CalendarDate>? {
        if let date = numericDate(index) ?? dayThenMonth(index) ?? monthThenDay(index) ?? bareDayOfMonth(index) {
            return date
        }
        let start = skip(index, .the)
        // "quarta" is a weekday before it is a fourth.
        guard let day = ordinal(start), (1...31).contains(day.value), month(day.end) == nil, weekday(day.end) == nil,
            weekday(start) == nil
        else { return nil }
        guard isWhole || afterWeekday || isOrdinalADay(index, start: start, end: day.end) else { return nil }
        if isWhole, start == index, digits(start) == nil, !afterWeekday, unit(start) != nil { return nil }
        return Parsed(value: CalendarDate(day: day.value), end: day.end)
    }

    /// In a sentence "the 2nd set" and "my 3rd time" aren't dates. A preposition must precede, and nothing that an
    /// ordinal could qualify may follow.
    private func isOrdinalADay(_ index: Int, start: Int, end: Int) -> Bool {
        guard start > index || followsPreposition(index), followsPreposition(index) || digits(start) != nil else {
            return false
        }
        guard let next = token(end) else { return true }
        if case .mark = next.shape { return true }
        if isMeasure(end) { return false }
        let followers: [TimeWord] = [
            .at, .on, .in, .from, .to, .until, .through, .for, .and, .or, .by, .noon, .midnight, .about, .between, .of,
            .continues,
        ]
        return hasAny(end, followers) || number(end) != nil
    }

    /// "5 March", "5th of March 2027", "5. März".
    private func dayThenMonth(_ index: Int) -> Parsed<CalendarDate>? {
        let start = skip(skip(index, .the), .dayWord)
        let named = ordinal(start)
        var isSure = named != nil || start > index || followsPreposition(index)
        guard let day = named ?? number(start), (1...31).contains(day.value) else { return nil }
        let afterOf = skip(isMark(day.end, "-") ? day.end + 1 : day.end, .of)
        isSure = isSure || has(afterOf - 1, .of)
        if named == nil, digits(start) == nil, !has(afterOf - 1, .of) { return nil }
        guard let month = month(afterOf), isSure || !month.isWeak else { return nil }
        let year = year(isMark(month.end, "-") ? month.end + 1 : month.end)
        return Parsed(
            value: CalendarDate(year: year?.value, month: month.value, day: day.value),
            end: year?.end ?? month.end
        )
    }

    /// "March 5", "March the 5th, 2027".
    private func monthThenDay(_ index: Int) -> Parsed<CalendarDate>? {
        guard let month = month(index) else { return nil }
        let start = skip(month.end, .the)
        guard let day = ordinal(start) ?? digits(start, maxCount: 2).map({ Parsed(value: $0.value, end: start + 1) }),
            (1...31).contains(day.value), !isMark(day.end, ":"), !has(day.end, .am), !has(day.end, .pm),
            !has(day.end, .oclock), !isMeasure(day.end)
        else { return nil }
        let year = year(day.end)
        return Parsed(
            value: CalendarDate(year: year?.value, month: month.value, day: day.value),
            end: year?.end ?? day.end
        )
    }
}
