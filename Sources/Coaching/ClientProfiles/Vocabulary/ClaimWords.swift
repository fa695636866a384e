import Domain

/// Words by which a model's claims are tested, also in languages that the rules don't read.
enum ClaimWords {
    private static let file = ProfileWords(PackageResources.claims_tsv)

    /// Other people, where `SpeakerWords` has no word for them. Words that mean something else in English are left out.
    static let others = file.words("others")

    /// The author as the subject.
    static let authors = file.words("authors")

    static func isDenial(_ word: String) -> Bool { SpeakerWords.negations.contains(word) || denials.contains(word) }

    private static let denials = file.words("denials")

    /// Whether a sentence says that something of the category is over.
    static func isOver(_ tokens: [ProfileToken], in category: ProfileItem.Category) -> Bool {
        if otherEnding.isIn(tokens) { return true }
        return switch category {
        // "I don't run any more" is no recovery.
        case .injuries: RecoveryWords.strong.isIn(tokens) || isWellAgain(tokens)
        case .goals: ending.isIn(tokens) || GoalWords.cancelled.isIn(tokens) || GoalWords.achieved.isIn(tokens)
        case .equipment: ending.isIn(tokens) || EquipmentWords.parting.isIn(tokens)
        case .preferences: ending.isIn(tokens) || PreferenceWords.dietStops.isIn(tokens)
        case .travel: ending.isIn(tokens) || TravelWords.cancelled.isIn(tokens) || TravelWords.over.isIn(tokens)
        case .stressFactors: ending.isIn(tokens) || StressWords.over.isIn(tokens)
        }
    }

    private static func isWellAgain(_ tokens: [ProfileToken]) -> Bool {
        RecoveryWords.weak.isIn(tokens) && !RecoveryWords.almost.isIn(tokens)
    }

    private static let ending = file.phrases("ending")
    private static let otherEnding = file.phrases("other ending")

    static func isChange(_ tokens: [ProfileToken]) -> Bool {
        change.isIn(tokens) || GoalWords.revised.isIn(tokens) || PreferenceWords.changing.isIn(tokens)
    }

    private static let change = file.phrases("change")
}
