import Domain
import Retrieval
import TextReading
import TimeExpressions

/// An order that the grammar doesn't read. It is said so, instead of searching for its words: who asked for something to be
/// done must not believe that it was, nor be shown old messages for it.
package struct UnreadOrder: Sendable {
    package enum Kind: Sendable {
        /// In a language that is recognised, but not read.
        case foreign
        case action(RequestKind)
        case unknown
    }

    package let kind: Kind

    /// `nil` if the words ask a question, want something to read, or tell something.
    package init?(in turn: UserTurn, _ grammar: ActionGrammar) {
        guard !AskedWords(turn.text).isForFreeTime else { return nil }
        if turn.cues.contains(where: \.isForeign) {
            kind = .foreign
        } else if !turn.cues.isEmpty, !turn.text.contains("?"), Qualifiers.read.narrow(turn.folded) {
            kind = .unknown
        } else if Self.mayOrder(turn),
            let found = turn.text.sentenceRanges.lazy.compactMap({
                Self.kind(of: Clause(String(turn.text[$0]), directory: grammar.directory, times: grammar.times), turn)
            }).first
        {
            kind = found
        } else {
            return nil
        }
    }

    /// Spares the clauses, which are read for times and names, where no word of theirs could make an order.
    private static func mayOrder(_ turn: UserTurn) -> Bool {
        !turn.cues.isEmpty || turn.words.contains { orders.contains($0.folded) || events.contains($0.folded) }
    }

    private static func kind(of clause: Clause, _ turn: UserTurn) -> Kind? {
        let folded = clause.folded
        guard let first = clause.words.first, !clause.isQuoted(first) else { return nil }
        let (opening, head, _) = RequestMood.opening(of: folded, from: 0)
        let cue = turn.cues.first { cue in clause.text.contains(turn.words[cue.words.lowerBound].text) }
        guard opening == .plain || opening == .polite || opening == .reading && cue != nil, !isSpeech(clause),
            !RequestMood.isReported(folded, at: folded.count, from: 0), namesSomething(clause, from: head, turn),
            !clause.text.contains("?") || opening == .polite && !folded.prefix(2).contains(where: asking.contains)
        else { return nil }
        let isForeign = isForeign(folded)
        let negations = Qualifiers.ofAllLanguages.negations
        if let cue {
            let verb = folded.firstIndex(of: turn.words[cue.words.lowerBound].folded) ?? 0
            // "I didn't ask you to cancel Tom"
            guard !folded[..<verb].contains(where: negations.contains) else { return nil }
            return isForeign ? .foreign : .action(cue.kind)
        }
        guard !folded.contains(where: negations.contains) else { return nil }
        if head < folded.count - 1, orders.contains(folded[head]), !clause.isTimeOrName(head) {
            return isForeign ? .foreign : .unknown
        }
        // "Ich bräuchte am Freitag um 15 Uhr eine Stunde mit Bob": somebody, a time and an event are an appointment.
        guard !clause.mentions.isEmpty, folded.contains(where: events.contains),
            clause.points.contains(where: \.reading.statesClockTime), !clause.text.contains("?")
        else { return nil }
        return isForeign ? .foreign : .unknown
    }

    /// "Can I cancel it?", "is it okay to …": wants to know.
    private static let asking = GrammarWords.of("asks whether")

    /// "Sarah: please move my session": what Sarah wrote.
    private static func isSpeech(_ clause: Clause) -> Bool {
        guard let mention = clause.mentions.first, mention.words.lowerBound == 0 else { return false }
        return clause.gap(before: mention.words.upperBound).contains(":")
    }

    /// Whether the part with the verb names somebody, a time or an event: "set a good example" asks for nothing.
    private static func namesSomething(_ clause: Clause, from head: Int, _ turn: UserTurn) -> Bool {
        let end = clause.words.indices.first { $0 > head && clause.gap(before: $0).contains(",") } ?? clause.words.count
        return (head..<max(head, end)).contains { position in
            let word = clause.folded[position]
            return clause.isTimeOrName(position) || position > head && events.contains(word)
                || RequestPeople.everybody.contains(word)
                || turn.names.contains { name in
                    turn.words[name.words].contains { $0.text == clause.words[position].text }
                }
        }
    }

    private static let orders = RequestVocabulary.ofAllLanguages.verbs
    private static let readOrders = RequestVocabulary.read.verbs
    private static let events: Set<String> = {
        let vocabulary = RequestVocabulary.ofAllLanguages
        return vocabulary.set(.training).union(vocabulary.set(.call)).union(vocabulary.set(.appointment))
    }()

    /// Whether it has more small words of a language that isn't read than of one that is.
    private static func isForeign(_ words: [String]) -> Bool {
        let read = RequestVocabulary.read
        let own = words.count { read[.filler].contains($0) || read[.with].contains($0) || readOrders.contains($0) }
        let foreign = words.count { word in
            orders.contains(word) && !readOrders.contains(word)
                || events.contains(word) && !EventWords.nouns.contains(word)
        }
        return foreign > 0 && foreign >= own
    }

    package var reply: String {
        switch kind {
        case .foreign:
            "This looks like a request, but I read requests in English and Spanish only. Nothing has happened."
        case .action(let action): "\(Self.guess(action)) Nothing has happened."
        case .unknown:
            "This looks like a request, but I don't understand all of it. Nothing has happened. I can book, move and "
                + "cancel appointments, remind you, and send messages: say it in other words."
        }
    }

    private static func guess(_ action: RequestKind) -> String {
        switch action {
        case .schedule:
            "Shall I book something? Say it like this: “Book a call with Sara on Friday at 3pm”."
        case .reschedule:
            "Shall I move something? Say it like this: “Move Sara's session on Friday to 3pm”."
        case .cancel:
            "Shall I cancel something? Say it like this: “Cancel Sara's session on Friday”."
        case .remind:
            "Shall I remind you? Say it like this: “Remind me on Friday at 3pm to call Sara”."
        case .message:
            "Shall I write to somebody? Say it like this: “Tell Sara that I'm late”."
        }
    }
}
