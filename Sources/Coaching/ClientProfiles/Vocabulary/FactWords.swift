/// How coaches ask for what is in profiles.
enum FactWords {
    private static let file = ProfileWords(PackageResources.questions_tsv)

    /// Words that carry nothing in such a question.
    static let idle = file.words("idle")
    static let owners = file.words("owners")
    /// Parts of the body that have parts of their own in the vocabulary.
    static let regions = file.words("regions")
    static let past = file.words("past")
    static let injury = file.words("injury")
    static let medication = file.words("medication")
    static let allergy = file.words("allergy")
    static let goal = file.phrases("goal")
    static let marriage = file.words("marriage")
    static let equipment = file.words("equipment")

    static let fishOnly = file.phrases("fish only")
    static let avoiding = file.phrases("avoiding")
    /// Foods, and the diets and refusals that mean them.
    static let sameFood = file.lists("same food").mapValues(Set.init)
    static let away = file.phrases("away")
    static let wishes = file.phrases("wishes")
    static let askingStart = file.words("asking start")
}
