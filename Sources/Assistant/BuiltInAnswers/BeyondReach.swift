import TextReading

/// What is said to a request for what isn't done without a language model, or not at all.
package enum BeyondReach {
    private static let abilities =
        "I can find what was said, keep your calendar, remind you, and send what you dictate."

    /// Things that the assistant has no hands for, with a model or without one.
    private static let handiwork: Set<String> = [
        "export", "email", "mail", "print", "order", "buy", "download", "upload", "forward", "refund", "charge",
    ]

    package static func reply(to question: String) -> String {
        let words = TextWord.words(of: question).map(\.folded)
        let verb = words.first { !["please", "can", "could", "you", "would", "hey"].contains($0) }
        guard let verb, handiwork.contains(verb) else {
            return "I can't write, advise or reason without a language model. \(abilities)"
        }
        return "I can't \(verb) anything. \(abilities)"
    }
}
