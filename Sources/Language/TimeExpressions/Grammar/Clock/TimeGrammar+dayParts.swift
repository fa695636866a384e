extension TimeGrammar {
    /// "half past nine", "half nine", "quarter to five", "ten past 3", "halb neun", "kvart i tre".
    func relativeToHour(_ index: Int) -> Parsed<ClockTime>? {
        if has(index, .halfBefore), let hour = wholeHour(index + 1) {
            return shifted(hour, by: -30)
        }
        if let quarters = quartersBefore(index) { return quarters }
        if has(index, .half) {
            if has(index + 1, .past), let hour = wholeHour(index + 2) { return withMinutes(hour, 30) }
            // British "half nine" means half past nine.
            if let hour = wholeHour(index + 1), unit(hour.end) == nil,
                !has(index + 1, .one) || has(index + 1, .number(1))
            {
                return withMinutes(hour, 30)
            }
            return nil
        }
        let start = skip(index, .one)
        var minutes: Int?
        var end = start
        if has(start, .quarter) {
            minutes = 15
            end = start + 1
        } else if let value = number(start), (1...30).contains(value.value),
            [5, 10, 15, 20, 25].contains(value.value) || unit(value.end) == .minute || isWhole && has(value.end, .past)
        {
            minutes = value.value
            end = unit(value.end) == .minute ? value.end + 1 : value.end
        }
        guard let minutes, let link = minuteLink(end) else { return nil }
        // "fünf vor halb neun", "fem över halv nio"
        if has(end + 1, .halfBefore), let hour = wholeHour(end + 2) {
            return shifted(hour, by: link * minutes - 30)
        }
        guard let hour = wholeHour(end + 1) else { return nil }
        // "from 10 to 5" is a range, and "10 to 12" in digits may be one.
        if link < 0, minutes != 15, hasAny(index - 1, [.from, .between, .for]) { return nil }
        let isFigures = link < 0 && digits(index) != nil && digits(end + 1) != nil && unit(end - 1) == nil
        // "ten of two" could count anything.
        if has(end, .of), minutes != 15, digits(index) != nil || !isWhole && !has(index - 1, .at) { return nil }
        let isNamed = hasAny(index - 1, [.at, .by, .about, .until]) || isWhole && index == 0 && token(hour.end) == nil
        guard !isFigures || isNamed else { return nil }
        return link > 0 ? withMinutes(hour, minutes) : shifted(hour, by: -minutes)
    }

    /// "viertel neun" is a quarter past eight, "dreiviertel neun" a quarter to nine.
    private func quartersBefore(_ index: Int) -> Parsed<ClockTime>? {
        let isThree = has(index, .number(3)) && has(index + 1, .quarterBefore)
        if isThree || has(index, .threeQuartersBefore) {
            return wholeHour(isThree ? index + 2 : index + 1).map { shifted($0, by: -15) }
        }
        return has(index, .quarterBefore) ? wholeHour(index + 1).map { shifted($0, by: -45) } : nil
    }

    private func minuteLink(_ index: Int) -> Int? {
        if has(index, .past) { return 1 }
        if has(index, .of), style.language == "en" { return -1 }
        return hasAny(index, [.to, .before]) ? -1 : nil
    }

    private func wholeHour(_ index: Int) -> Parsed<ClockTime>? {
        guard let hour = hour(index), hour.value.hour >= 1, !isMeasure(hour.end), !isMark(hour.end, ":"),
            month(hour.end) == nil
        else { return nil }
        return hour
    }

    private func withMinutes(_ hour: Parsed<ClockTime>, _ minutes: Int) -> Parsed<ClockTime> {
        var result = hour
        result.value.minute = minutes
        return result
    }

    private func shifted(_ hour: Parsed<ClockTime>, by minutes: Int) -> Parsed<ClockTime> {
        var result = hour
        result.value.shift = minutes
        return result
    }

    /// "in the morning", "this evening", "tonight", "at night", "afternoon". Weak without a preposition.
    func dayPartPhrase(_ index: Int) -> Parsed<DayPart>? {
        let afterPreposition =
            hasAny(index, [.in, .at, .on, .of, .by, .for, .about, .from, .after, .before]) ? index + 1 : index
        let afterThe = skip(afterPreposition, .the)
        let place = slice(afterThe)?.end ?? afterThe
        // "lunch tomorrow" is a meal, "at lunch" is a time.
        guard let part = part(place), place > index || !has(place, .homonym) else { return nil }
        // "first thing in the morning"
        if has(place, .opening), let rest = dayPartPhrase(place + 1) { return rest }
        // "am Morgen" has its preposition in it.
        let isSure = token(place)?.isPhrase == true && !has(place, .opening)
        return Parsed(value: part, end: place + 1, isWeak: place == index && !isSure)
    }

    /// "8 in the morning" as the start of a range.
    private func timeWithPart(_ index: Int) -> Parsed<ClockTime>? {
        guard var time = clockTime(index, isAnchored: true) else { return nil }
        guard time.value.half == .open, let part = dayPartPhrase(time.end), !part.isWeak else { return time }
        time.value.part = part.value
        time.end = part.end
        return time
    }

    /// The "às" of "das 14h às 16h"; nothing before "a mediodía", which has its preposition in it.
    private func wordlessLink(_ index: Int, isOpened: Bool) -> Int? {
        if has(index, .toHour) { return index + 1 }
        return isOpened && hasAny(index, [.noon, .midnight]) && token(index)?.isPhrase == true ? index : nil
    }

    /// Two clock times: "between 2 and 4", "3-4pm", "from nine to five".
    func clockRange(_ index: Int, hasDay: Bool) -> Parsed<(ClockTime, ClockTime)>? {
        let isBetween = has(index, .between)
        let isOpened = isBetween || has(index, .from)
        // The time begins after "às", which could also be an article.
        guard isOpened || !has(index, .at) else { return nil }
        let start = isOpened ? skip(index + 1, .at) : index
        let isNamed = isOpened || has(index - 1, .at)
        guard var first = timeWithPart(start),
            let next = rangeLink(first.end, afterBetween: isBetween)
                ?? wordlessLink(first.end, isOpened: isOpened),
            let last = first.value.part == nil
                ? clockTime(skip(next, .at), isAnchored: true) : timeWithPart(skip(next, .at))
        else { return nil }
        // What begins at midnight begins the day.
        if first.value == .midnight { first.value = ClockTime(hour: 0, half: .exact) }
        let halves = [first.value.half, last.value.half]
        let isMarked = halves.contains { $0 != .open } || first.end > start + 1 && digits(start) != nil
        let isPlainFigures = digits(start) != nil && !isMarked
        // "3 to 5" may count anything. It is a time only with a time of day or a day.
        let isSure = isNamed || isMarked || hasDay
        guard isSure || isWhole || isPlainFigures && !isMark(next - 1, "-") else { return nil }
        guard !isMeasure(last.end), month(last.end) == nil, !(isMark(last.end, "-") && isAdjacent(last.end)) else {
            return nil
        }
        return Parsed(value: (first.value, last.value), end: last.end, isWeak: !isSure)
    }
}
