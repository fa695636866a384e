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
    var range: Range<String.Index>
    /// Nothing stands between it and the token before.
    var isGlued: Bool
    var isCapitalised: Bool
    /// What it can mean; empty for words that have nothing to do with time.
    var meanings: [TimeWord] = []

    var isWord: Bool { shape == .word }
}
