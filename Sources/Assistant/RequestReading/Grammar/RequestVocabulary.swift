import Domain
import TextReading

/// The words of requests in some languages: `Vocabulary/<language>/<language>-requests.tsv`.
///
/// A file has a role, a tab, and the role's words and phrases between "|", folded as words are compared. Another language is
/// another file.
package struct RequestVocabulary: Sendable {
    package enum Role: String, Sendable, CaseIterable {
        /// Phrases that ask for an action, in the form in which they open a clause.
        case schedule = "verb schedule"
        case reschedule = "verb reschedule"
        case cancel = "verb cancel"
        case remind = "verb remind"
        case message = "verb message"
        /// Verbs that are also other words: they ask only before an event, a person or a time.
        case weakSchedule = "weak schedule"
        case weakReschedule = "weak reschedule"
        case weakCancel = "weak cancel"
        case weakRemind = "weak remind"
        /// Verbs that give an order, whether or not the grammar reads it.
        case order
        /// Verbs that are recognised when they are misspelt, and words that they aren't, although they look so.
        case spelled, ordinary
        /// Before the verb, change nothing.
        case polite
        /// Make "see", "meet" or "talk to" a request.
        case wish
        case training, call
        case appointment
        /// Nouns for several events: "half of my sessions".
        case events
        case calendar
        /// Between two clauses, and between the names of a list.
        case and
        case or
        case with
        /// Before the recipient of a message, and before the new time of an event.
        case to
        /// Before the next person of a list: "y a Marcus".
        case lead
        /// Stand for people after a verb.
        case object
        /// Pronouns at the end of a Spanish verb: for an event, for somebody, for who speaks.
        case eventClitic = "clitic event"
        case personClitic = "clitic person"
        case selfClitic = "clitic self"
        /// Articles, prepositions and the like, which are understood without being used.
        case filler
        /// Before a noun. A capitalised word after one isn't a name: "the Early session".
        case article
        /// Before a noun of which something is said, besides articles.
        case determiner
        /// Between an event and the verb that says what is to be done to it: "has to be cancelled".
        case passive
        /// Within a request, ask for nothing.
        case courtesy
        /// Stand for the person or the event that was spoken of before.
        case person
        case event
        /// Everybody who is the user's client.
        case everybody
        /// After "everybody", make it some of them: "everyone who trains on Saturday".
        case choice
        /// All events of a period.
        case everything
        /// Before the text of a message.
        case that
        /// Before a question in a message.
        case whether
        /// Take back what was said right before.
        case correction
        /// Begin a question, never a request.
        case question
        /// Accept what was proposed, if a message consists of one of them. English has more in `QuestionKind`.
        case confirmation
        /// Before what is left out: "all but Sara".
        case exception
        case negation
        /// Before what must come true first: "if it rains".
        case condition
        /// Before the reason, which changes nothing.
        case reason
        /// A part of what follows: "half of my sessions".
        case share
        /// Nouns of people who are somebody's: "Grace's sister".
        case relative
        /// Between a relative and whose they are: "la hermana de Grace".
        case genitive
        /// After somebody who is added at the end: "and Gavin too".
        case addition
        /// Add something, or offer a choice, to what stands before them.
        case joining, choosing
        /// Take back the whole request: "never mind".
        case retraction
    }

    private var entries: [Role: [String]] = [:]
    /// The forms of verbs that turn what somebody asks about a third person into a question to that person.
    private(set) var addressed: [String: String] = [:]
    /// Short forms and slips of verbs: "cxl" is "cancel".
    package private(set) var spellings: [String: String] = [:]

    package subscript(role: Role) -> [String] { entries[role] ?? [] }

    package func set(_ role: Role) -> Set<String> { Set(self[role]) }

    /// Phrases as lists of words, the longest first.
    func phrases(_ roles: Role...) -> [[String]] {
        WordList(roles.flatMap { self[$0] }).sequences
    }

    /// The verbs of one word that ask for an action or give an order.
    package var verbs: Set<String> {
        let roles: [Role] = [
            .schedule, .reschedule, .cancel, .remind, .message, .weakSchedule, .weakReschedule, .weakCancel,
            .weakRemind,
            .order,
        ]
        return Set(roles.reduce(into: []) { $0 += self[$1] }.filter { !$0.contains(" ") })
    }

    /// - Parameter file: lines with another role say nothing.
    package init(_ file: [UInt8]) {
        for (name, spellings) in VocabularyFile(file).entries {
            let words = spellings.map(String.init)
            if let role = Role(rawValue: String(name)) {
                entries[role, default: []] += words
            } else if name.hasPrefix(Self.addressedPrefix) {
                addressed[String(name.dropFirst(Self.addressedPrefix.count))] = words.first
            } else if name.hasPrefix(Self.spellingPrefix) {
                for word in words { self.spellings[word] = String(name.dropFirst(Self.spellingPrefix.count)) }
            }
        }
    }

    static let addressedPrefix = "addressed "
    static let spellingPrefix = "spelling "

    private init(_ languages: [RequestVocabulary]) {
        for language in languages {
            entries.merge(language.entries) { $0 + $1 }
            addressed.merge(language.addressed) { first, _ in first }
            spellings.merge(language.spellings) { first, _ in first }
        }
    }

    package static let english = RequestVocabulary(PackageResources.en_requests_tsv)
    package static let spanish = RequestVocabulary(PackageResources.es_requests_tsv)
    package static let german = RequestVocabulary(PackageResources.de_requests_tsv)
    package static let french = RequestVocabulary(PackageResources.fr_requests_tsv)
    package static let portuguese = RequestVocabulary(PackageResources.pt_requests_tsv)
    package static let swedish = RequestVocabulary(PackageResources.sv_requests_tsv)

    /// Of the languages in which the grammar reads requests. In others a word of a third language may mean something else.
    package static let read = RequestVocabulary([english, spanish])
    static let ofAllLanguages = RequestVocabulary([english, spanish, german, french, portuguese, swedish])

    /// The locale in which times of a text are read: the user's own, unless most of the words are another language's.
    package static func locale(of text: String, or own: String) -> String {
        let words = Set(TextWord.words(of: text).map(\.folded))
        let first = english.ownWords.intersection(words).count
        let second = spanish.ownWords.intersection(words).count
        return second > first ? "es" : own
    }

    private var ownWords: Set<String> {
        let roles: [Role] = [
            .schedule, .reschedule, .cancel, .remind, .message, .filler, .with, .and, .that, .training, .call,
        ]
        return Set(roles.reduce(into: []) { $0 += self[$1] }.filter { !$0.contains(" ") })
            .subtracting(GrammarWords.of("in both languages").all)
    }
}

