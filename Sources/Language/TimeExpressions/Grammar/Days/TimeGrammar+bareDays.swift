/// Days of the month without their month, as a number alone: "Tuesday 17 at 9am", "le 15 à 9h", "am 15. um 9 Uhr".
extension TimeGrammar {
    /// The number after a weekday, if it is a day rather than an hour.
    func bareDay(afterWeekday index: Int) -> Parsed<CalendarDate>? {
        guard let day = bareNumber(index) else { return nil }
        var date = CalendarDate(day: day.value, isBare: true)
        if isClock(day.end) || day.value > 24 || day.value > 12 && isPart(day.end) {
            return Parsed(value: date, end: day.end)
        }
        // "Tuesday 17" alone may be at five in the afternoon.
        guard token(day.end) == nil || !isWhole && endsPhrase(day.end) else { return nil }
        date.mayBeHour = isWhole
        return Parsed(value: date, end: day.end)
    }

    /// The number after an article that only a day has. It needs a clock time or a part of the day after it, since it may
    /// count something.
    func bareDayOfMonth(_ index: Int) -> Parsed<CalendarDate>? {
        guard let day = dayNumber(index), isClock(day.end) || isPart(day.end) || isWhole && isEnd(day.end) else {
            return nil
        }
        return Parsed(value: CalendarDate(day: day.value), end: day.end)
    }

    /// "el 15", "am 15.", "dia 15", "el día nueve".
    func dayNumber(_ index: Int) -> Parsed<Int>? {
        let start = skip(index, .dayArticle)
        let isNamed = unit(start) == .day && (start > index || has(start, .dayWord))
        let place = isNamed ? start + 1 : start
        // "ab dem 20.", "bis zum 20.": the article is part of the word before.
        let isAfterArticle =
            style.usesDots && isMark(index + 1, ".") && isAdjacent(index + 1) && token(index - 1)?.isPhrase == true
            && hasAny(index - 1, [.until, .from, .by, .before, .after, .since])
        guard place > index || isAfterArticle else { return nil }
        return bareNumber(place) ?? ordinal(place).flatMap { (1...31).contains($0.value) && isNamed ? $0 : nil }
    }

    /// Whether nothing follows but the full stop of the number.
    private func isEnd(_ index: Int) -> Bool {
        token(index) == nil || isMark(index, ".") && token(index + 1) == nil
    }

    /// A number from 1 to 31 that nothing makes a clock time, a quantity or a date with a month.
    private func bareNumber(_ index: Int) -> Parsed<Int>? {
        guard let number = number(index), (1...31).contains(number.value), digits(index, maxCount: 2) != nil || isWhole
        else { return nil }
        var end = number.end
        if isMark(end, "."), isAdjacent(end) {
            if isAdjacent(end + 1), digits(end + 1) != nil { return nil }
            if style.usesDots, token(end + 1) != nil { end += 1 }
        }
        guard month(end) == nil, unit(end) == nil, !isMeasure(end), !hasAny(end, [.am, .pm, .oclock, .ish, .sharp]),
            !isMark(end, ":"), !isMark(end, "-"), !isMark(end, "/"), !has(end, .or)
        else { return nil }
        return Parsed(value: number.value, end: end)
    }

    /// Whether a clock time begins here: "at 9", "17:00", "a las 9".
    private func isClock(_ index: Int) -> Bool {
        let start = skipComma(index)
        let place = skip(start, .at, .about)
        if hasAny(place, [.from, .between]), clockRange(place, hasDay: true) != nil { return true }
        guard let time = clockTime(place, isAnchored: place > start) else { return false }
        return !time.isWeak || place > start
    }

    private func isPart(_ index: Int) -> Bool { dayPartPhrase(index) != nil || has(index, .endOfDay) }

    /// Whether what follows a day in a sentence leaves the number to it.
    private func endsPhrase(_ index: Int) -> Bool {
        guard let next = token(index) else { return true }
        if case .mark(let mark) = next.shape { return ".,!?;)".contains(mark) }
        return hasAny(index, [.for, .filler, .continues])
    }
}
