extension TimeGrammar {
    /// A whole number in digits or words ("25", "twenty-five", "treinta y cinco").
    func number(_ index: Int) -> Parsed<Int>? {
        if let digits = digits(index) { return Parsed(value: digits.value, end: index + 1) }
        return numberWord(index)
    }

    func numberWord(_ index: Int) -> Parsed<Int>? {
        guard let first = numberMeaning(index) else { return nil }
        guard first >= 20, first % 10 == 0 else { return Parsed(value: first, end: index + 1) }
        let next = isMark(index + 1, "-") ? index + 2 : skip(index + 1, .and)
        if let second = numberMeaning(next), (1...9).contains(second) {
            return Parsed(value: first + second, end: next + 1)
        }
        return Parsed(value: first, end: index + 1)
    }

    private func numberMeaning(_ index: Int) -> Int? {
        pick(index) { if case .number(let value) = $0 { value } else { nil } }
    }

    /// "5th", "fifth", "twenty-first"; "5." before a month in languages that write so.
    func ordinal(_ index: Int) -> Parsed<Int>? {
        if let value = digits(index, maxCount: 2)?.value {
            if let suffix = token(index + 1), suffix.isAdjacent, Self.ordinalSuffixes.contains(suffix.text) {
                return Parsed(value: value, end: index + 2)
            }
            if style.usesDots, isMark(index + 1, "."), isAdjacent(index + 1),
                month(index + 2) != nil || has(index + 2, .of)
            {
                return Parsed(value: value, end: index + 2)
            }
            if isMark(index + 1, ":"), let letter = token(index + 2)?.text, ["a", "e"].contains(letter) {
                return Parsed(value: value, end: index + 3)
            }
            return nil
        }
        if let value = ordinalMeaning(index) { return Parsed(value: value, end: index + 1) }
        if let tens = numberMeaning(index), tens == 20 || tens == 30 {
            let next = isMark(index + 1, "-") ? index + 2 : index + 1
            if let ones = ordinalMeaning(next), (1...9).contains(ones) {
                return Parsed(value: tens + ones, end: next + 1)
            }
        }
        return nil
    }

    private func ordinalMeaning(_ index: Int) -> Int? {
        pick(index) { if case .ordinal(let value) = $0 { value } else { nil } }
    }

    private static let ordinalSuffixes: Set<String> = ["st", "nd", "rd", "th", "er", "eme", "º", "ª", "o"]
}
