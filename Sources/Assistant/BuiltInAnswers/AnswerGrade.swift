import Foundation
package import SpotterAPI

/// How sure it is that the best evidence answers a question, and so what may be claimed.
///
/// The probability is a logistic regression over `AnswerSignals`, fitted by `scripts/calibrate-answers` on the questions
/// in `fixtures/`, with both models and with the first alone. docs/answers.md has its precision and coverage.
package struct AnswerGrade: Sendable {
    /// From this probability on, it is an answer.
    static let minForAnswer = 0.6
    /// From this probability on, messages may help.
    static let minForRelated = 0.1

    /// That a message which answers is among the first three.
    package let probability: Double

    package init(_ signals: AnswerSignals) {
        let fit = signals.hasSecond > 0 ? Self.bothModels : Self.firstModel
        let sum = fit.weights.reduce(fit.bias) { $0 + $1.weight * signals[keyPath: $1.signal] }
        probability = 1 / (1 + exp(-sum))
    }

    package var kind: AnswerKind {
        probability >= Self.minForAnswer ? .answer : probability >= Self.minForRelated ? .related : .nothing
    }

    private struct Fit {
        let bias: Double
        let weights: [(signal: KeyPath<AnswerSignals, Double>, weight: Double)]
    }

    private static var bothModels: Fit {
        Fit(
            bias: -1.87,
            weights: [
                (\.second, 21.7), (\.cosine, 0.55), (\.context, 8.63), (\.words, 10.15), (\.known, 0.49),
                (\.named, 0.7),
                (\.who, 0.9), (\.searched, -0.67), (\.outside, 0.13),
            ]
        )
    }

    private static var firstModel: Fit {
        Fit(
            bias: -2.5,
            weights: [
                (\.cosine, 4.86), (\.context, 11.0), (\.words, 13.0), (\.known, 0.71), (\.named, 0.69), (\.who, 1.04),
                (\.searched, -1.21), (\.outside, -1.06),
            ]
        )
    }
}
