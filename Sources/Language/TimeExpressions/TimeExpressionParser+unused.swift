extension TimeExpressionParser {
    /// The words of time in `text` that no match covers, from left to right: the "early" of "early, at 6", the "or 12" of
    /// "at 11 with Bob or 12", the "day before" of "the day before the race at 9am". Whoever acts on the matches alone would silently ignore them.
    ///
    /// Words that are more often something else ("may", "second", "lunch"), and numbers that aren't times, don't count.
    /// - Parameter matches: what `find(in:)` returned for this text; fewer if some were taken for something else.
    public func unusedTimeWords(in text: String, matches: [TimeMatch]) -> [Range<String.Index>] {
        let grammar = sentence(text).grammar
        var unused: [Range<String.Index>] = []
        var index = 0
        while let token = grammar.token(index) {
            if let match = matches.first(where: { $0.range.overlaps(token.range) }) {
                let start = index
                while let inside = grammar.token(index), match.range.overlaps(inside.range) { index += 1 }
                if start == index { index += 1 }
            } else if let end = grammar.nonTime(index), end > index {
                index = end
            } else {
                let end = grammar.besideEvent(index) ?? grammar.timeWord(index)
                if let end, let last = grammar.token(end - 1) {
                    let range = token.range.lowerBound..<last.range.upperBound
                    if !matches.contains(where: { $0.range.overlaps(range) }) { unused.append(range) }
                }
                index = end ?? index + 1
            }
        }
        return unused
    }
}

extension TimeGrammar {
    /// The end of a word, or of two, that speaks of time even by itself.
    fileprivate func timeWord(_ index: Int) -> Int? {
        // "or 12", "or at 12"
        if has(index, .or) {
            let place = skip(index + 1, .at)
            guard let number = number(place), number.value < 25, !isMeasure(number.end), index > 0 else { return nil }
            return followsTime(index) ? number.end : nil
        }
        guard let token = token(index), !isCommonWord(index), !has(index, .homonym) else { return nil }
        if let length = length(index), !length.isWeak { return length.end }
        return token.meanings.contains(where: \.speaksOfTime) ? index + 1 : nil
    }

    /// Whether one of the six words before is a clock time's.
    private func followsTime(_ index: Int) -> Bool {
        (max(0, index - 6)..<index).contains { place in
            number(place) != nil || hasAny(place, [.am, .pm, .oclock, .noon])
        }
    }
}

extension TimeWord {
    fileprivate var speaksOfTime: Bool {
        switch self {
        case .weekday, .weekdays, .workdays, .weekend, .weekends, .month, .part, .relativeDay, .holiday: true
        case .partOfDay, .noon, .midnight, .endOfDay, .oclock, .sameTime, .timeOf: true
        case .early, .late, .later, .ago, .fromNow, .every, .frequency, .afterNext: true
        default: false
        }
    }
}
