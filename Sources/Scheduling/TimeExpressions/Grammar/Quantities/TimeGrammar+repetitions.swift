extension TimeGrammar {
    /// "every other Friday", "weekdays", "Mondays and Wednesdays", "monthly on the 1st", "the 1st of every month".
    func repetition(_ index: Int) -> Parsed<Repetition>? {
        let start = skip(index, .on, .the)
        return everyPhrase(index) ?? frequencyWord(index) ?? ofEveryMonth(start) ?? pluralDays(start)
    }

    func pluralWeekday(_ index: Int) -> Parsed<Int>? {
        pick(index) { if case .weekdays(let day) = $0 { day } else { nil } }.map { Parsed(value: $0, end: index + 1) }
    }

    private func everyPhrase(_ index: Int) -> Parsed<Repetition>? {
        // "all" alone doesn't mean "every", and "cada" may follow another word.
        guard has(index, .every) else { return nil }
        var place = index + 1
        var repetition = Repetition(frequency: .daily)
        if has(place, .end), let monthly = nthOfMonth(place) { return monthly }
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
        } else if has(place, .couple), unit(place + 1) != nil {
            repetition.interval = 2
            place += 1
        }
        return everyUnit(place, repetition) ?? everyDays(place, repetition) ?? everyDate(place, repetition)
    }

    private func everyUnit(_ index: Int, _ start: Repetition) -> Parsed<Repetition>? {
        guard let unit = unit(index) else { return nil }
        var repetition = start
        switch unit {
        case .second: return nil
        case .minute: repetition.frequency = .minutely
        case .halfHour:
            repetition.frequency = .minutely
            repetition.interval *= 30
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
            repetition.monthDay = date.value.day
            return Parsed(value: repetition, end: date.end)
        }
        guard let day = ordinal(index), (1...31).contains(day.value) else { return nil }
        repetition.frequency = .monthly
        repetition.monthDay = day.value
        let of = skip(day.end, .of)
        if of > day.end, let month = monthReference(of), case .relative(0) = month.value {
            return Parsed(value: repetition, end: month.end)
        }
        return unit(day.end) == nil ? Parsed(value: repetition, end: day.end) : nil
    }

    /// "daily", "weekly on Fridays", "monthly on the 1st", "yearly on March 5". Weak by itself, as in "daily steps".
    private func frequencyWord(_ index: Int) -> Parsed<Repetition>? {
        guard let frequency = pick(index, { if case .frequency(let value) = $0 { value } else { nil } }) else {
            return nil
        }
        var repetition = Repetition(frequency: frequency)
        if frequency == .biweekly || frequency == .fortnightly {
            repetition = Repetition(frequency: .weekly, interval: 2, isAmbiguous: frequency == .biweekly)
        }
        guard var parsed = withDays(repetition, index + 1) else { return nil }
        parsed.isWeak = parsed.end == index + 1
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
            guard let days = weekdayList(skip(place, .every)) else { break }
            result.weekdays = days.value
            return Parsed(value: result, end: days.end)
        case .monthly:
            if let nth = nthOfMonth(place) {
                result.ordinal = nth.value.ordinal
                result.weekdays = nth.value.weekdays
                return Parsed(value: result, end: nth.end)
            }
            let start = skip(place, .the)
            if has(start, .end), unit(start + 1) == .day {
                result.monthDay = -1
                return Parsed(value: result, end: start + 2)
            }
            guard place > index || start > place, let day = ordinal(start), (1...31).contains(day.value) else { break }
            result.monthDay = day.value
            return Parsed(value: result, end: day.end)
        case .yearly:
            guard let date = calendarDate(place), let month = date.value.month else { break }
            result.month = month
            result.monthDay = date.value.day
            return Parsed(value: result, end: date.end)
        default: break
        }
        return Parsed(value: result, end: index)
    }

    /// "first Monday" in a monthly rule, with or without "of the month".
    private func nthOfMonth(_ index: Int) -> Parsed<Repetition>? {
        let start = skip(index, .the)
        let isLast = has(start, .end)
        guard let position = isLast ? Parsed(value: -1, end: start + 1) : ordinal(start),
            let day = weekday(position.end) ?? pluralWeekday(position.end), position.value <= 5
        else { return nil }
        let repetition = Repetition(frequency: .monthly, weekdays: [day.value], ordinal: position.value)
        guard has(day.end, .of) else {
            return has(index - 1, .every) && !isLast ? nil : Parsed(value: repetition, end: day.end)
        }
        let month = skip(day.end + 1, .the, .every)
        return unit(month) == .month ? Parsed(value: repetition, end: month + 1) : nil
    }

    /// "the first Monday of every month", "the 1st of each month".
    private func ofEveryMonth(_ index: Int) -> Parsed<Repetition>? {
        let start = skip(index, .the)
        let isLast = has(start, .end)
        guard let position = isLast ? Parsed(value: -1, end: start + 1) : ordinal(start) else { return nil }
        var repetition = Repetition(frequency: .monthly)
        var end = position.end
        if let day = weekday(end) ?? pluralWeekday(end) {
            repetition.weekdays = [day.value]
            repetition.ordinal = position.value
            end = day.end
        } else {
            guard (-1...31).contains(position.value), position.value != 0, !isLast || unit(end) == .day else {
                return nil
            }
            repetition.monthDay = position.value
            end = unit(end) == .day ? end + 1 : end
        }
        guard hasAny(end, [.of, .in]), has(end + 1, .every), unit(end + 2) == .month else { return nil }
        return Parsed(value: repetition, end: end + 3)
    }

    /// "Mondays and Wednesdays", "weekdays", "weekends".
    private func pluralDays(_ index: Int) -> Parsed<Repetition>? {
        if has(index, .workdays) {
            return Parsed(value: Repetition(frequency: .weekly, weekdays: [1, 2, 3, 4, 5]), end: index + 1)
        }
        if has(index, .weekends) {
            return Parsed(value: Repetition(frequency: .weekly, weekdays: [6, 7]), end: index + 1)
        }
        guard pluralWeekday(index) != nil, let days = weekdayList(index) else { return nil }
        return Parsed(value: Repetition(frequency: .weekly, weekdays: days.value), end: days.end)
    }

    /// "Monday, Wednesday and Friday", "Mon/Wed/Fri", "Monday to Friday".
    private func weekdayList(_ index: Int) -> Parsed<[Int]>? {
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