/// The vocabulary's lists in the form in which the grammar looks words up.
package enum RequestWords {
    static let and = RequestVocabulary.read.set(.and)
    static let or = RequestVocabulary.read.set(.or)
    package static let with = RequestVocabulary.read.set(.with)
    static let to = RequestVocabulary.read.set(.to)
    package static let fillers = RequestVocabulary.read.set(.filler)
    package static let articles = RequestVocabulary.read.set(.article)
    static let determiners = articles.union(RequestVocabulary.read.set(.determiner))
    static let passives = RequestVocabulary.read.set(.passive)
    package static let choices = RequestVocabulary.read.set(.choice)
    static let courtesies = RequestVocabulary.read.phrases(.courtesy)
    static let personPronouns = RequestVocabulary.read.set(.person)
    static let eventPronouns = RequestVocabulary.read.set(.event)
    package static let everybody = RequestVocabulary.read.phrases(.everybody)
    static let everything = RequestVocabulary.read.set(.everything)
    static let that = RequestVocabulary.read.set(.that)
    static let whether = RequestVocabulary.read.set(.whether)
    static let corrections = RequestVocabulary.read.phrases(.correction)
    static let questionWords = RequestVocabulary.read.set(.question)
    package static let confirmations = RequestVocabulary.read.set(.confirmation)
    static let politeness = PhraseIndex(RequestVocabulary.read.phrases(.polite, .wish))
    package static let wishes = RequestVocabulary.read.phrases(.wish)

    /// The length of the longest of these phrases at this position; 0 if none is there.
    package static func length(of phrases: [[String]], in words: [String], at position: Int) -> Int {
        phrases.first { matches($0, words, at: position) }?.count ?? 0
    }

    package static func length(of phrases: PhraseIndex, in words: [String], at position: Int) -> Int {
        guard words.indices.contains(position), let some = phrases.byFirstWord[words[position]] else { return 0 }
        return length(of: some, in: words, at: position)
    }

    package static func matches(_ phrase: [String], _ words: [String], at position: Int) -> Bool {
        position >= 0 && position + phrase.count <= words.count && zip(phrase, words[position...]).allSatisfy(==)
    }
}

/// Hundreds of phrases, found by their first word.
package struct PhraseIndex: Sendable {
    let byFirstWord: [String: [[String]]]

    /// - Parameter phrases: the longest first.
    init(_ phrases: [[String]]) {
        byFirstWord = Dictionary(grouping: phrases.filter { !$0.isEmpty }) { $0[0] }
    }
}
