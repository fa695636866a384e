import Domain
import Foundation

/// Splits any text into words, numbers and marks, in linear time.
enum TimeLexer {
    /// Longer texts are truncated: no time expression is longer.
    static let maxCharacters = 1000

    static func tokens(of text: String) -> [TimeToken] {
        // "o'clock" and "aujourd'hui" are one word.
        let runs = TextRun.joined(text, limit: maxCharacters) { first, mark, next in
            first == .letters && next == .letters && mark.map(isApostrophe) == true
        }
        var tokens: [TimeToken] = []
        var previousEnd: String.Index?
        for run in runs where run.kind != .space && run.kind != .newline {
            let raw = String(text[run.range])
            let shape: TimeToken.Shape =
                switch run.kind {
                case .letters: .word
                case .digits: .digits(value: value(raw), count: raw.utf8.count)
                default: .mark(plain(text[run.range.lowerBound]))
                }
            tokens.append(
                TimeToken(
                    shape: shape,
                    text: shape == .word ? folded(raw) : raw,
                    raw: raw,
                    range: run.range,
                    isAdjacent: run.range.lowerBound == previousEnd,
                    isCapitalised: raw.first?.isUppercase == true
                )
            )
            previousEnd = run.range.upperBound
        }
        return tokens
    }

    private static func value(_ digits: String) -> Int {
        digits.utf8.reduce(0) { min($0 * 10 + Int($1 - UInt8(ascii: "0")), 999_999_999) }
    }

    static func folded(_ word: String) -> String {
        String(
            word.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
                .map { isApostrophe($0) ? "'" : $0 }
        )
    }

    private static func isApostrophe(_ character: Character) -> Bool { "'’ʼ‘".contains(character) }

    /// Unifies all dashes and all apostrophes.
    private static func plain(_ character: Character) -> Character {
        if "–—‐‑−".contains(character) { return "-" }
        return isApostrophe(character) ? "'" : character
    }
}
