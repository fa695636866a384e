/// Words of questions that count the days to something.
enum DayCountVocabulary {
    /// Stems of the words that only count, and don't say to what: "how long is it till the race".
    static let counting: Set<String> = ["day", "days", "week", "long", "until", "till", "til", "far", "away"]
}
