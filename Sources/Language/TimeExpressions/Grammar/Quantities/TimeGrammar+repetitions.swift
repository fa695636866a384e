extension TimeGrammar {
    /// "every other Friday", "weekdays", "Mondays and Wednesdays", "monthly on the 1st", "the 1st of every month".
    func repetition(_ index: Int) -> Parsed<Repetition>? {
        let start = skip(index, .on, .the)
        return everyPhrase(index) ?? everySecondDay(start) ?? inSteps(index) ?? frequencyWord(index)
            ?? ofEveryMonth(start) ?? pluralDays(start)
    }

    /// "un mardi sur deux"
    private func everySecondDay(_ index: Int) -> Parsed<Repetition>? {
        guard has(index, .one), let day = weekday(index + 1), has(day.end, .everySecond) else { return nil }
        let repetition = Repetition(frequency: .weekly, interval: 2, weekdays: [day.value])
        return Parsed(value: repetition, end: day.end + 1)
    }

    /// "de duas em duas semanas"
    private func inSteps(_ index: Int) -> Parsed<Repetition>? {
        guard has(index, .of), let first = number(index + 1), has(first.end, .in), let second = number(first.end + 1),
            first.value == second.value, (1...999).contains(first.value)
        else { return nil }
        return everyUnit(second.end, Repetition(frequency: .daily, interval: first.value))
    }

    func pluralWeekday(_ index: Int) -> Parsed<Int>? {
        pick(index) { if case .weekdays(let day) = $0 { day } else { nil } }.map { Parsed(value: $0, end: index + 1) }
    }

    private func everyPhrase(_ index: Int) -> Parsed<Repetition>? {
        // "all" alone doesn't mean "every", and "cada" may follow another word.
        guard has(index, .every) else { return nil }
        var place = index + 1
        var repetition = Repetition(frequency: .daily)
        if let last = lastDayOfMonth(place) { return last }
        // "todo dia 5"
        if has(place, .dayWord), let day = dayNumber(place) {
            return Parsed(value: Repetition(frequency: .monthly, monthDays: [day.value]), end: day.end)
        }
        if let monthly = nthOfMonth(place), has(place, .end) || monthly.value.ordinals.count > 1 { return monthly }
        if has(place, .other) || has(index, .other) {
            repetition.interval = 2
            place = has(place, .other) ? place + 1 : place
        } else if let position = ordinal(place), !has(position.end, .of), month(position.end) == nil,
            unit(place + 1) != nil || weekday(position.end) != nil
        {
            if let monthly = nthOfMonth(place) { return monthly }
            repetition.interval = position.value
            repetition.isAmbiguous = weekday(position.end) != nil && position.value > 2
            place = position.end
        } else if let count = number(place), unit(count.end) != nil || weekday(count.end) != nil,
            (1...999).contains(count.value)
        {
            repetition.interval = count.value
            place = count.end
        } else if has(place, .half), let unit = unit(skip(place + 1, .one)), unit == .hour {
            repetition.frequency = .minutely
            repetition.interval = 30
            return Parsed(value: repetition, end: skip(place + 1, .one) + 1)
        } else if has(place, .quarter), unit(place + 1) == nil {
            repetition.frequency = .monthly
            repetition.interval = 3
            return Parsed(value: repetition, end: place + 1)
        } else if has(place, .couple), unit(place + 1) != nil {
            repetition.interval = 2
            place += 1
        }
        return everyUnit(place, repetition) ?? everyDays(place, repetition) ?? everyDate(place, repetition)
    }

    /// "every last day of the month"
    private func lastDayOfMonth(_ index: Int) -> Parsed<Repetition>? {
        guard has(index, .end), unit(index + 1) == .day else { return nil }
        let month = skip(skip(index + 2, .of, .in), .the, .every)
        guard unit(month) == .month else { return nil }
        return Parsed(value: Repetition(frequency: .monthly, monthDays: [-1]), end: month + 1)
    }

    private func everyUnit(_ index: Int, _ start: Repetition) -> Parsed<Repetition>? {
        guard let unit = unit(index) else { return nil }
        var repetition = start
        switch unit {
        case .second: return nil
        case .minute: repetition.frequency = .minutely
        case .quarterHour, .halfHour, .threeQuarterHour:
            repetition.frequency = .minutely
            repetition.interval *= unit == .quarterHour ? 15 : unit == .halfHour ? 30 : 45
        case .hour: repetition.frequency = .hourly
        case .day: repetition.frequency = .daily
        case .week: repetition.frequency = .weekly
        case .fortnight:
            repetition.frequency = .weekly
            repetition.interval *= 2
        case .month: repetition.frequency = .monthly
        case .year: repetition.frequency = .yearly
        }
        return withDays(repetition, index + 1)
    }

    private func everyDays(_ index: Int, _ start: Repetition) -> Parsed<Repetition>? {
        var repetition = start
        if hasAny(index, [.workday, .workdays]) {
            repetition.frequency = .weekly
            repetition.weekdays = [1, 2, 3, 4, 5]
            return Parsed(value: repetition, end: index + 1)
        }
        if hasAny(index, [.weekend, .weekends]) {
            repetition.frequency = .weekly
            repetition.weekdays = [6, 7]
            return Parsed(value: repetition, end: index + 1)
        }
        if let part = part(index) {
            repetition.part = part
            return Parsed(value: repetition, end: index + 1)
        }
        guard let days = weekdayList(index) else { return nil }
        repetition.frequency = .weekly
        repetition.weekdays = days.value
        return Parsed(value: repetition, end: days.end)
    }

    /// "every March 5", "every 1st of the month", "every 15th".
    private func everyDate(_ index: Int, _ start: Repetition) -> Parsed<Repetition>? {
        var repetition = start
        if let date = calendarDate(index), date.value.month != nil, date.value.year == nil {
            repetition.frequency = .yearly
            repetition.month = date.value.month
            repetition.monthDays = [date.value.day]
            return Parsed(value: repetition, end: date.end)
        }
        if let yearly = yearlyHoliday(index, repetition) { return yearly }
        guard let day = ordinalList(index), day.value.allSatisfy({ (1...31).contains($0) }) else { return nil }
        repetition.frequency = .monthly
        repetition.monthDays = day.value
        let of = skip(day.end, .of)
        if of > day.end, let month = monthReference(of), month.value.isCurrent {
            return Parsed(value: repetition, end: month.end)
        }
        return unit(day.end) == nil ? Parsed(value: repetition, end: day.end) : nil
    }

    /// "daily", "weekly on Fridays", "monthly on the 1st", "yearly on March 5". Weak by itself, as in "daily steps".
    private func frequencyWord(_ index: Int) -> Parsed<Repetition>? {
        // "once a week on Friday"
        if has(index, .repeated(1)), hasAny(index + 1, [.one, .per, .every]),
            let found = everyUnit(index + 2, Repetition(frequency: .daily)), found.end > index + 3
        {
            return found
        }
        guard let frequency = pick(index, { if case .frequency(let value) = $0 { value } else { nil } }) else {
            return nil
        }
        var repetition = Repetition(frequency: frequency)
        if frequency == .biweekly || frequency == .fortnightly {
            repetition = Repetition(frequency: .weekly, interval: 2, isAmbiguous: frequency == .biweekly)
        } else if frequency == .quarterly {
            repetition = Repetition(frequency: .monthly, interval: 3)
        }
        guard var parsed = withDays(repetition, index + 1) else { return nil }
        parsed.isWeak = parsed.end == index + 1 && token(index)?.isPhrase != true
        return parsed
    }

    /// What may follow a frequency: days of the week, a day of the month, a date.
    private func withDays(_ repetition: Repetition, _ index: Int) -> Parsed<Repetition>? {
        var result = repetition
        let place = skip(index, .on)
        switch repetition.frequency {
        case .daily where repetition.interval == 1:
            // "every day from Monday to Friday"
            guard let days = weekdayList(skip(place, .from)), days.value.count > 1 else { break }
            result.frequency = .weekly
            result.weekdays = days.value
            return Parsed(value: result, end: days.end)
        case .weekly:
            guard let days = weekdayList(skip(skip(place, .every), .the)) else { break }
            result.weekdays = days.value
            return Parsed(value: result, end: days.end)
        case .monthly:
            if let nth = nthOfMonth(place) {
                result.ordinals = nth.value.ordinals
                result.weekdays = nth.value.weekdays
                return Parsed(value: result, end: nth.end)
            }
            let start = skip(place, .the)
            if has(start, .end), unit(start + 1) == .day {
                result.monthDays = [-1]
                return Parsed(value: result, end: start + 2)
            }
            // "cada mes el día 15"
            if start > place || has(start, .dayWord), unit(start) == .day, let day = digits(start + 1, maxCount: 2),
                (1...31).contains(day.value)
            {
                result.monthDays = [day.value]
                return Parsed(value: result, end: start + 2)
            }
            guard place > index || start > place, let day = ordinalList(start),
                day.value.allSatisfy({ (1...31).contains($0) })
            else { break }
            result.monthDays = day.value
            return Parsed(value: result, end: day.end)
        case .yearly:
            if let yearly = yearlyHoliday(skip(place, .the), result) { return yearly }
            guard let date = calendarDate(place), let month = date.value.month else { break }
            result.month = month
            result.monthDays = [date.value.day]
            return Parsed(value: result, end: date.end)
        default: break
        }
        return Parsed(value: result, end: index)
    }

    /// A holiday as a yearly rule; Easter has none.
    private func yearlyHoliday(_ index: Int, _ start: Repetition) -> Parsed<Repetition>? {
        guard let holiday = holiday(index) else { return nil }
        var repetition = start
        repetition.frequency = .yearly
        switch holiday {
        case .fixed(let month, let day): (repetition.month, repetition.monthDays) = (month, [day])
        case .nth(let ordinal, let weekday, let month, plus: 0):
            (repetition.month, repetition.weekdays, repetition.ordinals) = (month, [weekday], [ordinal])
        default: return nil
        }
        return Parsed(value: repetition, end: index + 1)
    }

    /// "first Monday" in a monthly rule, with or without "of the month".
    private func nthOfMonth(_ index: Int) -> Parsed<Repetition>? {
        let start = skip(index, .the)
        let isLast = has(start, .end)
        guard let position = isLast ? Parsed(value: [-1], end: start + 1) : ordinalList(start),
            let day = weekday(position.end) ?? pluralWeekday(position.end), position.value.allSatisfy({ $0 <= 5 })
        else { return nil }
        let repetition = Repetition(frequency: .monthly, weekdays: [day.value], ordinals: position.value)
        guard hasAny(day.end, [.of, .in]) else {
            return has(index - 1, .every) && !isLast && position.value.count == 1
                ? nil : Parsed(value: repetition, end: day.end)
        }
        let month = skip(day.end + 1, .the, .every)
        return unit(month) == .month ? Parsed(value: repetition, end: month + 1) : nil
    }

    /// "the first Monday of every month", "the 1st of each month".
    private func ofEveryMonth(_ index: Int) -> Parsed<Repetition>? {
        let start = skip(index, .the)
        let isLast = has(start, .end)
        guard let position = isLast ? Parsed(value: [-1], end: start + 1) : ordinalList(start) else { return nil }
        var repetition = Repetition(frequency: .monthly)
        var end = position.end
        if let day = weekday(end) ?? pluralWeekday(end) {
            repetition.weekdays = [day.value]
            repetition.ordinals = position.value
            end = day.end
        } else {
            guard position.value.allSatisfy({ (-1...31).contains($0) && $0 != 0 }), !isLast || unit(end) == .day else {
                return nil
            }
            repetition.monthDays = position.value
            end = unit(end) == .day ? end + 1 : end
        }
        let every = skip(end, .of, .in)
        guard has(every, .every), unit(every + 1) == .month else { return nil }
        return Parsed(value: repetition, end: every + 2)
    }

    /// "1st", "first and third", "1st, 10th and 20th".
    private func ordinalList(_ index: Int) -> Parsed<[Int]>? {
        guard let first = ordinal(index) else { return nil }
        var values = [first.value]
        var end = first.end
        for _ in 0..<4 {
            let next = skip(skip(skipComma(end), .and), .the)
            guard next > end, let more = ordinal(next) else { break }
            values.append(more.value)
            end = more.end
        }
        return Parsed(value: values, end: end)
    }

    /// "Mondays and Wednesdays", "weekdays", "weekends".
    private func pluralDays(_ index: Int) -> Parsed<Repetition>? {
        if has(index, .workdays) {
            return Parsed(value: Repetition(frequency: .weekly, weekdays: [1, 2, 3, 4, 5]), end: index + 1)
        }
        if has(index, .weekends) {
            return Parsed(value: Repetition(frequency: .weekly, weekdays: [6, 7]), end: index + 1)
        }
        guard let days = weekdayList(index) else { return nil }
        // "Monday to Saturday except Thursday" can only be a repetition, "Tue/Thu" is most likely one.
        let isListed = (weekday(index).map { isMark($0.end, "/") } ?? false) && days.value.count > 1
        guard pluralWeekday(index) != nil || days.value.count > 1 && has(skipComma(days.end), .except) || isListed
        else { return nil }
        let repetition = Repetition(frequency: .weekly, weekdays: days.value, isAmbiguous: isListed)
        return Parsed(value: repetition, end: days.end)
    }

    /// "Monday, Wednesday and Friday", "Mon/Wed/Fri", "Monday to Friday".
    func weekdayList(_ index: Int) -> Parsed<[Int]>? {
        guard let first = anyWeekday(index) else { return nil }
        var days = [first.value]
        var end = first.end
        if let next = rangeLink(end, afterBetween: false), let last = anyWeekday(next) {
            var day = first.value
            while day != last.value {
                day = day % 7 + 1
                days.append(day)
            }
            return Parsed(value: days.sorted(), end: last.end)
        }
        for _ in 0..<6 {
            var next = isMark(end, ",") || isMark(end, "/") || isMark(end, "+") ? end + 1 : end
            next = skip(skip(skip(next, .and), .on), .every)
            guard next > end, let day = anyWeekday(next) else { break }
            if !days.contains(day.value) { days.append(day.value) }
            end = day.end
        }
        return Parsed(value: days.sorted(), end: end)
    }

    private func anyWeekday(_ index: Int) -> Parsed<Int>? { weekday(index) ?? pluralWeekday(index) }
}
