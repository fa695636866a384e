extension TimeGrammar {
    /// What restricts a repetition: "until June 1", "starting April 7", "except Sunday", "10 times", "in April".
    func repetitionLimit(_ index: Int, _ builder: inout PhraseBuilder) -> Int? {
        if let end = exception(index, &builder) { return end }
        if has(index, .until), builder.phrase.repetition?.until == nil, let day = day(index + 1) {
            switch day.value {
            case .period(let period):
                // "until June" excludes June.
                let first = DayExpression.edge(isStart: true, period)
                builder.phrase.repetition?.until = .shifted(first, TimeLength(days: 1), sign: -1)
            case .range: return nil
            default: builder.phrase.repetition?.until = day.value
            }
            return day.end
        }
        if hasAny(index, [.starting, .from]), let day = day(skip(index + 1, .on)), !isRange(day.value) {
            builder.phrase.repetition?.starting = day.value
            return day.end
        }
        let number = number(skip(index, .for))
        if let number, has(number.end, .times), (1...1000).contains(number.value) {
            builder.phrase.repetition?.count = number.value
            return number.end + 1
        }
        let place = skip(skip(index, .in), .of)
        guard builder.phrase.repetition?.starting == nil, let period = period(place), isCalendar(period.value),
            place > index || !period.isWeak
        else { return nil }
        builder.phrase.repetition?.starting = .edge(isStart: true, period.value)
        builder.phrase.repetition?.until = .lastDay(period.value)
        return period.end
    }

    private func isCalendar(_ period: Period) -> Bool {
        switch period {
        case .week, .weekOf, .month, .quarter, .year, .calendarYear, .weekBeside: true
        default: false
        }
    }

    /// "at 6 except Sundays": every other day.
    func dailyException(_ index: Int, _ builder: inout PhraseBuilder) -> Int? {
        guard builder.phrase.day == nil, builder.phrase.clock != nil, has(index, .except) else { return nil }
        var daily = builder
        daily.phrase.repetition = Repetition(frequency: .daily)
        guard let end = exception(index, &daily) else { return nil }
        builder = daily
        return end
    }

    /// "every day but Sunday", "weekdays except Wednesday and Friday".
    private func exception(_ index: Int, _ builder: inout PhraseBuilder) -> Int? {
        guard var repetition = builder.phrase.repetition, repetition.interval == 1, repetition.ordinals.isEmpty,
            has(index, .except)
        else { return nil }
        let start = skip(skip(index + 1, .on), .the)
        let excluded: Parsed<[Int]>?
        if hasAny(start, [.weekend, .weekends]) {
            excluded = Parsed(value: [6, 7], end: start + 1)
        } else if hasAny(start, [.workday, .workdays]) {
            excluded = Parsed(value: [1, 2, 3, 4, 5], end: start + 1)
        } else {
            excluded = weekdayList(start)
        }
        guard let excluded else { return nil }
        switch repetition.frequency {
        case .daily: repetition.weekdays = [1, 2, 3, 4, 5, 6, 7]
        case .weekly: break
        default: return nil
        }
        repetition.frequency = .weekly
        repetition.weekdays.removeAll { excluded.value.contains($0) }
        guard !repetition.weekdays.isEmpty else { return nil }
        builder.phrase.repetition = repetition
        return excluded.end
    }
}
