extension TimeGrammar {
    /// Maximum number of items in a phrase.
    private static let maxItems = 10

    /// A whole expression at `index`, including the preposition before it.
    func expression(_ index: Int) -> Parsed<TimeExpression>? {
        if isWhole, let end = countedTimes(index), token(end) == nil {
            return Parsed(value: .unspecifiedRepetition, end: end)
        }
        if has(index, .until) || has(index, .since), let phrase = phrase(index + 1), phrase.value.repetition == nil {
            guard phrase.value.length == nil || phrase.value.day != nil else { return nil }
            let value: TimeExpression = has(index, .until) ? .until(phrase.value) : .since(phrase.value)
            return Parsed(value: value, end: phrase.end, isWeak: phrase.isWeak)
        }
        guard let first = phrase(index) else { return nil }
        // "tomorrow at 3pm to Friday at 5pm"
        if let day = first.value.day, isSingle(day), case .time? = first.value.clock, first.value.repetition == nil,
            let next = rangeLink(first.end, afterBetween: has(index, .between)), let last = phrase(next),
            let lastDay = last.value.day, isSingle(lastDay), last.value.repetition == nil
        {
            return Parsed(value: .between(first.value, last.value), end: last.end)
        }
        if isWhole, let other = otherPhrase(first.end) {
            return Parsed(value: .either(first.value, other.value), end: other.end)
        }
        return Parsed(value: .phrase(first.value), end: first.end, isWeak: first.isWeak)
    }

    /// "or Friday at 10", ", Tuesday or Wednesday at 6".
    private func otherPhrase(_ index: Int) -> Parsed<TimePhrase>? {
        if has(index, .or) { return phrase(index + 1) }
        guard isMark(index, ","), let second = phrase(index + 1), has(second.end, .or) else { return nil }
        return phrase(second.end + 1)
    }

    /// Days, clock times, lengths and other items, in any order.
    func phrase(_ start: Int) -> Parsed<TimePhrase>? {
        var builder = PhraseBuilder()
        var end = items(start, &builder)
        if let correction = correction(end, &builder) { end = correction }
        builder.applySlice()
        guard builder.isComplete(isWhole: isWhole) else { return nil }
        return Parsed(value: builder.phrase, end: end, isWeak: !builder.isStrong)
    }

    private func items(_ start: Int, _ builder: inout PhraseBuilder) -> Int {
        var end = start
        for _ in 0..<Self.maxItems {
            guard let next = item(end, &builder), next > end else { break }
            end = next
        }
        return end
    }

    /// "…, no wait, 11": a later time that replaces the one before.
    private func correction(_ index: Int, _ builder: inout PhraseBuilder) -> Int? {
        var place = index
        while isMark(place, ",") || isMark(place, "-") || isMark(place, "…") || isDots(place) { place += 1 }
        guard !builder.isEmpty, has(place, .correction) else { return nil }
        while has(place, .correction) || isMark(place, ",") || isMark(place, "-") { place += 1 }
        var replacement = PhraseBuilder()
        replacement.isCorrection = true
        var end = items(place, &replacement)
        guard !replacement.isEmpty, replacement.phrase.repetition == nil else { return nil }
        builder.correct(by: replacement.phrase)
        // "thursday, I mean friday, at 2": what follows adds to the corrected time.
        end = items(end, &builder)
        return end
    }

    /// A full stop of "...".
    private func isDots(_ index: Int) -> Bool {
        isMark(index, ".") && (isMark(index + 1, ".") || isMark(index - 1, "."))
    }

    /// The next item at `index`, after the words that may connect it to the previous ones.
    private func item(_ index: Int, _ builder: inout PhraseBuilder) -> Int? {
        // The time zone directly follows a clock time.
        if builder.takesZone, let zone = zoneItem(index) {
            builder.phrase.zone = zone.value
            return zone.end
        }
        var place = index
        if !builder.isEmpty {
            if let more = alternative(place, &builder) ?? openEnd(place, &builder) { return more }
            place = skipComma(place)
            if isMark(place, "("), !isMark(index, ",") { place += 1 }
            if let time = isoTime(place, &builder) { return time }
        }
        return firstMatch(place, &builder).map { isMark($0, ")") && isMark(place - 1, "(") ? $0 + 1 : $0 }
    }

