import TextReading

/// The words of a question that say something about searching.
struct SearchWords: Sendable {
    /// Folded, in order.
    private let words: [String]
    /// The same with a space before, between and after them.
    private let line: String
    /// A command such as `/nosrch`, or "don't search".
    let command: SearchOverride?

    init(_ question: String) {
        let pieces = question.lowercased().split(whereSeparator: \.isWhitespace)
        // "Up-to-date" is three words here.
        words = TextWord.words(of: question).flatMap { $0.folded.split(separator: "-").map(String.init) }
        let line = " " + words.joined(separator: " ") + " "
        self.line = line
        let refuses = Self.refusals.contains { line.contains(" \($0) ") }
        command =
            pieces.lazy.filter { $0.hasPrefix("/") }.compactMap { SearchOverride(command: String($0)) }.first
            ?? (refuses ? .never : nil)
    }

    // MARK: What it asks for

    /// "search the web for", "look it up online", "google": the words that ask for a search.
    var explicit: [String] {
        if let phrase = Self.askingPhrases.first(where: { line.contains(" \($0) ") }) { return [phrase] }
        let first = words.first { !Self.politeness.contains($0) }
        if first == "google" { return ["google"] }
        guard let verb = words.first(where: Self.searchVerbs.contains) else { return [] }
        if let place = Self.places.first(where: { line.contains(" \($0) ") }) { return [verb, place] }
        return words.last == "online" ? [verb, "online"] : []
    }

    /// Words about one's own people, chats and calendar.
    var personal: [String] { words.filter(Self.personalWords.contains) }

    /// Words of the past: a year that is over, "history of", "invented".
    func past(before year: Int) -> [String] {
        words.filter { Self.pastWords.contains($0) || Self.decade($0) || Self.year($0).map { $0 < year - 1 } ?? false }
    }

    /// Words of the present: this year, "latest", "news".
    func present(in year: Int) -> [String] {
        let phrases = Self.presentPhrases.filter { line.contains(" \($0) ") }
        return phrases
            + words.filter { word in
                Self.presentWords[word] != nil
                    || Self.year(word).map { ($0...$0 + 1).contains(year) || $0 > year } ?? false
            }
    }

    /// The least number of days of what it asks for.
    func recency(_ year: Int) -> Int? {
        let ofWords = words.compactMap { Self.presentWords[$0] }
        let ofPhrases = Self.presentPhrases.filter { line.contains(" \($0) ") }.map { $0.hasSuffix("week") ? 7 : 31 }
        let ofYears = words.compactMap(Self.year).filter { $0 >= year - 1 }.map { _ in 365 }
        return (ofWords + ofPhrases + ofYears).min()
    }

    private static func year(_ word: String) -> Int? {
        guard word.count == 4, let year = Int(word), (1000...2999).contains(year) else { return nil }
        return year
    }

    /// "1990s", "90s"
    private static func decade(_ word: String) -> Bool {
        word.last == "s" && [2, 4].contains(word.count - 1) && word.dropLast().last == "0"
            && word.dropLast().allSatisfy(\.isNumber)
    }
}

extension SearchWords {
    static let table = WordTable([
        PackageResources.en_search_tsv, PackageResources.es_search_tsv, PackageResources.pt_search_tsv,
        PackageResources.de_search_tsv, PackageResources.sv_search_tsv, PackageResources.fr_search_tsv,
    ])

    private static let askingPhrases = table["asking"].all.sorted()
    private static let refusals = table["refusal"].all.sorted()
    private static let searchVerbs = table["verb"]
    private static let places = table["place"].all.sorted()
    private static let politeness = table["polite"]

    /// "Who" and "I" aren't among them: "who is world champion now?" is a question for the web.
    private static let personalWords = table["personal"]

    private static let pastWords = table["past"]

    /// With the days after which what they ask for is old.
    private static let presentWords = table.numbers("days")
    private static let presentPhrases = table["present"].all.sorted()
}
