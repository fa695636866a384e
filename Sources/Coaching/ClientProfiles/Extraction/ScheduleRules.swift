import Domain

/// The times that suit for training, again and again: not one appointment.
enum ScheduleRules {
    static func statement(in sentence: ProfileSentence) -> ProfileStatement? {
        let tokens = sentence.tokens
        guard let range = match(in: sentence), sentence.isOwn(range.lowerBound) || isShared(sentence, range) else {
            return nil
        }
        var topics: Set<String> = ["schedule"]
        for token in tokens { if let day = PreferenceWords.days[token.word] { topics.insert("day:\(day)") } }
        for token in tokens where token.isClock { topics.insert("number:\(token.word)") }
        let isChange = PreferenceWords.changing.isIn(tokens)
        return ProfileStatement(
            .preferences,
            topics,
            sentence.excerpt(around: range),
            sentence.isQuestion ? 0.75 : 0.85,
            in: sentence,
            kind: isChange ? .replacement : .fact
        )
    }

    private static func isShared(_ sentence: ProfileSentence, _ range: Range<Int>) -> Bool {
        sentence.isQuestion && sentence.has(["we", "i"])
            && !sentence.tokens.indices.contains { sentence.isRelation($0) }
    }

    private static func match(in sentence: ProfileSentence) -> Range<Int>? {
        let tokens = sentence.tokens
        let recurring = tokens.indices.filter { isRecurring(tokens, $0) }
        let isAsking = sentence.isQuestion
        if sentence.has(PreferenceWords.openingHours) { return nil }
        // "mondays and wednesdays at 18", "Could we do 19:30, tues and fri?"
        if let day = recurring.first(where: {
            PreferenceWords.days[tokens[$0].word] != nil && tokens[$0].word != "nights"
        }), hasClock(tokens) || (isAsking && isMove(tokens)) {
            return range(day, tokens)
        }
        let days = tokens.indices.filter { PreferenceWords.days[tokens[$0].word] != nil }
        if days.count >= 2, hasExactClock(tokens), isPair(tokens, days), !sentence.has(["this", "next"]) {
            return range(days[0], tokens)
        }
        if let day = days.first, PreferenceWords.lasting.isIn(tokens), hasClock(tokens) { return range(day, tokens) }
        if isAsking { return nil }
        if let fixed = PreferenceWords.fixedTimes.first(in: tokens), !sentence.has(PreferenceWords.once) {
            return fixed
        }
        if let cue = PreferenceWords.plainlySuiting.first(in: tokens), hasExactClock(tokens),
            !sentence.has(PreferenceWords.once)
        {
            return cue
        }
        guard let first = recurring.first, !sentence.has(PreferenceWords.once) else { return startsWithSpan(tokens) }
        guard let cue = PreferenceWords.suiting.first(in: tokens), abs(cue.lowerBound - first) <= 8 else { return nil }
        return min(first, cue.lowerBound)..<max(first + 1, cue.upperBound)
    }

    private static func range(_ start: Int, _ tokens: [ProfileToken]) -> Range<Int> {
        start..<min(start + 6, tokens.count)
    }

    private static func isRecurring(_ tokens: [ProfileToken], _ index: Int) -> Bool {
        let word = tokens[index].word
        guard PreferenceWords.recurring.contains(word), !tokens[index].isPossessive else { return false }
        // Spanish days have one form; only "los lunes" recur.
        guard PreferenceWords.spanishDays.contains(word) else { return true }
        return PreferenceWords.beforeSpanishDay.contains(tokens[safe: index - 1]?.word ?? "")
    }

    /// "at 18", "6am", "half past ten"
    private static func hasClock(_ tokens: [ProfileToken]) -> Bool {
        if hasExactClock(tokens) { return true }
        return tokens.indices.contains { index in
            let next = tokens[safe: index + 1]
            switch tokens[index].word {
            case let word where PreferenceWords.beforeClock.contains(word):
                return next?.value.map { $0 > 0 && $0 <= 24 } == true
            case "am", "pm": return tokens[safe: index - 1]?.isNumber == true
            case "past": return tokens[safe: index - 1]?.word == "half" || tokens[safe: index - 1]?.word == "quarter"
            default: return false
            }
        }
    }

    private static func hasExactClock(_ tokens: [ProfileToken]) -> Bool {
        tokens.contains(where: \.isClock)
            || zip(tokens, tokens.dropFirst()).contains { $0.isNumber && ["am", "pm"].contains($1.word) }
    }

    private static func isPair(_ tokens: [ProfileToken], _ days: [Int]) -> Bool {
        zip(days, days.dropFirst()).contains { one, other in
            other - one == 2 && PreferenceWords.dayJoint.contains(tokens[one + 1].word) || other - one == 1
        }
    }

    private static func isMove(_ tokens: [ProfileToken]) -> Bool { PreferenceWords.changing.isIn(tokens) }

    /// "13:00 to 14:00 if the gods allow", as an answer.
    private static func startsWithSpan(_ tokens: [ProfileToken]) -> Range<Int>? {
        guard tokens.count >= 3, tokens[0].isClock, PreferenceWords.upTo.contains(tokens[1].word),
            tokens[2].isClock
        else { return nil }
        return 0..<3
    }
}
