/// Words that qualify a request: they except somebody, deny something, make it depend on something, or put somebody
/// beside the person who is named. One list a language, without accents, as words are compared.
struct QualifierVocabulary: Sendable {
    /// Before what is left out: "all but Sara".
    var exceptions = ""
    var negations = ""
    /// Before what must come true first: "if it rains".
    var conditions = ""
    /// Before the reason, which changes nothing.
    var reasons = ""
    /// A part of what follows: "half of my sessions".
    var shares = ""
    /// Nouns of people who are somebody's: "Grace's sister".
    var relatives = ""
    /// Between a relative and whose they are: "la hermana de Grace".
    var genitives = ""
    /// After somebody who is added at the end: "and Gavin too".
    var additions = ""
    var and = ""
    var or = ""
    /// Take back the whole request: "never mind".
    var retractions = ""

    static let languages = [english, spanish, german, french, portuguese, swedish]
}

/// The lists in the form in which they are looked up.
struct Qualifiers: Sendable {
    /// Of the languages in which the grammar reads requests. In others a word of a third language may mean something else.
    static let read = Qualifiers([.english, .spanish])
    static let ofAllLanguages = Qualifiers(QualifierVocabulary.languages)

    let exceptions: [[String]]
    let negations: Set<String>
    let conditions: [[String]]
    let reasons: [[String]]
    let shares: Set<String>
    let relatives: Set<String>
    let genitives: Set<String>
    let additions: [[String]]
    let and: Set<String>
    let or: Set<String>
    let retractions: [[String]]

    private init(_ languages: [QualifierVocabulary]) {
        func split(_ list: KeyPath<QualifierVocabulary, String>) -> [String] {
            languages.flatMap { language in
                language[keyPath: list].split(separator: ",").map {
                    $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                }
            }
        }
        exceptions = RequestVocabulary.phrases(split(\.exceptions))
        negations = Set(split(\.negations))
        conditions = RequestVocabulary.phrases(split(\.conditions))
        reasons = RequestVocabulary.phrases(split(\.reasons))
        shares = Set(split(\.shares))
        relatives = Set(split(\.relatives))
        genitives = Set(split(\.genitives))
        additions = RequestVocabulary.phrases(split(\.additions))
        and = Set(split(\.and))
        or = Set(split(\.or))
        retractions = RequestVocabulary.phrases(split(\.retractions))
    }

    /// The length of the exception that begins at this word; 0 if none does.
    func exception(_ words: [String], at position: Int) -> Int {
        RequestWords.length(of: exceptions, in: words, at: position)
    }

    /// Whether an exception, a denial or a choice begins at this word.
    func limits(_ words: [String], at position: Int) -> Bool {
        guard words.indices.contains(position) else { return false }
        return negations.contains(words[position]) || or.contains(words[position]) || exception(words, at: position) > 0
    }

    /// Whether the words except somebody or mean somebody's relative, so that a name in them isn't whom it is about.
    func narrow(_ words: [String]) -> Bool {
        words.indices.contains { exception(words, at: $0) > 0 || relatives.contains(words[$0]) }
    }

    /// Whether what begins here goes on with what was said before it: "and Monday", "but not Tom", "or Friday".
    func goesOn(_ words: [String], at position: Int) -> Bool {
        guard words.indices.contains(position) else { return false }
        return and.contains(words[position]) || or.contains(words[position]) || exception(words, at: position) > 0
    }
}
