import TextReading

/// What is said to a request for what isn't done without a language model, or not at all.
package enum BeyondReach {
    private static let abilities =
        "I can find what was said, keep your calendar, remind you, and send what you dictate."

    /// Things that the assistant has no hands for, with a model or without one.
    private static let handiwork = AnswerWords.of("handiwork")

    package static func reply(to question: String) -> String {
        let words = TextWord.words(of: question).map(\.folded)
        let polite = AnswerWords.of("polite")
        let verb = words.first { !polite.contains($0) }
        guard let verb, handiwork.contains(verb) else {
            return "I can't write, advise or reason without a language model. \(abilities)"
        }
        return "I can't \(verb) anything. \(abilities)"
    }
}
