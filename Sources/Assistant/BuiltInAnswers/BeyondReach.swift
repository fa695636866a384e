package import AssistantTools
import TextReading

/// What is said to a request for what isn't done without a language model, or not at all.
package enum BeyondReach {
    /// Things that the assistant has no hands for, with a model or without one.
    private static let handiwork = AnswerWords.of("handiwork")

    package static func reply(to question: String, in says: AssistantSentences) -> String {
        let words = TextWord.words(of: question).map(\.folded)
        let polite = AnswerWords.of("polite")
        let verb = words.first { !polite.contains($0) }
        guard let verb, handiwork.contains(verb) else {
            return says(.cantWrite, ["abilities": says(.abilities)])
        }
        return says(.cantDo, ["verb": verb, "abilities": says(.abilities)])
    }
}
