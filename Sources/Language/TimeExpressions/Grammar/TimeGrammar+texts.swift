extension TimeGrammar {
    /// The expression that makes up the whole text, apart from polite words and punctuation.
    func wholeExpression() -> TimeExpression? {
        var start = 0
        while has(start, .filler) || isMark(start, "¿") || isMark(start, "\"") || isMark(start, "(") { start += 1 }
        guard let found = expression(start) else { return nil }
        var end = found.end
        while let token = token(end) {
            guard case .mark(let mark) = token.shape, ".,!?;:\")".contains(mark) || has(end, .filler) else {
                guard has(end, .filler) else { return nil }
                end += 1
                continue
            }
            end += 1
        }
        return found.value
    }

    /// All expressions in a sentence.
    func expressions() -> [(range: Range<String.Index>, expression: TimeExpression)] {
        var found: [(range: Range<String.Index>, expression: TimeExpression)] = []
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            // No expression begins with a word that has nothing to do with time.
            if token.isWord && token.meanings.isEmpty || has(index, .filler) {
                index += 1
            } else if has(index, .except), let excluded = weekdayList(skip(skip(index + 1, .on), .the)) {
                // Excluded days are the opposite of what they name: better not found than wrong.
                index = has(index, .conjunction) ? index + 1 : excluded.end
            } else if let beside = besideEvent(index) {
                index = beside
            } else if let counted = countedTimes(index), repetition(index) == nil {
                index = counted
            } else if let parsed = expression(index), !parsed.isWeak, parsed.end > index {
                let start = tokens[index].range.lowerBound
                found.append((start..<tokens[parsed.end - 1].range.upperBound, parsed.value))
                index = parsed.end
            } else {
                index = nonTime(index) ?? index + 1
            }
        }
        return found
    }
}
