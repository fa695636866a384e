import Foundation
import ServerHarness
package import SpotterAPI

/// What became of one labelled question.
package struct AskedQuestion: Sendable {
    package let label: LabelledQuestion
    package let answer: AssistantAnswer
    package let milliseconds: Double

    package init(label: LabelledQuestion, answer: AssistantAnswer, milliseconds: Double) {
        (self.label, self.answer, self.milliseconds) = (label, answer, milliseconds)
    }

    /// Client message ids.
    var cited: [String] { answer.citations.map(\.clientMessageId) }
    /// Whether a message that answers is cited.
    package var isCited: Bool { cited.contains(where: label.essential.contains) }
    /// Whether it is an answer, cites what answers, and nothing that it mustn't.
    package var isRight: Bool { isCited && !cited.contains(where: label.forbidden.contains) }
}

/// The figures of a set of questions.
package struct AnswersRow: Encodable, Sendable {
    package let set: String
    /// Questions that something answers.
    let answerable: Int
    /// The share of those whose answer cites a message that answers.
    let cited: Double
    /// The share of those that are told as an answer.
    let coverage: Double
    /// The share of right answers among those told as one.
    let precision: Double
    let unanswerable: Int
    /// The share of unanswerable ones that are told as an answer.
    let falseAnswers: Double
    /// The share of unanswerable ones for which nothing is claimed and nothing shown.
    let silence: Double

    package init(_ set: String, _ asked: [AskedQuestion]) {
        func share(_ part: Int, _ whole: Int) -> Double {
            (whole > 0 ? Double(part) / Double(whole) : 0).rounded(places: 3)
        }
        self.set = set
        let (some, none) = (asked.filter(\.label.isAnswerable), asked.filter { !$0.label.isAnswerable })
        let told = some.filter { $0.answer.kind == .answer }
        answerable = some.count
        cited = share(some.count(where: \.isCited), some.count)
        coverage = share(told.count, some.count)
        precision = share(told.count(where: \.isRight), told.count)
        unanswerable = none.count
        falseAnswers = share(none.count { $0.answer.kind == .answer }, none.count)
        silence = share(none.count { $0.answer.kind == .nothing || $0.answer.kind == .unable }, none.count)
    }

    /// All, each split, then each kind.
    package static func rows(_ asked: [AskedQuestion]) -> [AnswersRow] {
        func sets(_ name: (AskedQuestion) -> String) -> [AnswersRow] {
            Dictionary(grouping: asked, by: name).sorted { $0.key < $1.key }.map { AnswersRow($0.key, $0.value) }
        }
        return [AnswersRow("all", asked)] + sets { $0.label.split } + sets { "kind \($0.label.kind)" }
    }

    package static func table(_ rows: [AnswersRow]) -> [String] {
        func cell(_ text: String, _ width: Int) -> String { text.padding(toLength: width, withPad: " ", startingAt: 0) }
        func percent(_ value: Double, _ count: Int) -> String {
            cell(count > 0 ? String(format: "%.1f %%", value * 100) : "-", 10)
        }
        let head =
            cell("set", 22)
            + ["answerable", "cited", "told", "right", "none", "told", "silent"].map { cell($0, 10) }.joined()
        return [head]
            + rows.map { row in
                cell(row.set, 22) + cell("\(row.answerable)", 10) + percent(row.cited, row.answerable)
                    + percent(row.coverage, row.answerable) + percent(row.precision, row.answerable)
                    + cell("\(row.unanswerable)", 10) + percent(row.falseAnswers, row.unanswerable)
                    + percent(row.silence, row.unanswerable)
            }
    }
}
