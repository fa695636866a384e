import Retrieval

/// The words of requests in one language. A second language is a second list; the grammar knows none of its words.
struct RequestVocabulary: Sendable {
    /// BCP 47, for times and dates.
    var locale = "en"
    /// Phrases that ask for an action, in the form in which they open a clause.
    var verbs: [CommandVerb.Kind: [String]] = [:]
    /// Phrases before the verb that change nothing.
    var politeness: [String] = []
    /// Wishes that make "see", "meet" or "talk to" a request.
    var wishes: [String] = []
    var training: [String] = []
    var call: [String] = []
    var otherEvents: [String] = []
    /// Nouns for several events: "half of my sessions".
    var pluralEvents: [String] = []
    var calendars: [String] = []
    /// Between two clauses, and between the names of a list.
    var and: [String] = []
    var or: [String] = []
    var with: [String] = []
    /// Before the recipient of a message, and before the new time of an event.
    var to: [String] = []
    /// Articles, prepositions and the like, which are understood without being used.
    var fillers: [String] = []
    /// Before a noun. A capitalised word after one isn't a name: "the Early session".
    var articles: [String] = []
    /// Before a noun of which something is said, besides articles.
    var determiners: [String] = []
    /// Between an event and the verb that says what is to be done to it: "has to be cancelled".
    var passives: [String] = []
    /// Phrases within a request that ask for nothing.
    var courtesies: [String] = []
    /// Stand for the person or the event that was spoken of before.
    var personPronouns: [String] = []
    var eventPronouns: [String] = []
    /// Everybody who is the user's client.
    var everybody: [String] = []
    /// After "everybody", make it some of them: "everyone who trains on Saturday".
    var choices: [String] = []
    /// All events of a period.
    var everything: [String] = []
    /// Before the text of a message.
    var that: [String] = []
    /// Before a question in a message.
    var whether: [String] = []
    /// Take back what was said right before.
    var corrections: [String] = []
    /// Begin a question, never a request.
    var questionWords: [String] = []
    /// Accept what was proposed, if a message consists of one of them. English has more in `QuestionKind`.
    var confirmations: [String] = []
    /// The forms of verbs that turn what somebody asks about a third person into a question to that person.
    var addressed: [String: String] = [:]

    static let all = merged([.english, .spanish])

    private static func merged(_ languages: [RequestVocabulary]) -> RequestVocabulary {
        languages.dropFirst().reduce(into: languages.first ?? RequestVocabulary()) { all, other in
            all.verbs.merge(other.verbs) { $0 + $1 }
            all.politeness += other.politeness
            all.wishes += other.wishes
            all.training += other.training
            all.call += other.call
            all.otherEvents += other.otherEvents
            all.pluralEvents += other.pluralEvents
            all.calendars += other.calendars
            all.and += other.and
            all.or += other.or
            all.with += other.with
            all.to += other.to
            all.fillers += other.fillers
            all.articles += other.articles
            all.determiners += other.determiners
            all.passives += other.passives
            all.courtesies += other.courtesies
            all.personPronouns += other.personPronouns
            all.eventPronouns += other.eventPronouns
            all.everybody += other.everybody
            all.choices += other.choices
            all.everything += other.everything
            all.that += other.that
            all.whether += other.whether
            all.corrections += other.corrections
            all.questionWords += other.questionWords
            all.confirmations += other.confirmations
            all.addressed.merge(other.addressed) { first, _ in first }
        }
    }

    /// The locale in which times of a text are read: the user's own, unless most of the words are another language's.
    static func locale(of text: String, or own: String) -> String {
        let words = Set(TextWord.words(of: text).map(\.folded))
        let first = english.ownWords.intersection(words).count
        let second = spanish.ownWords.intersection(words).count
        return second > first ? spanish.locale : own
    }

    private var ownWords: Set<String> {
        Set(verbs.values.flatMap { $0 }.filter { !$0.contains(" ") } + fillers + with + and + that + training + call)
            .subtracting(["a", "no", "me", "agenda", "actually"])
    }

    /// Phrases as lists of words, the longest first.
    static func phrases(_ texts: [String]) -> [[String]] {
        texts.map { $0.split(separator: " ").map(String.init) }.sorted { $0.count > $1.count }
    }
}

/// The vocabulary's lists in the form in which the grammar looks words up.
enum RequestWords {
    static let and = Set(RequestVocabulary.all.and)
    static let or = Set(RequestVocabulary.all.or)
    static let with = Set(RequestVocabulary.all.with)
    static let to = Set(RequestVocabulary.all.to)
    static let fillers = Set(RequestVocabulary.all.fillers)
    static let articles = Set(RequestVocabulary.all.articles)
    static let determiners = articles.union(RequestVocabulary.all.determiners)
    static let passives = Set(RequestVocabulary.all.passives)
    static let choices = Set(RequestVocabulary.all.choices)
    static let courtesies = RequestVocabulary.phrases(RequestVocabulary.all.courtesies)
    static let personPronouns = Set(RequestVocabulary.all.personPronouns)
    static let eventPronouns = Set(RequestVocabulary.all.eventPronouns)
    static let everybody = RequestVocabulary.phrases(RequestVocabulary.all.everybody)
    static let everything = Set(RequestVocabulary.all.everything)
    static let that = Set(RequestVocabulary.all.that)
    static let whether = Set(RequestVocabulary.all.whether)
    static let corrections = RequestVocabulary.phrases(RequestVocabulary.all.corrections)
    static let questionWords = Set(RequestVocabulary.all.questionWords)
    static let confirmations = Set(RequestVocabulary.all.confirmations)
    static let politeness = RequestVocabulary.phrases(RequestVocabulary.all.politeness + RequestVocabulary.all.wishes)
    static let wishes = RequestVocabulary.phrases(RequestVocabulary.all.wishes)

    /// The length of the longest of these phrases at this position; 0 if none is there.
    static func length(of phrases: [[String]], in words: [String], at position: Int) -> Int {
        phrases.first { matches($0, words, at: position) }?.count ?? 0
    }

    static func matches(_ phrase: [String], _ words: [String], at position: Int) -> Bool {
        position >= 0 && position + phrase.count <= words.count && zip(phrase, words[position...]).allSatisfy(==)
    }
}
