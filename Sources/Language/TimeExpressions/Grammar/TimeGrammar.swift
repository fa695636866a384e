/// Recognisers over annotated tokens. Each examines one index and returns what it found and where it ends. None looks
/// back further than one token, and `depth` bounds recursion, so the work is bounded by the length of the text.
struct TimeGrammar {
    let tokens: [TimeToken]
    let style: LocaleStyle
    /// Whether the whole text is expected to be a time, so that weak evidence suffices. Otherwise it is a sentence, in
    /// which "may" can be a verb.
    let isWhole: Bool
    /// Counts the tokens that were examined, so that tests can bound the work.
    var counter: LookupCounter?

    struct Parsed<Value> {
        var value: Value
        var end: Int
        /// Could also mean something else. In a sentence it only counts together with stronger evidence.
        var isWeak = false
    }
}

final class LookupCounter {
    fileprivate(set) var count = 0
}

extension TimeGrammar {
    func token(_ index: Int) -> TimeToken? { exists(index) ? tokens[index] : nil }

    /// Counts an examined token. What asks for less than the whole token doesn't copy it.
    private func exists(_ index: Int) -> Bool {
        counter?.count += 1
        return tokens.indices.contains(index)
    }

    func has(_ index: Int, _ word: TimeWord) -> Bool { exists(index) && tokens[index].meanings.contains(word) }

    func hasAny(_ index: Int, _ words: [TimeWord]) -> Bool {
        exists(index) && tokens[index].meanings.contains { words.contains($0) }
    }

    /// The first meaning at `index` that `select` accepts.
    func pick<T>(_ index: Int, _ select: (TimeWord) -> T?) -> T? {
        guard exists(index) else { return nil }
        for meaning in tokens[index].meanings {
            if let value = select(meaning) { return value }
        }
        return nil
    }

    /// `index`, or the next index if one of `words` is at `index`.
    func skip(_ index: Int, _ words: TimeWord...) -> Int { hasAny(index, words) ? index + 1 : index }

    func isMark(_ index: Int, _ mark: Character) -> Bool { exists(index) && tokens[index].shape == .mark(mark) }

    func isAdjacent(_ index: Int) -> Bool { exists(index) && tokens[index].isAdjacent }

    /// A number in digits, with at most `maxCount` of them.
    func digits(_ index: Int, maxCount: Int = 4) -> (value: Int, count: Int)? {
        guard exists(index), case .digits(let value, let count) = tokens[index].shape, count <= maxCount else {
            return nil
        }
        return (value, count)
    }

    func unit(_ index: Int) -> LengthUnit? {
        pick(index) { if case .unit(let unit) = $0 { unit } else { nil } }
    }

    func part(_ index: Int) -> DayPart? {
        pick(index) { if case .part(let part) = $0 { part } else { nil } }
    }

    /// The "hora" of "hora de Madrid", which is otherwise a unit.
    func isZoneWord(_ index: Int) -> Bool { has(index, .time) && (has(index + 1, .of) || city(index + 1) != nil) }

    /// Whether the token makes the number before it a quantity: a unit, a measure, a percent sign, adjoining letters.
    func isMeasure(_ index: Int) -> Bool {
        guard let token = token(index) else { return false }
        if unit(index) != nil, !has(index, .oclock), !isZoneWord(index) { return true }
        if has(index, .ordinalSuffix), token.isAdjacent { return true }
        if has(index, .measure) { return true }
        if isMark(index, "+") { return digits(index + 1) == nil }
        if case .mark(let mark) = token.shape { return "%/×*°$€£¥₹^".contains(mark) }
        if isMark(index - 1, "."), token.isAdjacent { return false }
        return token.isAdjacent && token.isWord && token.meanings.isEmpty && token.text != "z" && token.text != "t"
    }
}
