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
        return Parsed(value: .phrase(first.value), end: first.end, isWeak: first.isWeak)
    }

    /// Days, clock times, lengths and other items, in any order.
    func phrase(_ start: Int) -> Parsed<TimePhrase>? {
        var builder = PhraseBuilder()
        var end = start
        for _ in 0..<Self.maxItems {
            guard let next = item(end, &builder), next > end else { break }
            end = next
        }
        guard builder.isComplete(isWhole: isWhole) else { return nil }
        return Parsed(value: builder.phrase, end: end, isWeak: !builder.isStrong)
    }

    /// The next item at `index`, after the words that may connect it to the previous ones.
    private func item(_ index: Int, _ builder: inout PhraseBuilder) -> Int? {
        // The time zone directly follows a clock time.
        if builder.takesZone, let zone = zone(index) {
            builder.phrase.zone = zone.value
            return zone.end
        }
        var place = index
        if !builder.isEmpty {
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
        return repetition(index, place, &builder) ?? sameTime(place, &builder) ?? slice(place, &builder)
            ?? day(index, place, &builder) ?? part(index, place, &builder)
            ?? clock(index, place, isAnchored: isAnchored || builder.hasClockContext(isWhole), &builder)
            ?? length(index, place, &builder)
    }

    private func skipPrepositions(_ index: Int) -> Int {
        var place = index
        let words: [TimeWord] = [
            .at, .on, .in, .by, .of, .for, .about, .before, .after, .from, .until, .starting, .filler, .between,
            .coming,
        ]
        for _ in 0..<3 where hasAny(place, words) && token(place + 1) != nil { place += 1 }
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
        if builder.phrase.repetition != nil {
            if has(index, .until), let day = day(index + 1), isSingle(day.value) {
                builder.phrase.repetition?.until = day.value
                return day.end
            }
            if hasAny(index, [.starting, .from]), let day = day(skip(index + 1, .on)), !isRange(day.value) {
                builder.phrase.repetition?.starting = day.value
                return day.end
            }
            return nil
        }
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
        guard let slice = slice(place), slice.value != .mid, builder.phrase.slice == nil, builder.phrase.clock == nil,
            pick(slice.end, { if case .relativeDay = $0 { true } else { nil } }) == true || weekday(slice.end) != nil
        else { return nil }
        builder.phrase.slice = slice.value
        return slice.end
    }
}
