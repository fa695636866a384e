/// Words that qualify a request: they except somebody, deny something, make it depend on something, or put somebody
/// beside the person who is named.
struct Qualifiers: Sendable {
    static let read = Qualifiers(.read)
    static let ofAllLanguages = Qualifiers(.ofAllLanguages)

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

    private init(_ words: RequestVocabulary) {
        exceptions = words.phrases(.exception)
        negations = words.set(.negation)
        conditions = words.phrases(.condition)
        reasons = words.phrases(.reason)
        shares = words.set(.share)
        relatives = words.set(.relative)
        genitives = words.set(.genitive)
        additions = words.phrases(.addition)
        and = words.set(.joining)
        or = words.set(.choosing)
        retractions = words.phrases(.retraction)
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
