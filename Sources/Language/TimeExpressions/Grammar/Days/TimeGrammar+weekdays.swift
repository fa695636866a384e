extension TimeGrammar {
    func weekday(_ index: Int) -> Parsed<Int>? {
        guard let value = pick(index, { if case .weekday(let day) = $0 { day } else { nil } }) else { return nil }
        return Parsed(value: value, end: endOfName(index), isWeak: isCommonWord(index))
    }

    /// The index after a name, and after the full stop of an abbreviation unless it ends the text.
    func endOfName(_ index: Int) -> Int {
        guard let name = token(index), name.text.count <= 4, isMark(index + 1, "."), isAdjacent(index + 1),
            token(index + 2) != nil
        else { return index + 1 }
        return index + 2
    }

    /// "sat", "sun", "march" in lower case, and "may" anywhere, are more often ordinary words than names.
    func isCommonWord(_ index: Int) -> Bool {
        guard !isWhole, let token = token(index) else { return false }
        guard has(index, .ordinary) else { return false }
        return !token.isCapitalised || index == 0 && has(index, .auxiliary)
    }

    private static let determiners: [(TimeWord, Determiner)] = [
        (.this, .this), (.next, .next), (.last, .last), (.coming, .coming), (.nextButOne, .afterNext),
    ]

    /// "this", "next", "last", "coming", "this coming".
    func determiner(_ index: Int) -> Parsed<Determiner>? {
        guard let found = Self.determiners.first(where: { has(index, $0.0) }) else { return nil }
        if found.1 == .this, has(index + 1, .coming) { return Parsed(value: .coming, end: index + 2) }
        if found.1 == .this, has(index + 1, .last) { return Parsed(value: .last, end: index + 2) }
        return Parsed(value: found.1, end: index + 1)
    }

    /// A weekday with everything that may qualify it.
    func weekdayPhrase(_ index: Int) -> Parsed<DayExpression>? {
        let start = skip(index, .the)
        let determiner = determiner(start)
        if let week = weekThenWeekday(start) { return week }
        if let past = pick(start, { if case .pastWeekday(let day) = $0 { day } else { nil } }) {
            return Parsed(value: .weekday(past, .last), end: start + 1)
        }
        guard let day = weekday(determiner?.end ?? start) else { return nil }
        let end = day.end
        if let determiner {
            return Parsed(value: .weekday(day.value, determiner.value), end: end)
        }
        if has(end, .afterNext) { return Parsed(value: .weekday(day.value, .afterNext), end: end + 1) }
        if let week = relativeWeek(skip(end, .of, .in)) {
            return Parsed(value: .weekdayOfWeek(day.value, weeks: week.value), end: week.end)
        }
        if let later = daysHence(end) {
            // "mercredi en quinze" on a Wednesday counts from that day, "Wednesday week" from the next.
            let base = DayExpression.weekday(day.value, number(later.end - 1) != nil ? .this : .coming)
            return Parsed(value: .shifted(base, TimeLength(days: later.value), sign: 1), end: later.end)
        }
        if let date = calendarDate(skipComma(end), afterWeekday: true) {
            var value = date.value
            value.weekday = day.value
            return Parsed(value: .calendar(value), end: date.end)
        }
        if let date = bareDay(afterWeekday: skipComma(end)) {
            var value = date.value
            value.weekday = day.value
            return Parsed(value: .calendar(value), end: date.end)
        }
        if let post = self.determiner(end), unit(post.end) == nil, weekday(post.end) == nil, !has(post.end, .weekend),
            post.value != .this, post.value != .last || token(post.end) == nil
        {
            return Parsed(value: .weekday(day.value, post.value), end: post.end)
        }
        return Parsed(
            value: .weekday(day.value, .coming),
            end: end,
            isWeak: day.isWeak && (start > index || !followsPreposition(index))
        )
    }

    func skipComma(_ index: Int) -> Int { isMark(index, ",") ? index + 1 : index }

    /// "on sat", "by may": the word before announces a day.
    func followsPreposition(_ index: Int) -> Bool {
        // The "a" of "a segunda" is an article.
        !has(index - 1, .the)
            && hasAny(
                index - 1,
                [.on, .by, .until, .from, .since, .before, .every, .starting, .between, .to, .through]
            )
    }

    /// "this week", "next week", "the week after next", as a number of weeks.
    private func relativeWeek(_ index: Int) -> Parsed<Int>? {
        let start = skip(index, .the)
        if let determiner = determiner(start), unit(determiner.end) == .week {
            let end = determiner.end + 1
            switch determiner.value {
            case .this: return Parsed(value: 0, end: end)
            case .next, .coming: return Parsed(value: 1, end: end)
            case .last: return Parsed(value: -1, end: end)
            case .afterNext: return nil
            }
        }
        guard unit(start) == .week else { return nil }
        if has(start + 1, .afterNext) { return Parsed(value: 2, end: start + 2) }
        // "mardi de la semaine prochaine", "terça da semana que vem"
        guard let post = determiner(start + 1), post.value == .next || post.value == .coming else { return nil }
        return Parsed(value: 1, end: post.end)
    }

    /// "next week Tuesday", "next week on Tuesday".
    private func weekThenWeekday(_ index: Int) -> Parsed<DayExpression>? {
        guard let week = relativeWeek(index), let day = weekday(skip(skipComma(week.end), .on)) else { return nil }
        return Parsed(value: .weekdayOfWeek(day.value, weeks: week.value), end: day.end)
    }

    /// The days after a day: the "week" of "Tuesday week", the "en huit" of "mardi en huit", "in einer Woche" after
    /// "Freitag".
    func daysHence(_ index: Int) -> Parsed<Int>? {
        guard let token = token(index), token.isWord || digits(index) != nil else { return nil }
        let isIn = has(index, .in) && !has(index, .for)
        let place = isIn ? index + 1 : index
        if let days = pick(place, { if case .hence(let days) = $0 { days } else { nil } }),
            isIn == (number(place) != nil), unit(place + 1) == nil
        {
            return Parsed(value: days, end: place + 1)
        }
        // "Friday two weeks from now"
        guard let length = length(place), length.value.isWholeWeeks, isIn || has(length.end, .fromNow) else {
            return nil
        }
        return Parsed(value: length.value.days, end: skip(length.end, .fromNow))
    }
}
