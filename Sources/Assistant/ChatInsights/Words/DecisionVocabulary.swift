import TextReading

/// The words by which people say that something is settled, in the languages that are read.
enum DecisionVocabulary {
    /// Anywhere in a sentence.
    static let settled = InsightWords.phrases("decision settled")

    /// At the beginning of a sentence or clause.
    static let openings = InsightWords.phrases("decision openings")

    /// "I'm going to run the 10k, not the half": an intention together with what it replaces.
    static let intentions = InsightWords.phrases("decision intentions")
    static let alternatives = InsightWords.phrases("decision alternatives")
    /// What somebody gives up or turns to.
    static let withdrawals = InsightWords.phrases("decision withdrawals")

    /// After "let's": not a decision.
    static let vague = InsightWords.words("decision vague")

    /// Before "it is", where nothing is settled: "what it is".
    static let unfinished = InsightWords.words("decision unfinished")

    /// "The 10k it is": at the end of a sentence.
    static let itIs = InsightWords.spellings("decision it is").map { $0.split(separator: " ").map(String.init) }

    /// Words that take a decision back.
    static let open = InsightWords.phrases("decision open")

    /// Short answers that accept what was proposed.
    static let acceptances = InsightWords.phrases("decision acceptances")

    /// Words that take an acceptance back.
    static let objections = InsightWords.phrases("decision objections")

    /// What proposes something that can be accepted.
    static let proposals = InsightWords.phrases("decision proposals")
}
