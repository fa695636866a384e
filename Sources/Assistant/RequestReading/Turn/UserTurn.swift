import AssistantTools
import Domain
import Scheduling
package import TextReading
package import TimeExpressions

/// One of the user's own turns, read for what it asks and whom it names.
package struct UserTurn: Sendable {
    package let text: String
    package let words: [TextWord]
    package let names: [NameInText]
    package private(set) var cues: [RequestReader.Cue]
    package let isQuestion: Bool
    private let namesTime: Bool

    static let maxContinuationWords = 16

    package init(_ text: String, people: RequestPeople, times: TimeExpressionParser) {
        self.text = text
        let words = TextWord.words(of: text)
        self.words = words
        let quotes = Quotation.ranges(in: text)
        let ranges = times.find(in: text).map(\.range)
        namesTime = !ranges.isEmpty
        let names = people.names(in: words).filter { name in
            !name.words.contains { position in quotes.contains { $0.overlaps(words[position].range) } }
        }
        self.names = names
        let reader = RequestReader(text, words: words, names: names, times: ranges)
        cues = reader.cues
        isQuestion = reader.isQuestion
    }

    /// Adds what the grammar reads in full and the reader doesn't, so that what is proposed without a language model is never
    /// forbidden to one.
    package mutating func add(from grammar: ActionGrammar) {
        let known = Set(cues.map(\.kind))
        let read = grammar.actions(in: text).filter { $0.question == nil }.compactMap {
            RequestKind($0.toolRequest.tool)
        }
        cues += RequestKind.allCases.filter { read.contains($0) && !known.contains($0) }.map { kind in
            RequestReader.Cue(kind: kind, words: 0..<0, sentence: 0..<words.count)
        }
    }

    package var folded: [String] { words.map(\.folded) }
    package var hasPronoun: Bool {
        folded.contains {
            RequestPeople.pronouns.contains($0) || TurnWords.of("refers").contains($0)
        }
    }
    /// The names that mean these people, and not somebody of theirs ("Grace's sister") or all but them.
    package var namesMeant: [NameInText] {
        let excepted = namesExcepted
        return names.filter { name in !isOfAnother(name) && !excepted.contains { $0.words == name.words } }
    }

    /// "All but Sara", "everything except Kenji's".
    package var namesExcepted: [NameInText] {
        let folded = folded
        guard RequestStyle.isBulk(folded) else { return [] }
        return names.filter { name in
            let start = name.words.lowerBound
            // A few small words may stand between: "apart from my call with Kenji".
            return (max(0, start - 6)..<start).contains { position in
                let length = Qualifiers.ofAllLanguages.exception(folded, at: position)
                return length > 0 && position + length <= start
                    && folded[(position + length)..<start].allSatisfy {
                        RequestWords.fillers.contains($0) || Self.leads.contains($0) || EventWords.nouns.contains($0)
                    }
            }
        }
    }

    /// "Grace's sister", "la hermana de Grace".
    private func isOfAnother(_ name: NameInText) -> Bool {
        let relatives = Qualifiers.ofAllLanguages.relatives
        let (start, end) = (name.words.lowerBound, name.words.upperBound)
        if words.indices.contains(end), words[end - 1].isPossessive, relatives.contains(words[end].folded) {
            return true
        }
        return start >= 2 && Qualifiers.ofAllLanguages.genitives.contains(words[start - 1].folded)
            && relatives.contains(words[start - 2].folded)
    }

    package var meansEverybody: Bool { folded.contains { RequestPeople.everybody.contains($0) } }

    /// Whether the turn goes on with an earlier request: "the second one", "no, at four", "and Tom too".
    /// - Parameters:
    ///   - isAnswer: the assistant's turn before it proposed or asked something.
    ///   - isNext: the user's turn before it asked for an action.
    package func continues(asked isAnswer: Bool, after isNext: Bool) -> Bool {
        guard cues.isEmpty, words.count <= Self.maxContinuationWords, let first = folded.first else { return false }
        switch QuestionKind.of(text) {
        case .talk, .help, .no: return false
        case .yes, .calendar, .summary, .beyond, .chats: break
        }
        let opening = RequestMood.opening(of: folded, from: 0)
        let begins = Self.beginnings.contains(first)
        if opening.opening == .reading { return false }
        if opening.opening == .question, !begins || words.count > 4 || text.contains("?") && !begins { return false }
        if begins, opening.opening == .question, opening.head > 0,
            TurnWords.of("continued question").contains(folded[opening.head])
        {
            return false
        }
        return isAnswer || begins || isNext && (namesTime || !names.isEmpty)
    }

    private static let beginnings = TurnWords.of("continuation")

    // MARK: Recipients

    /// The people to whom a message is to go, as far as the words say it: those after the verb, or after "to".
    /// - Parameter isPronoun: whether a pronoun stands in their place.
    package func recipients(of cue: RequestReader.Cue, among people: RequestPeople) -> (
        names: [NameInText], isPronoun: Bool
    ) {
        let end = cue.sentence.upperBound
        let direct = run(from: cue.words.upperBound, to: end, among: people)
        var found = direct.names
        var isPronoun = direct.isPronoun
        if found.isEmpty, !isPronoun {
            for position in cue.words.upperBound..<end where Self.leads.contains(words[position].folded) {
                let led = run(from: position + 1, to: end, among: people)
                guard !led.names.isEmpty || led.isPronoun else { continue }
                (found, isPronoun) = led
                break
            }
        }
        if found.isEmpty, !isPronoun {
            let inside = names.filter { $0.words.overlaps(cue.sentence) }
            // "Sara needs to know that …": before the verb. Otherwise whoever is named.
            let before = inside.filter { $0.words.upperBound <= cue.words.lowerBound }
            found = before.isEmpty ? inside : before
            isPronoun = found.isEmpty && folded[cue.sentence].contains { RequestPeople.pronouns.contains($0) }
        }
        return (found + further(after: cue, to: words.count), isPronoun)
    }

    private static let leads = TurnWords.of("recipient lead")
    private static let skipped = TurnWords.of("recipient idle")
    private static let joining = TurnWords.of("recipient joint")

    private func run(from start: Int, to end: Int, among people: RequestPeople) -> (
        names: [NameInText], isPronoun: Bool
    ) {
        var position = start
        var found: [NameInText] = []
        var isPronoun = false
        while position < end, Self.skipped.contains(words[position].folded), !isNamed(position) { position += 1 }
        while position < end {
            let word = words[position]
            if let name = names.first(where: { $0.words.contains(position) }) {
                // "tell Sara's mother": not Sara.
                let last = words[name.words.upperBound - 1]
                if last.isPossessive, last.text.lowercased().hasSuffix("s"), name.words.upperBound < end, found.isEmpty,
                    !TurnWords.of("group noun").contains(words[name.words.upperBound].folded)
                {
                    break
                }
                found.append(name)
                position = name.words.upperBound
            } else if RequestPeople.pronouns.contains(word.folded) {
                isPronoun = true
                position += 1
            } else if found.isEmpty, !isPronoun, case let known = people.addressee(word), !known.isEmpty {
                found.append(NameInText(words: position..<position + 1, people: known))
                position += 1
            } else if Self.joining.contains(word.folded), position + 1 < end,
                isNamed(position + 1) || RequestPeople.pronouns.contains(words[position + 1].folded)
            {
                position += 1
            } else {
                break
            }
        }
        return (found, isPronoun)
    }

    /// "Tell Mike to rest and Zoë to sleep", "… and Sara too".
    private func further(after cue: RequestReader.Cue, to end: Int) -> [NameInText] {
        let asides = TurnWords.of("aside")
        return names.filter { name in
            guard name.words.lowerBound > cue.words.upperBound else { return false }
            let before = words[name.words.lowerBound - 1].folded
            let after = name.words.upperBound < end ? words[name.words.upperBound].folded : ""
            if Self.joining.contains(before), TurnWords.of("further").contains(after) { return true }
            return asides.contains(before) || asides.contains(after)
                || before == "for" && name.words.lowerBound > 1
                    && asides.contains(words[name.words.lowerBound - 2].folded)
                || after == "as" && Self.joining.contains(before)
        }
    }

    private func isNamed(_ position: Int) -> Bool { names.contains { $0.words.contains(position) } }
}
