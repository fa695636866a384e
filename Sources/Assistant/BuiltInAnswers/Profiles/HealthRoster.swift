import TextReading

/// A question for all people with a restriction or a condition. Messages can't answer it for sure, and whoever is left out
/// may come to harm.
enum HealthRoster {
    static func isAsked(_ question: String) -> Bool {
        let words = TextWord.words(of: question).map(\.folded)
        guard
            words.prefix(5).contains(where: AnswerWords.roster.contains)
                || Topic.asksWho(words.joined(separator: " "))
        else { return false }
        return AnswerWords.denial.isIn(words)
            || words.contains { word in AnswerWords.condition.words.contains(where: word.hasPrefix) }
    }
}
