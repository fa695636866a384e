extension TimeGrammar {
    /// "half an hour before 3pm", "two hours from noon", "an hour before the 6pm session".
    func shiftedClock(_ index: Int, _ builder: inout PhraseBuilder) -> Int? {
        guard builder.takesTime, builder.phrase.length == nil, let length = length(index), length.value.isElapsed,
            let sign = shiftSign(length.end), sign < 0 || clockRange(length.end, hasDay: true) == nil
        else { return nil }
        if let end = shiftedDayAndClock(length, sign, &builder) { return end }
        let start = skip(skip(length.end + 1, .the, .my), .at)
        guard let time = clockTime(start, isAnchored: true), !isScore(time.end) else { return nil }
        // "an hour after 3 coffees"
        let isBare = time.value.half == .open && time.end == start + 1 && digits(start) != nil
        if isBare, !isWhole, let next = token(time.end), next.isWord, next.meanings.isEmpty { return nil }
        builder.setClock(.time(time.value), isWeak: false)
        builder.phrase.shift = (length.value, sign)
        return skip(time.end, .event)
    }

    /// "an hour before Friday at 5": the day comes first.
    private func shiftedDayAndClock(_ length: Parsed<TimeLength>, _ sign: Int, _ builder: inout PhraseBuilder) -> Int? {
        guard builder.phrase.day == nil, let day = day(length.end + 1, depth: 1), isSingle(day.value),
            let time = clockTime(skip(skipComma(day.end), .at), isAnchored: true)
        else { return nil }
        builder.setDay(day.value, isWeak: false)
        builder.setClock(.time(time.value), isWeak: false)
        builder.phrase.shift = (length.value, sign)
        return time.end
    }

    private func shiftSign(_ index: Int) -> Int? {
        if has(index, .before) { return -1 }
        return hasAny(index, [.after, .from]) ? 1 : nil
    }

    /// "or 12", "or at 4:30pm": a clock time beside the first.
    func alternative(_ index: Int, _ builder: inout PhraseBuilder) -> Int? {
        guard case .time(var first)? = builder.phrase.clock else { return nil }
        let isListed = isMark(index, ",") && digits(index + 1) != nil && has(index + 2, .or)
        guard isListed || has(index, .or), var other = clockTime(skip(index + 1, .at), isAnchored: true),
            !isScore(other.end), other.value.half != .exact || other.value.hour > 0
        else { return nil }
        if first.half == .open, first.part == nil, other.value.half == .am || other.value.half == .pm {
            // "3 or 4pm"
            first.half = other.value.half
            builder.phrase.clock = .time(first)
        } else if other.value.half == .open {
            other.value.part = first.part
            if first.half == .am || first.half == .pm, first.hour <= other.value.hour { other.value.half = first.half }
        }
        builder.phrase.alternatives.append(other.value)
        return other.end
    }

    /// "from Tuesday on", "from 5pm onwards".
    func openEnd(_ index: Int, _ builder: inout PhraseBuilder) -> Int? {
        guard has(index, .onwards), builder.phrase.bound == nil, !builder.phrase.isOpenEnded else { return nil }
        if has(index, .on) {
            // In "from Tuesday on Zoom" it is a preposition.
            guard builder.phrase.isStart else { return nil }
            if let next = token(index + 1), next.isWord || digits(index + 1) != nil { return nil }
        }
        if case .time? = builder.phrase.clock {
            builder.phrase.bound = .after
        } else {
            builder.phrase.isOpenEnded = true
        }
        return index + 1
    }

    /// A time zone directly after a clock time, after a comma, or in parentheses.
    func zoneItem(_ index: Int) -> Parsed<ZoneReference>? {
        if let zone = zone(index) { return zone }
        guard isMark(index, ",") || isMark(index, "("), let zone = zone(index + 1) else { return nil }
        if isMark(index, "(") {
            return isMark(zone.end, ")") ? Parsed(value: zone.value, end: zone.end + 1) : nil
        }
        // ", London" may begin something else.
        let isNamed =
            has(zone.end - 1, .time) || token(index + 1).map { ZoneNames.all.abbreviations[$0.text] != nil } == true
        return isNamed || isWhole ? zone : nil
    }
}
