/// What people train for.
enum GoalWords {
    private static let file = ProfileWords(PackageResources.goals_tsv)

    static let events = file.terms("events")

    static let exercises = file.terms("exercises")

    static let signedUp = file.phrases("signed up")
    static let named = file.phrases("named")
    static let wishes = file.phrases("wishes")
    /// After a wish, they make it a goal.
    static let verbs = file.words("verbs")
    /// After a wish, they make it none.
    static let otherVerbs = file.words("other verbs")
    static let need = file.phrases("need")
    static let quitting = file.phrases("quitting")
    /// What takes the place of the goal before.
    static let revised = file.phrases("revised")
    static let cancelled = file.phrases("cancelled")
    static let achieved = file.phrases("achieved")
    /// Units in which goals are counted.
    static let units = file.words("units")
    static let byTime = file.phrases("by time")
    static let ofGames = file.words("of games")
    static let beforeVerbs = file.words("before verbs")
    static let soon = file.words("soon")
    static let aroundEvents = file.words("around events")
    static let ownEvents = file.words("own events")
    static let weight = file.words("weight")
}
