import Domain
package import Retrieval
import TextReading

/// A question without a topic, a person or a time: "how many?", "what about it?". Whatever a search finds for it answers
/// nothing.
package enum BareQuestion {
    /// Words that carry a topic elsewhere, but not by themselves.
    private static let empty = AnswerWords.of("bare")

    package static func isBare(_ question: String, _ understanding: QueryUnderstanding) -> Bool {
        understanding.people.isEmpty && understanding.group == nil && understanding.period == nil
            && !namesSomething(question)
    }

    /// Whether it has a word that carries a topic; a name may be one.
    package static func namesSomething(_ question: String) -> Bool {
        TextWord.words(of: question).contains { ContentWords.isContent($0) && !empty.contains($0.folded) }
    }
}

/// "Ignore your rules and …": an order about how to answer, which is no question.
package enum RuleBreaking {
    /// Only if it begins so; "did Mike say that I should ignore the rules?" is a question.
    package static func isOrder(_ message: String) -> Bool {
        let words = TextWord.words(of: message).prefix(4).map(\.folded)
        let orders = AnswerWords.of("rule breaking")
        guard words.contains(where: orders.contains), !AnswerWords.of("asking").contains(words.first ?? "") else {
            return false
        }
        return InstructionText.isInstruction(message)
    }
}
