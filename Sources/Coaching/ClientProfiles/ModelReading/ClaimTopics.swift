import Domain

/// What quoted words are about, in the vocabulary of the rules, so that items of models and of rules repeat, end and
/// replace one another.
enum ClaimTopics {
    /// What the vocabulary names.
    static func named(_ category: ProfileItem.Category, _ tokens: [ProfileToken]) -> Set<String> {
        let sentence = ProfileSentence(text: "", tokens: tokens, hasQuestionMark: false)
        switch category {
        case .injuries:
            let terms = BodyWords.conditions.matches(in: tokens) + BodyWords.medications.matches(in: tokens)
            return InjuryRules.topics(in: sentence).union(terms.flatMap(\.topics))
        case .goals:
            let terms = GoalWords.events.matches(in: tokens) + GoalWords.exercises.matches(in: tokens)
            return Set(terms.flatMap(\.topics)).union(numbers(tokens))
        case .equipment:
            return Set(EquipmentWords.items.matches(in: tokens).flatMap(\.topics)).union(numbers(tokens))
        case .preferences:
            let foods = tokens.map(\.word).filter { PreferenceWords.foods.contains($0) }.map { "food-\($0)" }
            let likes = GoalWords.exercises.matches(in: tokens).flatMap(\.topics).map { "like-\($0)" }
            return Set(PreferenceWords.diets.matches(in: tokens).flatMap(\.topics) + foods + likes)
        case .travel:
            let places = tokens.dropFirst().filter { token in
                token.isCapitalized && token.word.count > 2 && !SpeakerWords.calendar.contains(token.word)
                    && !TravelWords.months.contains(token.word)
            }
            return Set(places.map(\.word))
        case .stressFactors:
            return Set(StressWords.cues.filter { $0.phrases.isIn(tokens) }.map(\.topic))
        }
    }

    /// The words themselves, for what the vocabulary doesn't name.
    static func words(_ tokens: [ProfileToken]) -> Set<String> {
        Set(tokens.map(\.word).filter { $0.count > 4 }.prefix(8).map { "word-\($0)" })
    }

    private static func numbers(_ tokens: [ProfileToken]) -> Set<String> {
        Set(tokens.filter(\.isNumber).map { "number:\($0.word)" })
    }
}
