extension TimeGrammar {
    /// A clock time. Weak without a marker ("at", "pm", a colon): "7" alone is a number.
    /// - Parameter isAnchored: whether something before it announces a clock time ("at", "from", a day).
    func clockTime(_ index: Int, isAnchored: Bool) -> Parsed<ClockTime>? {
        guard var time = clockForm(index, isAnchored: isAnchored) else { return nil }
        if !isZoneWord(time.end) { time.end = skip(time.end, .oclock) }
        if time.value.half == .open || time.value.half == .exact && time.value.hour <= 12 {
            if let half = meridiem(time.end), let hour = twelveHour(time.value.hour) {
                time.value.hour = hour
                time.value.half = half
                time.end += 1
                time.isWeak = false
            }
        }
        // "12:00 noon", "las 12 del mediodía"
        if time.value.hour == 12, time.value.half == .open {
            let place = skip(time.end, .of)
            if hasAny(place, [.noon, .midnight]) {
                time.value.half = has(place, .noon) ? .pm : .exact
                if has(place, .midnight) { time.value.hour = 24 }
                time.end = place + 1
                time.isWeak = false
            }
        }
        while hasAny(time.end, [.ish, .sharp]) {
            time.isWeak = false
            time.end += 1
        }
        return isMeasure(time.end) && time.value.half == .open ? nil : time
    }

    /// "am", "pm"; the "p" of "5:30p" and "8p".
    private func meridiem(_ index: Int) -> ClockTime.Half? {
        if has(index, .am) { return .am }
        if has(index, .pm) { return .pm }
        guard let letter = token(index), letter.isAdjacent, letter.isWord, letter.text == "a" || letter.text == "p",
            digits(index - 1) != nil, isWhole || isMark(index - 2, ":") || hasAny(index - 2, [.at, .about, .by])
        else { return nil }
        return letter.text == "a" ? .am : .pm
    }

    private func clockForm(_ index: Int, isAnchored: Bool) -> Parsed<ClockTime>? {
        guard lengthRange(index) == nil else { return nil }
        // "une heure et demie" is a length.
        if !isAnchored, has(index, .one), unit(index + 1) == .hour { return nil }
        if has(index, .noon), !has(index + 1, .of) {
            return minutesAdded(to: ClockTime(hour: 12, half: .exact), index + 1)
        }
        if has(index, .midnight) {
            let time = minutesAdded(to: ClockTime(hour: 0, half: .exact), index + 1)
            return time.end == index + 1 ? Parsed(value: .midnight, end: time.end) : time
        }
        return relativeToHour(index) ?? digitalTime(index, isAnchored: isAnchored)
            ?? hourAndMinutes(index, isAnchored: isAnchored)
            ?? bareHour(index, isAnchored: isAnchored)
    }

    /// "midi et demi", "meio-dia e meia", "midi moins le quart".
    private func minutesAdded(to time: ClockTime, _ index: Int) -> Parsed<ClockTime> {
        guard let minutes = minutesAfterAnd(index) else { return Parsed(value: time, end: index) }
        var value = time
        value.shift = minutes.value
        return Parsed(value: value, end: minutes.end)
    }

    /// The hour of an analogue time, as a word or a number.
    func hour(_ index: Int) -> Parsed<ClockTime>? {
        let start = skip(index, .the)
        if has(start, .noon) { return Parsed(value: ClockTime(hour: 12, half: .exact), end: start + 1) }
        if has(start, .midnight) { return Parsed(value: .midnight, end: start + 1) }
        if has(start, .number(1)) { return Parsed(value: ClockTime(hour: 1), end: start + 1) }
        guard let value = number(start), (0...24).contains(value.value),
            digits(start, maxCount: 2) != nil || !has(start, .one)
        else { return nil }
        return Parsed(value: time(hour: value.value, digits: digits(start)?.count), end: value.end)
    }

    /// Hours from 1 to 12 may be in either half of the day, unless they have a leading zero.
    private func time(hour: Int, minute: Int = 0, digits: Int? = nil) -> ClockTime {
        let isOpen = (1...12).contains(hour) && !(digits == 2 && hour < 10)
        return ClockTime(hour: hour, minute: minute, half: isOpen ? .open : .exact)
    }

    /// Five and six are in the afternoon only where nobody would write 17 and 18.
    private func isEarly(_ time: ClockTime) -> Bool { time.half == .open && (5...6).contains(time.hour) }

