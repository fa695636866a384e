import Foundation

/// Splits any text into words, numbers and marks, in linear time.
enum TimeLexer {
    /// Longer texts are truncated: no time expression is longer.
    static let maxCharacters = 1000

    static func tokens(of text: String) -> [TimeToken] {
        var tokens: [TimeToken] = []
        var index = text.startIndex
        let limit = text.index(index, offsetBy: maxCharacters, limitedBy: text.endIndex) ?? text.endIndex
        var previousEnd = index
        while index < limit {
            let start = index
            let character = text[index]
            index = text.index(after: index)
            if character.isWhitespace { continue }
            var shape = TimeToken.Shape.mark(plain(character))
            if isDigit(character) {
                var value = 0
                var count = 0
                index = start
                while index < limit, isDigit(text[index]), let digit = text[index].wholeNumberValue {
                    value = min(value * 10 + digit, 999_999_999)
                    count += 1
                    index = text.index(after: index)
                }
                shape = .digits(value: value, count: count)
            } else if character.isLetter {
                index = wordEnd(in: text, from: index, limit: limit)
                shape = .word
            }
            let raw = String(text[start..<index])
            tokens.append(
                TimeToken(
                    shape: shape,
                    text: shape == .word ? folded(raw) : raw,
                    raw: raw,
                    range: start..<index,
                    isAdjacent: start == previousEnd && !tokens.isEmpty,
                    isCapitalised: character.isUppercase
                )
            )
            previousEnd = index
        }
        return tokens
    }

    /// Letters, and apostrophes between letters ("o'clock", "aujourd'hui").
    private static func wordEnd(in text: String, from start: String.Index, limit: String.Index) -> String.Index {
        var index = start
        while index < limit {
            let character = text[index]
            let next = text.index(after: index)
            if character.isLetter {
                index = next
            } else if isApostrophe(character), next < limit, text[next].isLetter {
                index = next
            } else {
                break
            }
        }
        return index
    }

    static func folded(_ word: String) -> String {
        String(
            word.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
                .map { isApostrophe($0) ? "'" : $0 }
        )
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
    private static func isApostrophe(_ character: Character) -> Bool { "'’ʼ‘".contains(character) }

    /// Unifies all dashes and all apostrophes.
    private static func plain(_ character: Character) -> Character {
        if "–—‐‑−".contains(character) { return "-" }
        return isApostrophe(character) ? "'" : character
    }
}
