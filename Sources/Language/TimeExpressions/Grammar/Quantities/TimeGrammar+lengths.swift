extension TimeGrammar {
    /// "90 minutes", "an hour and a half", "1h30", "two and a half days", "a couple of weeks".
    func length(_ index: Int) -> Parsed<TimeLength>? {
        guard var term = lengthTerm(index) else { return nil }
        var total = term.value
        var end = term.end
        // Smaller units may follow: "1 hour, 30 minutes", "1h30".
        for _ in 0..<3 {
            if let rest = minutesAfterHours(end) {
                total.seconds += rest.value * 60
                end = rest.end
                break
            }
            let next = isMark(end, ",") ? skip(end + 1, .and) : skip(end, .and)
            guard let more = lengthTerm(next), !more.isWeak else { break }
            total.months += more.value.months
            total.days += more.value.days
            total.seconds += more.value.seconds
            end = more.end
            term = more
        }
        return Parsed(value: total, end: end, isWeak: term.isWeak)
    }

    /// The "30" of "1h30" or "1 hr 30", optionally followed by `m`.
    private func minutesAfterHours(_ index: Int) -> Parsed<Int>? {
        // "one hour thirty"
        if unit(index - 1) == .hour, isAtEnd(index + 1) || unit(index + 1) == .minute, let word = numberWord(index),
            (5..<60).contains(word.value), word.end >= index + 1, isAtEnd(word.end)
        {
            return Parsed(value: word.value, end: word.end)
        }
        guard unit(index - 1) == .hour, let minutes = digits(index, maxCount: 2)?.value, minutes < 60,
            isAdjacent(index) || unit(index + 1) == nil, !isMark(index + 1, ":"),
            isAdjacent(index) || isAtEnd(index + 1)
        else { return nil }
        if let letter = token(index + 1), letter.isAdjacent, letter.text == "m" {
            return Parsed(value: minutes, end: index + 2)
        }
        return unit(index + 1) == .minute
            ? Parsed(value: minutes, end: index + 2) : Parsed(value: minutes, end: index + 1)
    }

    private func isAtEnd(_ index: Int) -> Bool { token(index) == nil }

    /// One quantity with its unit. Weak for "a week", "a minute", which are often figures of speech.
    private func lengthTerm(_ index: Int) -> Parsed<TimeLength>? {
        if let length = lengthWord(index) { return Parsed(value: length, end: index + 1) }
        guard let amount = amount(index) else { return nil }
        let place = isMark(amount.end, "-") ? amount.end + 1 : amount.end
        var hundredths = amount.value
        if let unit = unit(place) {
            var end = place + 1
            // "an hour and a half"
            if has(end, .and) {
                let half = skip(end + 1, .one)
                if has(half, .half), self.unit(half + 1) == nil, number(half + 1) == nil, hundredths % 100 == 0 {
                    hundredths += 50
                    end = half + 1
                } else if has(half, .number(3)), has(half + 1, .quarter), self.unit(half + 2) == nil {
                    hundredths += 75
                    end = half + 2
                } else if has(half, .quarter), hundredths % 100 == 0 {
                    hundredths += 25
                    end = half + 1
                }
            }
            var length = TimeLength()
            length.add(hundredths: hundredths, of: unit)
            let isFigure =
                amount.isWeak && ![.hour, .quarterHour, .threeQuarterHour].contains(unit) && end == place + 1
            return Parsed(value: length, end: end, isWeak: isFigure)
        }
        // In "2h30m", the letter m stands for minutes only if no space precedes it.
        if let letter = token(place), letter.isAdjacent, letter.text == "m", unit(index - 1) == .hour {
            return Parsed(value: TimeLength(seconds: hundredths * 60 / 100), end: place + 1)
        }
        return nil
    }

    /// "quinze jours", "trekvart": a length in one word, or one that isn't what its number says.
    private func lengthWord(_ index: Int) -> TimeLength? {
        pick(index) {
            switch $0 {
            case .daysOfIdiom(let days): TimeLength(days: days)
            case .minutes(let minutes): TimeLength(seconds: minutes * 60)
            default: nil
            }
        }
    }

    /// A quantity in hundredths. Weak if it is only an article.
    private func amount(_ index: Int) -> Parsed<Int>? {
        if let whole = pick(index, { if case .andHalf(let whole) = $0 { whole } else { nil } }) {
            return Parsed(value: whole * 100 + 50, end: index + 1)
        }
        if has(index, .couple) { return Parsed(value: 200, end: skip(index + 1, .of)) }
        if has(index, .few) { return Parsed(value: 300, end: skip(index + 1, .of)) }
        if has(index, .half) {
            return Parsed(value: 50, end: skip(isMark(index + 1, "-") ? index + 2 : index + 1, .one))
        }
        if let quarters = quartersInFigures(index) { return quarters }
        // "hora y media", "hour and a half": without an article
        if unit(index) == .hour, has(index + 1, .and), has(skip(index + 2, .one), .half) {
            return Parsed(value: 100, end: index)
        }
        if has(index, .quarter), unit(index) == nil || has(index + 1, .of) {
            let end = skip(skip(index + 1, .of), .one)
            return unit(end) == .hour || unit(end) == .year ? Parsed(value: 25, end: end) : nil
        }
        // "a half hour", "a quarter of an hour"
        if has(index, .one), hasAny(index + 1, [.half, .quarter, .couple, .few]), let part = amount(index + 1) {
            return part
        }
        if let whole = number(index) { return fraction(after: whole) }
        guard has(index, .one) else { return nil }
        if has(index + 1, .and), let mixed = halfAfter(index + 1) {
            return Parsed(value: 100 + mixed.value, end: mixed.end)
        }
        return Parsed(value: 100, end: index + 1, isWeak: true)
    }

    /// "3/4 of an hour"
    private func quartersInFigures(_ index: Int) -> Parsed<Int>? {
        guard let part = digits(index), isMark(index + 1, "/"), let whole = digits(index + 2), has(index + 3, .of),
            unit(skip(index + 4, .one)) != nil, (1...4).contains(whole.value), part.value < whole.value
        else { return nil }
        return Parsed(value: 100 * part.value / whole.value, end: skip(index + 4, .one))
    }

    private func fraction(after whole: Parsed<Int>) -> Parsed<Int> {
        let value = min(whole.value, 9999) * 100
        let end = whole.end
        if has(end, .quarter), whole.value == 3 {
            let unitPlace = skip(skip(end + 1, .of), .one)
            if unit(unitPlace) != nil { return Parsed(value: 75, end: unitPlace) }
        }
        if isMark(end, "."), isAdjacent(end), isAdjacent(end + 1), let tail = digits(end + 1, maxCount: 2) {
            return Parsed(value: value + tail.value * (tail.count == 1 ? 10 : 1), end: end + 2)
        }
        if isMark(end, ","), isAdjacent(end), isAdjacent(end + 1), let tail = digits(end + 1, maxCount: 1) {
            return Parsed(value: value + tail.value * 10, end: end + 2)
        }
        if isMark(end, "½") { return Parsed(value: value + 50, end: end + 1) }
        if has(end, .and), let mixed = halfAfter(end) { return Parsed(value: value + mixed.value, end: mixed.end) }
        return Parsed(value: value, end: end, isWeak: whole.value == 1 && digits(whole.end - 1) == nil)
    }

    /// "and a half", "and three quarters" before the unit.
    private func halfAfter(_ and: Int) -> Parsed<Int>? {
        let half = skip(and + 1, .one)
        guard hasAny(half, [.half, .quarter]), unit(half + 1) != nil else { return nil }
        return Parsed(value: has(half, .half) ? 50 : 25, end: half + 1)
    }
}