    private func firstMatch(_ index: Int, _ builder: inout PhraseBuilder) -> Int? {
        let place = skipPrepositions(index)
        let isAnchored =
            place > index && hasAny(place - 1, [.at, .about, .by, .until, .before, .after, .from, .starting])
        if let end = repetition(index, place, &builder) { return end }
        let isDated = builder.phrase.day != nil
        let end =
            shiftedClock(index, &builder) ?? shiftedClock(place, &builder)
            ?? sameTime(place, &builder) ?? slice(place, &builder)
            ?? day(index, place, &builder) ?? part(index, place, &builder)
            ?? clock(index, place, isAnchored: isAnchored || builder.hasClockContext(isWhole), &builder)
            ?? length(index, place, &builder)
        if end != nil { setBound(index..<place, isDay: !isDated && builder.phrase.day != nil, &builder) }
        return end
    }

    /// What the prepositions before a day or a clock time make of it: "after 6pm", "before Friday".
    private func setBound(_ places: Range<Int>, isDay: Bool, _ builder: inout PhraseBuilder) {
        guard builder.phrase.length == nil || builder.phrase.clock != nil, builder.phrase.shift == nil else { return }
        for place in places where builder.phrase.bound == nil {
            if has(place, .after) || has(place, .past) && builder.phrase.clock != nil {
                builder.phrase.bound = .after
            } else if has(place, .before) || has(place, .until) && !isDay && !isForeignTo(place) {
                builder.phrase.bound = .before
            }
        }
        if places.contains(where: { hasAny($0, [.from, .starting]) }) { builder.phrase.isStart = true }
    }

    /// Swedish "till" is "to" more often than "until".
    private func isForeignTo(_ index: Int) -> Bool { style.language != "en" && has(index, .to) }

    private func skipPrepositions(_ index: Int) -> Int {
        var place = index
        let words: [TimeWord] = [
            .at, .on, .in, .by, .of, .for, .about, .before, .after, .from, .until, .starting, .filler, .between,
            .coming,
        ]
        for _ in 0..<3 where hasAny(place, words) && token(place + 1) != nil { place += 1 }
        // "past 8pm"
        if place == index, has(place, .past), digits(place + 1) != nil { place += 1 }
        return place
    }

    /// The "T14:00+02:00" of an ISO instant.
    private func isoTime(_ index: Int, _ builder: inout PhraseBuilder) -> Int? {
        guard token(index)?.text == "t", isAdjacent(index), builder.phrase.clock == nil, digits(index + 1)?.count == 2,
            let time = clockTime(index + 1, isAnchored: true)
        else { return nil }
        var value = time.value
        value.half = .exact
        builder.setClock(.time(value), isWeak: false)
        guard let zone = zone(time.end) else { return time.end }
        builder.phrase.zone = zone.value
        return zone.end
    }

    private func repetition(_ index: Int, _ place: Int, _ builder: inout PhraseBuilder) -> Int? {
        if builder.phrase.repetition != nil { return repetitionLimit(index, &builder) }
        if let end = dailyException(index, &builder) { return end }
        guard builder.phrase.day == nil, let found = repetition(index) ?? repetition(place) else { return nil }
        builder.setRepetition(found.value, isWeak: found.isWeak)
        return found.end
    }

    private func sameTime(_ place: Int, _ builder: inout PhraseBuilder) -> Int? {
        guard has(place, .sameTime), builder.phrase.clock == nil, !builder.phrase.sameTime else { return nil }
        builder.phrase.sameTime = true
        return place + 1
    }

    /// The "early" of "early tomorrow morning".
    private func slice(_ place: Int, _ builder: inout PhraseBuilder) -> Int? {
        if has(place, .later) {
            // "later tonight", "later this afternoon": only what follows counts.
            guard partOfDay(place + 1) != nil || has(place + 1, .this) && part(place + 2) != nil else { return nil }
            return place + 1
        }
        guard let slice = slice(place), slice.value != .mid, builder.phrase.slice == nil, builder.phrase.clock == nil
        else { return nil }
        let next = skip(slice.end, .on)
        let isBeforeDay =
            pick(next, { if case .relativeDay = $0 { true } else { nil } }) == true || weekday(next) != nil
            || partOfDay(next) != nil
        // "tomorrow early at 7"
        let isAfterDay =
            builder.phrase.day != nil && (isWhole || token(slice.end) == nil || has(slice.end, .at))
            && part(slice.end) == nil
        guard isBeforeDay || isAfterDay else { return nil }
        builder.phrase.slice = slice.value
        return slice.end
    }
}
