import Domain
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

    /// Digits of any script; `82.5` and `82,5` are one number, `3x5`, `#12` and `12.11.2026` none.
    static func clauses(of text: String) -> [NumberClause] {
        let runs = TextRun.joined(text) { first, mark, next in
            first == .letters
                ? next == .letters && mark.map("'’-".contains) == true
                : next != .letters && mark.map(".,٫".contains) != false
        }
        var clauses: [NumberClause] = []
        var clause = NumberClause()
        for (place, run) in runs.enumerated() {
            let written = text[run.range]
            if run.kind == .letters {
                clause.words.append(folded(written))
            } else if run.isNumeric {
                let last = runs[safe: place - 1].flatMap { text[$0.range].last } ?? " "
                let next = runs[safe: place + 1].flatMap { text[$0.range].first } ?? " "
                let isPlain = !"#:/×x*-$£€".contains(last) && !":/×x*%'".contains(next) && !last.isLetter
                if isPlain, let value = value(written) {
                    clause.numbers.append(
                        Number(value: value, position: clause.words.count, before: clause.words.last)
                    )
                }
            } else if let mark = written.first, ",;.!?()\n،؛؟—–:".contains(mark) {
                if !clause.isEmpty { clauses.append(clause) }
                clause = NumberClause()
            }
        }
        return clause.isEmpty ? clauses : clauses + [clause]
    }

    private var isEmpty: Bool { words.isEmpty && numbers.isEmpty }

    private static func folded(_ word: Substring) -> String {
        String(word).folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .replacingOccurrences(of: "’", with: "'")
    }

    private static func value(_ written: Substring) -> Double? {
        guard written.count <= 9 else { return nil }
        return Double(written.map { $0.wholeNumberValue.map(String.init) ?? "." }.joined())
    }
}
