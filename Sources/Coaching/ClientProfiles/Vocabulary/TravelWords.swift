/// Being elsewhere.
enum TravelWords {
    private static let file = ProfileWords(PackageResources.travel_tsv)

    static let going = file.phrases("going")
    static let away = file.phrases("away")
    static let moving = file.phrases("moving")
    static let over = file.phrases("over")
    static let cancelled = file.phrases("cancelled")
    /// No journey.
    static let near = file.words("near")
    static let months = file.words("months")
    static let when = file.phrases("when")
    static let span = file.phrases("span")
    static let opening = file.words("opening")
    static let appointment = file.words("appointment")
    static let ordinalEnding = file.words("ordinal ending")
    static let articles = file.words("articles")
}