    private func twelveHour(_ hour: Int) -> Int? { (1...12).contains(hour) ? hour : nil }

    /// "15:30", "3.30", "9:05:00". Dots need further evidence.
    private func digitalTime(_ index: Int, isAnchored: Bool) -> Parsed<ClockTime>? {
        guard let hours = digits(index, maxCount: 2), hours.value <= 24, isAdjacent(index + 1), isAdjacent(index + 2),
            let minutes = digits(index + 2), minutes.count == 2, minutes.value < 60,
            hours.value < 24 || minutes.value == 0
        else { return nil }
        var end = index + 3
        if unit(end) == .hour, isAdjacent(end) { end += 1 }
        let hasMeridiem = meridiem(end) != nil
        if isMark(index + 1, ".") {
            guard hasMeridiem || has(end, .oclock) || isAnchored || style.usesDots || isDottedTime(index),
                !isMark(end, ".") || !isAdjacent(end + 1)
            else { return nil }
        } else if !isMark(index + 1, ":") {
            return nil
        }
        if isMark(end, ":"), let seconds = digits(end + 1), seconds.count == 2, seconds.value < 60 {
            // "1:52:30" is how long a race took.
            guard isAnchored || seconds.value == 0 else { return nil }
            end += 2
        }
        // "5k in 22:30" and "4:30 per km" are lengths.
        guard isAnchored || !has(index - 1, .in), !has(end, .per), !isMark(end, "/"), hasMeridiem || !isMeasure(end)
        else {
            return nil
        }
        var value = time(hour: hours.value, minute: minutes.value, digits: hours.count)
        value.isOf24Hours = style.language != "en" && isEarly(value)
        return Parsed(value: value, end: end)
    }

    /// Whether "18.30", as a whole text or before a day, is rather a time than a number.
    private func isDottedTime(_ index: Int) -> Bool {
        guard isWhole, let hours = digits(index), let minutes = digits(index + 2), minutes.value % 5 == 0 else {
            return false
        }
        return hours.count == 2 || !style.isMonthFirst || token(index + 3) != nil
    }

    /// "1730", "730", "0615" as the hour and the minute. Three digits need "am", "pm" or a day.
    private func joinedDigits(_ index: Int, isAnchored: Bool) -> Parsed<ClockTime>? {
        guard let figure = digits(index), figure.count == 4 || figure.count == 3 else { return nil }
        let (hours, minutes) = (figure.value / 100, figure.value % 100)
        let hasHalf = meridiem(index + 1) != nil
        let isMarked = unit(index + 1) == .hour
        guard hours < 24, minutes < 60 else { return nil }
        if figure.count == 3 {
            guard (1...12).contains(hours), hasHalf || isAnchored && isWhole else { return nil }
            return Parsed(value: ClockTime(hour: hours, minute: minutes), end: index + 1)
        }
        let isYear = (1900...2099).contains(figure.value)
        let isAlone =
            isWhole && minutes % 5 == 0 && (!isYear || hasAny(index + 1, [.at]) || partOfDay(index + 1) != nil)
        guard isMarked || isAnchored || hasHalf || isAlone else { return nil }
        let isOpen = hasHalf && (1...12).contains(hours)
        return Parsed(
            value: ClockTime(hour: hours, minute: minutes, half: isOpen ? .open : .exact),
            end: isMarked ? index + 2 : index + 1
        )
    }

