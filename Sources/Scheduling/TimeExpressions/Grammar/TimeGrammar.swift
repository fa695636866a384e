/// Recognisers over annotated tokens. Each looks at one place and says what stands there and where it ends; none
/// looks back further than one token, and recursion is bounded by `depth`, so the work is bounded by the text.
struct TimeGrammar {
    let tokens: [TimeToken]
    let style: LocaleStyle
    /// The whole text is meant to be a time: weak signs suffice. Else it's a sentence, where "may" may be a verb.
    let isWhole: Bool

    struct Parsed<Value> {
        var value: Value
        var end: Int
        /// Could as well be something else: in a sentence it counts only beside a stronger sign.
        var isWeak = false
    }
}

extension TimeGrammar {
    func token(_ index: Int) -> TimeToken? { tokens.indices.contains(index) ? tokens[index] : nil }

    func has(_ index: Int, _ word: TimeWord) -> Bool { token(index)?.meanings.contains(word) ?? false }

    func hasAny(_ index: Int, _ words: [TimeWord]) -> Bool { words.contains { has(index, $0) } }

    /// The first meaning at `index` that `select` accepts.
    func pick<T>(_ index: Int, _ select: (TimeWord) -> T?) -> T? {
        guard let meanings = token(index)?.meanings else { return nil }
        for meaning in meanings {
            if let value = select(meaning) { return value }
        }
        return nil
    }

    /// `index`, or the place behind it when one of `words` stands there.
    func skip(_ index: Int, _ words: TimeWord...) -> Int { hasAny(index, words) ? index + 1 : index }

    func isMark(_ index: Int, _ mark: Character) -> Bool { token(index)?.shape == .mark(mark) }

    func isGlued(_ index: Int) -> Bool { token(index)?.isGlued ?? false }

    /// A number in digits, at most `maxCount` of them.
    func digits(_ index: Int, maxCount: Int = 4) -> (value: Int, count: Int)? {
        guard case .digits(let value, let count)? = token(index)?.shape, count <= maxCount else { return nil }
        return (value, count)
    }

    func unit(_ index: Int) -> LengthUnit? {
        pick(index) { if case .unit(let unit) = $0 { unit } else { nil } }
    }

    func part(_ index: Int) -> DayPart? {
        pick(index) { if case .part(let part) = $0 { part } else { nil } }
    }

    /// What follows makes the number before it a quantity: a unit, a measure, a percent sign, glued letters.
    func isMeasure(_ index: Int) -> Bool {
        guard let token = token(index) else { return false }
        if unit(index) != nil, !has(index, .oclock) { return true }
        if has(index, .measure) { return true }
        if isMark(index, "+") { return digits(index + 1) == nil }
        if case .mark(let mark) = token.shape { return "%/×*°$€£¥₹^".contains(mark) }
        if isMark(index - 1, "."), token.isGlued { return false }
        return token.isGlued && token.isWord && token.meanings.isEmpty && !["z", "t", "ish"].contains(token.text)
    }
}
