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
    /// Whether the answer is people: "Who has knee pain?"
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
            AnswerWords.of("who is").begin(phrase)
            && TextWord.words(of: question).dropFirst(2).first?.isCapitalized ?? false
        asksWho = !asksAboutOne && Self.asksWho(phrase)
        asksWhoNot = asksWho && words.prefix(5).contains(where: AnswerWords.of("who not").contains)
        if AnswerWords.of("number asked").isIn(words) {
            form = .number
        } else if AnswerWords.of("time asked").begin(phrase) {
            form = .time
        } else {
            form = .any
        }
        let isPresent = AnswerWords.of("present").isIn(words)
        tense = isPresent ? .present : AnswerWords.of("past").isIn(words) ? .any : .current
        asksForState =
            (isPresent || AnswerWords.of("state asked").contains(words.first ?? "") && !asksWho)
            // The best of all times may be long ago.
            && !AnswerWords.of("superlatives").isIn(words)
        asksForWords = Self.asksForWords(words) || QuestionGloss.asksForWords(words)
        compares = AnswerWords.compared.isIn(words) && words.contains { $0.contains(where: \.isNumber) }
        isAboutUser = AnswerWords.of("about asker").isIn(words)
        asksForMention = asksWho && AnswerWords.of("mention").isIn(words)
        asksForQuestions = AnswerWords.of("questions").isIn(words)
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
        return AnswerWords.of("who asked").begin(start)
    }

    /// Whether a text has the form that the question asks for: a number, or a time.
    func isFit(_ text: String, times: TimeExpressionParser) -> Bool {
        switch form {
        case .any: true
        case .number:
            text.contains(where: \.isNumber) || AnswerWords.of("numbers").isIn(TextWord.words(of: text).map(\.folded))
        case .time: text.contains(where: \.isNumber) || times.namesTime(in: text)
        }
    }
}
