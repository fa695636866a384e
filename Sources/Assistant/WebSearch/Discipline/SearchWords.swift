/// The words of a question that say something about searching.
struct SearchWords: Sendable {
    /// Lower-case words, in order.
    private let words: [String]
    /// The same with a space before, between and after them.
    private let line: String
    /// A command such as `/nosrch`, or "don't search".
    let command: SearchOverride?

    init(_ question: String) {
        let pieces = question.lowercased().split(whereSeparator: \.isWhitespace)
        words = question.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "’" }
            .map { String($0).replacing("’", with: "'") }
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
    private static let askingPhrases = [
        "search the web", "search the internet", "search the net", "search online", "search web", "search google",
        "search on google", "web search", "internet search", "look online", "look up online", "look it up online",
        "look that up online", "look this up online", "check online", "check the web", "check the internet",
        "find online", "google it", "google that", "google this", "google for", "ask google", "browse the web",
        "busca en internet", "buscar en internet", "busca en la web", "busca en google", "pesquisa na internet",
        "suche im internet", "sök på nätet", "cherche sur internet",
    ]
    private static let refusals = [
        "don't search", "do not search", "don't google", "do not google", "without searching", "without a search",
        "no web search", "not online",
    ]
    private static let searchVerbs: Set<String> = [
        "search", "look", "find", "check", "browse", "research", "see", "google", "lookup",
    ]
    private static let places = ["on the web", "on the internet", "from the web", "from the internet", "the web for"]
    private static let politeness: Set<String> = [
        "please", "can", "could", "would", "will", "you", "hey", "hi", "ok", "okay", "just", "then", "and", "spotter",
    ]

    /// "Who" and "I" aren't among them: "who is world champion now?" is a question for the web.
    private static let personalWords: Set<String> = [
        "my", "mine", "our", "ours", "client", "clients", "client's", "chat", "chats", "message", "messages",
        "calendar",
        "session", "sessions", "appointment", "appointments", "reminder", "reminders", "inbox", "said", "told", "wrote",
        "mentioned", "replied", "remind", "reschedule", "anyone", "anybody", "everyone", "everybody", "roster",
    ]

    private static let pastWords: Set<String> = [
        "history", "historical", "historically", "originally", "invented", "invention", "founded", "ancient", "century",
        "centuries", "origin", "origins",
    ]

    /// With the days after which what they ask for is old.
    private static let presentWords: [String: Int] = [
        "today": 1, "today's": 1, "tonight": 1, "now": 1, "live": 1, "breaking": 1, "weather": 1, "forecast": 1,
        "tomorrow": 1, "yesterday": 2, "news": 7, "standings": 7, "upcoming": 31, "latest": 31, "newest": 31,
        "current": 31, "currently": 31, "recent": 31, "recently": 31, "price": 31, "prices": 31, "updated": 31,
        "nowadays": 365,
    ]
    private static let presentPhrases = [
        "this week", "this month", "this season", "this year", "so far", "up to date", "as of",
    ]
}
