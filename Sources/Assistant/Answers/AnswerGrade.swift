import Foundation
package import SpotterAPI

/// How sure it is that the best evidence answers a question, and so what may be claimed.
///
/// The probability is a logistic regression over `AnswerSignals`, fitted by `scripts/calibrate-answers` on the `tune`
/// halves of the question tables in `fixtures/`. docs/answers.md has its precision and coverage.
package struct AnswerGrade: Sendable {
    /// From this probability on, it is an answer.
    static let minForAnswer = 0.57
    /// From this probability on, messages may help.
    static let minForRelated = 0.1

    /// That a message which answers is among the first three.
    package let probability: Double

    package init(_ signals: AnswerSignals) {
        let sum = Self.weights.reduce(Self.bias) { $0 + $1.weight * signals[keyPath: $1.signal] }
        probability = 1 / (1 + exp(-sum))
    }

    package var kind: AnswerKind {
        probability >= Self.minForAnswer ? .answer : probability >= Self.minForRelated ? .related : .nothing
    }

    private static let bias = -2.5
    private static var weights: [(signal: KeyPath<AnswerSignals, Double>, weight: Double)] {
        [
            (\.cosine, 4.86), (\.context, 11.0), (\.words, 13.0), (\.known, 0.71), (\.named, 0.69), (\.who, 1.04),
            (\.searched, -1.21), (\.outside, -1.06),
        ]
    }
}
