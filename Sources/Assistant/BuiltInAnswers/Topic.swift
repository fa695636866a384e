import AssistantTools
import Domain
import Foundation
import Messaging
package import Retrieval
import Scheduling
import TextReading
import TimeExpressions

/// The topic of a question, and the kind of answer it requests.
package struct Topic: Sendable {
    /// The form that an answer must have.
    package enum Form: Sendable {
        case number, time, any
    }

    /// How much what was said later outweighs what was said before.
    enum Tense: Sendable {
        /// "Is she still fasting?", "how is his back now?": only what was said last holds.
        case present
        /// "How is his back?": may be about the present.
        case current
        case any
    }

    /// In all languages.
    package let stems: Set<String>
    /// "Who has knee pain?": people are asked for.
    let asksWho: Bool
    /// "Who hasn't paid?": silence about it isn't evidence, so no message can answer.
    let asksWhoNot: Bool
    package let form: Form
    let tense: Tense
    /// Whether the user asks about themselves.
    let isAboutUser: Bool
    /// Whether a question that somebody asked is itself what is looked for: "did Mike ask about creatine?".
    let asksForQuestions: Bool
    /// "Has anyone ever mentioned gout?": the word itself is looked for.
    let asksForMention: Bool
    /// "What did Mike say about belts?": his words about it are the answer.
    let asksForWords: Bool
    /// "Who weighs less than 70 kilos?": quotes don't compare.
    let compares: Bool
    /// "Is she taking melatonin?", "what's his CSS now?": only the last word on it holds.
    let asksForState: Bool

    package init(_ question: String, _ understanding: QueryUnderstanding) {
        stems = understanding.topicInAllLanguages
        let words = TextWord.words(of: question).map(\.folded)
        let phrase = words.joined(separator: " ")
        // "Who is Biscuit?" asks about one.
        let asksAboutOne =
            ["who is", "who was", "who are"].contains(where: phrase.hasPrefix)
            && TextWord.words(of: question).dropFirst(2).first?.isCapitalized ?? false
        asksWho = !asksAboutOne && Self.asksWho(phrase)
        asksWhoNot = asksWho && words.prefix(5).contains { Self.negations.contains($0) }
        if ["how many", "how much", "what weight", "how long", "how far", "how heavy", "how old", "how often"].contains(
            where: phrase.contains
        ) {
            form = .number
        } else if ["when", "what time", "what date", "which day", "what day"].contains(where: phrase.hasPrefix) {
            form = .time
        } else {
            form = .any
        }
        let isPresent =
            !Self.stateWords.isDisjoint(with: words) || Self.statePhrases.contains { " \(phrase) ".contains(" \($0) ") }
        tense = isPresent ? .present : Self.pastWords.isDisjoint(with: words) ? .current : .any
        asksForState =
            (isPresent || ["is", "are", "does", "do", "can", "may"].contains(words.first ?? "") && !asksWho)
            && Self.superlatives.isDisjoint(with: words)
        asksForWords = Self.asksForWords(words) || QuestionGloss.asksForWords(words)
        compares = AnswerWords.compared.isIn(words) && words.contains { $0.contains(where: \.isNumber) }
        isAboutUser = words.contains("i") || words.contains("my") || words.contains("me")
        asksForMention = asksWho && words.contains { ["mention", "mentioned", "mentions"].contains($0) }
        asksForQuestions = words.contains { ["ask", "asked", "asks", "question", "questions"].contains($0) }
    }

    private static func asksForWords(_ words: [String]) -> Bool {
        guard words.first == "what", words.count > 2, AnswerWords.auxiliary.contains(words[1]) else {
            return false
        }
        let says = words.firstIndex(where: AnswerWords.says.contains)
        return says.map { words[$0...].contains(where: AnswerWords.about.contains) } ?? false
    }

    /// - Parameter phrase: the question's folded words.
    static func asksWho(_ phrase: String) -> Bool {
        // "And who can't have nuts?"
        let start = phrase.hasPrefix("and ") ? phrase.dropFirst("and ".count) : phrase[...]
        return whoPhrases.contains { start == $0 || start.hasPrefix($0 + " ") }
    }

    private static let whoPhrases = [
        "who", "who's", "whos", "which client", "which clients", "which of", "which people", "anyone", "anybody",
        "does anyone", "does anybody", "do any", "has anyone", "has anybody", "have any", "is anyone", "is anybody",
        "are any", "did anyone", "did anybody", "can anyone", "whose",
    ]
    private static let negations: Set<String> = [
        "not", "hasn't", "haven't", "didn't", "isn't", "aren't", "doesn't", "don't", "never", "without",
    ]
    private static let stateWords: Set<String> = [
        "now", "still", "current", "currently", "nowadays", "lately", "latest", "anymore", "newest", "recent",
        "recently", "presently", "yet", "again", "today", "ahora", "todavia", "aun", "agora", "ainda", "noch", "jetzt",
        "aktuell",
    ]
    private static let statePhrases = [
        "these days", "at the moment", "so far", "at present", "up to date", "as of", "any more", "by now", "this time",
    ]
    /// The best of all times may be long ago.
    private static let superlatives: Set<String> = [
        "best", "worst", "ever", "most", "longest", "fastest", "highest", "lowest", "heaviest", "first", "record",
        "biggest",
    ]
    private static let pastWords: Set<String> = [
        "did", "was", "were", "had", "happened", "said", "told", "wrote", "asked", "went", "came", "got", "made",
        "before", "didn't", "wasn't", "weren't",
    ]

    /// Whether a text has the form that the question asks for: a number, or a time.
    func isFit(_ text: String, times: TimeExpressionParser) -> Bool {
        switch form {
        case .any: true
        case .number: text.contains(where: \.isNumber) || TextWord.words(of: text).contains { Self.isNumber($0.folded) }
        case .time: text.contains(where: \.isNumber) || times.namesTime(in: text)
        }
    }

    private static func isNumber(_ word: String) -> Bool {
        [
            "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
            "fifteen",
            "twenty", "thirty", "forty", "fifty", "sixty", "hundred", "thousand", "half", "dozen", "once", "twice",
        ].contains(word)
    }
}
