/// Words with which people ask for actions: the folded words of verbs and phrases.
///
/// This is wider than the built-in model's grammar, because a language model understands more. Being found here proposes
/// nothing: every proposal is checked against the people, times and words of the same request.
enum RequestVerbs {
    struct Phrase: Sendable {
        let words: [String]
        let kind: RequestKind
    }

    /// By their first word, the longest first.
    static let english = index("verb")

    /// Only at the beginning of a clause, since many are common words of English.
    static let foreignOpenings = index("opening")

    /// After a polite phrase of the same language, anywhere.
    static let foreignInfinitives = index("infinitive")

    /// What reminds: "set a reminder", "pon un recordatorio".
    static let reminderNouns = TurnWords.words("reminder noun")

    /// Between the verb and a reminder that doesn't exist yet.
    static let beforeReminder = TurnWords.words("reminder before")

    /// "Give me" asks for something to read, unless it is a reminder.
    static let giving = TurnWords.of("giving")

    static let user = TurnWords.words("reminder user")

    /// Before reminders that there are already, or that aren't wanted.
    static let ofOldReminders = TurnWords.words("reminder old")

    /// "cancelled", after a wish: "I want it cancelled".
    static let participles = index("participle")

    /// The phrases that begin at a word, the longest first.
    static func all(in words: [String], at position: Int, among phrases: [String: [Phrase]]) -> [Phrase] {
        guard words.indices.contains(position) else { return [] }
        return (phrases[words[position]] ?? []).filter { RequestWords.matches($0.words, words, at: position) }
    }

    static func found(in words: [String], at position: Int, among phrases: [String: [Phrase]]) -> Phrase? {
        all(in: words, at: position, among: phrases).first
    }

    /// The phrases of all kinds by their first word.
    private static func index(_ purpose: String) -> [String: [Phrase]] {
        let phrases = RequestKind.allCases.flatMap { kind in
            TurnWords.phrases("\(purpose) \(kind.rawValue)").map { Phrase(words: $0, kind: kind) }
        }
        return Dictionary(grouping: phrases) { $0.words.first ?? "" }
            .mapValues { $0.sorted { $0.words.count > $1.words.count } }
    }
}
