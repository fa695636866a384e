/// What several rules ask of the vocabulary.
enum ProfileVocabulary {
    /// Whether a word at the start of a sentence is one of the vocabulary's, so no name.
    static func isKnown(_ word: String) -> Bool {
        let token = ProfileToken(
            word: word,
            range: word.startIndex..<word.endIndex,
            isPossessive: false,
            isCapitalized: true,
            part: 0
        )
        return SpeakerWords.knownStart.contains(word) || BodyWords.parts.match([token], at: 0) != nil
            || BodyWords.conditions.match([token], at: 0) != nil || GoalWords.events.match([token], at: 0) != nil
            || GoalWords.exercises.match([token], at: 0) != nil || EquipmentWords.items.match([token], at: 0) != nil
    }
}