    /// "3pm", "15h30", "1530h", "at 1530", "9 Uhr 30", "three thirty", "las tres y media".
    private func hourAndMinutes(_ index: Int, isAnchored: Bool) -> Parsed<ClockTime>? {
        if let figure = digits(index), figure.count > 2 { return joinedDigits(index, isAnchored: isAnchored) }
        guard let hour = hour(index), hour.value.half != .exact || hour.value.hour < 24 else { return nil }
        if meridiem(hour.end) != nil { return hour.value.half == .open ? hour : nil }
        // "17h30" is a time by itself, "1h30" a length.
        let isLate = hour.value.hour >= (isWhole ? 10 : 13) && digits(hour.end + 1)?.count == 2 && isAdjacent(hour.end)
        // "after three hours" is no time, "a las 9 horas" is.
        let isUnitOfTime = unit(hour.end) == .hour && !has(hour.end, .lengthOnly)
        let isHourUnit =
            isUnitOfTime && !isZoneWord(hour.end) && (isAnchored || isLate || has(hour.end, .clockMark))
        if isHourUnit || has(hour.end, .oclock) {
            var value = hour.value
            var end = hour.end + 1
            value.isOf24Hours = digits(index) != nil && has(hour.end, .clockMark) && isEarly(value)
            if let minutes = number(end),
                (1...59).contains(minutes.value) || digits(end)?.count == 2 && minutes.value == 0,
                isHourUnit == isAdjacent(end) || hasAny(hour.end, [.oclock, .clockMark]),
                !isMeasure(minutes.end)
            {
                value.minute = minutes.value
                end = minutes.end
            } else if let rest = minutesAfterAnd(end) {
                value.minute += max(rest.value, 0)
                value.shift = min(rest.value, 0)
                end = rest.end
            }
            return Parsed(value: value, end: end)
        }
        if isAnchored, let rest = minutesAfterAnd(hour.end) {
            var value = hour.value
            value.minute = max(rest.value, 0)
            value.shift = min(rest.value, 0)
            return Parsed(value: value, end: rest.end)
        }
        // "three thirty", "seven oh five"
        let isOh = has(hour.end, .number(0))
        guard digits(index) == nil, let minutes = numberWord(isOh ? hour.end + 1 : hour.end),
            isOh ? (1...9).contains(minutes.value) : (10...59).contains(minutes.value), !isMeasure(minutes.end),
            isAnchored || isWhole || hasAny(minutes.end, [.am, .pm])
        else { return nil }
        return Parsed(value: time(hour: hour.value.hour, minute: minutes.value), end: minutes.end)
    }

    /// "y media", "et quart", "moins dix": minutes that follow the hour, negative if subtracted.
    private func minutesAfterAnd(_ index: Int) -> Parsed<Int>? {
        guard hasAny(index, [.plus, .minus, .past]) else { return nil }
        // "entre 2 y 4", "mellan 14 och 16"
        let isRange = has(index, .and) && (index - 4..<index).contains { has($0, .between) }
        let sign = has(index, .minus) ? -1 : 1
        if has(index + 1, .half) { return Parsed(value: 30, end: index + 2) }
        let quarter = skip(index + 1, .the, .one)
        if has(quarter, .quarter) { return Parsed(value: 15 * sign, end: quarter + 1) }
        guard !has(index, .past), !isRange, let minutes = number(index + 1), (1...29).contains(minutes.value),
            !isMeasure(minutes.end)
        else { return nil }
        return Parsed(value: minutes.value * sign, end: minutes.end)
    }

    /// "at 7", "7 in the evening"; "at 15".
    private func bareHour(_ index: Int, isAnchored: Bool) -> Parsed<ClockTime>? {
        guard let hour = hour(index), digits(index) == nil || digits(index, maxCount: 2) != nil, !isMeasure(hour.end),
            !isAdjacent(hour.end) || isSafeAfterHour(hour.end)
        else { return nil }
        let isNamed = hasAny(hour.end, [.ish, .oclock])
        // "5 or 6 tomorrow"
        if isWhole, !isAnchored, has(hour.end, .or), number(hour.end + 1) != nil {
            return Parsed(value: hour.value, end: hour.end, isWeak: true)
        }
        guard isAnchored || isNamed || isBeforeEvening(hour.end) || dayPartPhrase(hour.end)?.isWeak == false,
            hour.value.hour > 0 || has(index - 1, .from)
        else { return nil }
        return Parsed(value: hour.value, end: hour.end, isWeak: !isAnchored && !isNamed)
    }

    /// "9 tonight", "8 this evening"; "8 tomorrow morning", "6 on friday evening" if the whole text is a time.
    private func isBeforeEvening(_ index: Int) -> Bool {
        if partOfDay(index) != nil { return true }
        if hasAny(index, [.this, .last]), part(index + 1) != nil { return true }
        guard isWhole else { return false }
        let place = skip(index, .on)
        let isDay = pick(place) { if case .relativeDay = $0 { true } else { nil } } ?? (weekday(place) != nil)
        return isDay && part(place + 1) != nil
    }

    /// Whether the mark after an hour doesn't continue it as a decimal, a score or a range.
    private func isSafeAfterHour(_ index: Int) -> Bool {
        if hasAny(index, [.ish, .oclock, .am, .pm]) { return true }
        guard case .mark(let mark)? = token(index)?.shape else { return false }
        if "?!;)]\"'…-".contains(mark) { return true }
        return ".,:".contains(mark) && !(isAdjacent(index + 1) && digits(index + 1) != nil)
    }
}
