extension TimeGrammar {
    func day(_ index: Int, _ place: Int, _ builder: inout PhraseBuilder) -> Int? {
        guard builder.phrase.day == nil, builder.phrase.repetition == nil else { return nil }
        if let special = specialDay(place, &builder) { return special }
        for start in index...place {
            guard let found = day(start) else { continue }
            // "in 2 hours" is a time, "2 weeks" alone is a length.
            builder.setDay(found.value, isWeak: found.isWeak)
            if token(start).map({ $0.meanings.contains(.few) }) == true || has(start + 1, .few) {
                builder.phrase.isApproximate = true
            }
            return found.end
        }
        return nil
    }

    /// "tonight", "this morning", "last night", "now": a day together with a part of it.
    private func specialDay(_ place: Int, _ builder: inout PhraseBuilder) -> Int? {
        if let found = partOfDay(place) {
            guard builder.addPart(found.part, isWeak: false) else { return nil }
            builder.setDay(.relative(days: found.days), isWeak: false)
            return place + 1
        }
        if let beside = partBesideDay(place, &builder) { return beside }
        if has(place, .now), builder.isEmpty {
            builder.setDay(.offset(TimeLength(), sign: 1), isWeak: !isWhole)
            return place + 1
        }
        if has(place, .endOfDay) {
            return part(place) == nil ? endOfDay(place, &builder) : nil
        }
        guard let determiner = determiner(place), determiner.value == .this || determiner.value == .last else {
            return nil
        }
        let partPlace = slice(determiner.end)?.end ?? determiner.end
        guard let part = part(partPlace), builder.addPart(part, isWeak: false) else { return nil }
        builder.phrase.slice = builder.phrase.slice ?? slice(determiner.end)?.value
        builder.setDay(.relative(days: determiner.value == .this ? 0 : -1), isWeak: false)
        return partPlace + 1
    }

    private func endOfDay(_ place: Int, _ builder: inout PhraseBuilder) -> Int? {
        guard has(place, .endOfDay), builder.phrase.clock == nil else { return nil }
        builder.setClock(.time(ClockTime(hour: 18, half: .exact)), isWeak: false)
        builder.phrase.isApproximate = true
        return place + 1
    }

    func partOfDay(_ index: Int) -> (days: Int, part: DayPart)? {
        pick(index) { if case .partOfDay(let days, let part) = $0 { (days, part) } else { nil } }
    }

    /// "the night before Easter", "the morning after the race on Sunday".
    private func partBesideDay(_ index: Int, _ builder: inout PhraseBuilder) -> Int? {
        let start = skip(index, .the)
        guard let part = part(start), hasAny(start + 1, [.before, .after]), let base = day(start + 2, depth: 1),
            isSingle(base.value), builder.addPart(part, isWeak: false)
        else { return nil }
        let sign = has(start + 1, .before) ? -1 : 1
        builder.setDay(.shifted(base.value, TimeLength(days: 1), sign: sign), isWeak: false)
        return base.end
    }

    /// "in the morning", "at night"; after a day also without a preposition.
    func part(_ index: Int, _ place: Int, _ builder: inout PhraseBuilder) -> Int? {
        for start in index...place {
            guard let part = dayPartPhrase(start) else { continue }
            let isJoined = builder.phrase.day != nil || builder.phrase.clock != nil
            guard builder.addPart(part.value, isWeak: part.isWeak && start == index && !isJoined) else { return nil }
            let before = part.end - 2
            if before >= start, let slice = slice(before) { builder.phrase.slice = slice.value }
            return part.end
        }
        return nil
    }

    func clock(_ index: Int, _ place: Int, isAnchored: Bool, _ builder: inout PhraseBuilder) -> Int? {
        guard builder.takesTime else { return nil }
        if let end = endOfDay(place, &builder) { return end }
        for start in index...place {
            if let range = clockRange(start, hasDay: builder.phrase.day != nil || builder.phrase.repetition != nil) {
                builder.setClock(.range(range.value.0, range.value.1), isWeak: range.isWeak)
                builder.phrase.isWindow = has(start, .between)
                return range.end
            }
        }
        if has(place - 1, .for), length(place) != nil { return nil }
        guard let time = clockTime(place, isAnchored: isAnchored), !isScore(time.end) else { return nil }
        if has(place - 1, .about) || has(time.end - 1, .ish) { builder.phrase.isApproximate = true }
        let isMinor = has(place - 1, .for) || has(place - 1, .in) || has(place - 1, .of)
        guard !isMinor || !time.isWeak && digits(place) == nil || time.value.half != .open else { return nil }
        builder.setClock(.time(time.value), isWeak: time.isWeak && !isAnchored)
        return time.end
    }

    func isScore(_ index: Int) -> Bool { isMark(index, "-") && isAdjacent(index) && digits(index + 1) != nil }

    func length(_ index: Int, _ place: Int, _ builder: inout PhraseBuilder) -> Int? {
        guard builder.phrase.length == nil, let length = length(place), place == index || has(place - 1, .for) else {
            return nil
        }
        // Hours are a length only if nothing else claims them: "2 hours of sleep", "3 days a week".
        guard !hasAny(length.end, [.ago, .fromNow, .per]), !(isMark(length.end, "/")),
            place > index || !has(length.end, .one) || isWhole
        else { return nil }
        if has(place, .few) || has(place + 1, .few) { builder.phrase.isApproximate = true }
        builder.setLength(length.value, isWeak: length.isWeak && !has(place - 1, .for))
        return length.end
    }
}
