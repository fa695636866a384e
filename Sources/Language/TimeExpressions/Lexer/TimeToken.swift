/// One word, number or mark of the input.
struct TimeToken {
    enum Shape: Equatable {
        /// ASCII digits; `value` is capped at 999 999 999.
        case digits(value: Int, count: Int)
        case word
        case mark(Character)
    }

    var shape: Shape
    /// Lower case, without accents.
    var text: String
    /// As it was written.
    var raw: String
    var range: Range<String.Index>
    /// Whether it directly follows the previous token, without a space.
    var isAdjacent: Bool
    var isCapitalised: Bool
    /// Whether it was merged from several words, which mean less by chance.
    var isPhrase = false
    /// The possible meanings; empty for words unrelated to time.
    var meanings: [TimeWord] = []

    var isWord: Bool { shape == .word }
}
