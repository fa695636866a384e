import Foundation

/// A part of a text between two marks, with its words and numbers in order.
struct NumberClause: Sendable {
    struct Number: Sendable {
        let value: Double
        /// The number of words before it.
        let position: Int
        /// The word before it.
        let before: String?
    }

    private(set) var words: [String] = []
    private(set) var numbers: [Number] = []

    /// Digits of any script; `82.5` and `82,5` are one number, `3x5` and `#12` none.
    static func clauses(of text: String) -> [NumberClause] {
        var clauses: [NumberClause] = []
        var clause = NumberClause()
        var index = text.startIndex
        var last: Character = " "
        while index < text.endIndex {
            let character = text[index]
            if character.wholeNumberValue != nil {
                let (value, end) = number(in: text, at: index)
                let next = end < text.endIndex ? text[end] : " "
                let isPlain = !"#:/×x*-$£€".contains(last) && !":/×x*%'".contains(next) && !last.isLetter
                if let value, isPlain {
                    clause.numbers.append(
                        Number(value: value, position: clause.words.count, before: clause.words.last)
                    )
                }
                last = text[text.index(before: end)]
                index = end
            } else if character.isLetter {
                var end = index
                while end < text.endIndex, text[end].isLetter || "'’-".contains(text[end]) {
                    end = text.index(after: end)
                }
                clause.words.append(folded(text[index..<end]))
                last = text[text.index(before: end)]
                index = end
            } else {
                if ",;.!?()\n،؛؟—–:".contains(character) {
                    if !clause.isEmpty { clauses.append(clause) }
                    clause = NumberClause()
                }
                last = character
                index = text.index(after: index)
            }
        }
        return clause.isEmpty ? clauses : clauses + [clause]
    }

    private var isEmpty: Bool { words.isEmpty && numbers.isEmpty }

    private static func folded(_ word: Substring) -> String {
        String(word).folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .replacingOccurrences(of: "’", with: "'")
    }

    private static func number(in text: String, at start: String.Index) -> (Double?, String.Index) {
        var digits = ""
        var index = start
        var hasPoint = false
        while index < text.endIndex {
            if let digit = text[index].wholeNumberValue {
                digits += String(digit)
            } else if !hasPoint, ".,٫".contains(text[index]), text.index(after: index) < text.endIndex,
                text[text.index(after: index)].wholeNumberValue != nil
            {
                digits += "."
                hasPoint = true
            } else {
                break
            }
            index = text.index(after: index)
        }
        return (digits.count <= 9 ? Double(digits) : nil, index)
    }
}
