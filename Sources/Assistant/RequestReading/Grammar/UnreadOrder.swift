import AssistantTools
import Domain
import Retrieval
package import SpotterAPI
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
    /// Whether nothing but a name, a time and an event speak for it: it may as well tell of an appointment.
    package private(set) var isVerbless = false
    /// The order in plain words, if the grammar reads them in full.
    package private(set) var plain: String?
    /// The first person whom it names.
    private var name: String?

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
        isVerbless = !turn.cues.isEmpty && turn.cues.allSatisfy(\.words.isEmpty)
        name = grammar.directory.mentions(in: turn.words).first?.spelling
    }

    /// An order that was guessed from what a clause means.
    package init(_ guess: OrderMeaning.Guess, in clause: OrderMeaning.Clause, _ grammar: ActionGrammar) {
        name = clause.name
        guard case .action(let action) = guess else {
            kind = .unknown
            return
        }
        kind = .action(action)
        // What a message or a reminder says can't be cut out of unknown words.
        guard action != .message, action != .remind, let verb = RequestVocabulary.english[action.role].first
        else { return }
        let plain = "\(verb) \(clause.object)".trimmed
        let read = grammar.actions(in: plain)
        guard read.count == 1, let only = read.first, only.question == nil, RequestKind(only.toolRequest.tool) == action
        else { return }
        self.plain = plain
    }

    /// Spares the clauses, which are read for times and names, where no word of theirs could make an order.
    private static func mayOrder(_ turn: UserTurn) -> Bool {
        !turn.cues.isEmpty || turn.words.contains { orders.contains($0.folded) || events.contains($0.folded) }
    }

    /// The clauses that may give an order as far as their mood goes, and name something that it could be about. Whether they do so
    /// is a matter of their meaning.
    package static func undecided(in turn: UserTurn, _ grammar: ActionGrammar) -> [OrderMeaning.Clause] {
        guard turn.cues.allSatisfy(\.words.isEmpty), turn.words.count <= OrderMeaning.maxWords,
            TextLanguage.of(turn.words) == .english, !AskedWords(turn.text).isForFreeTime
        else { return [] }
        return turn.text.sentenceRanges.compactMap { sentence in
            let clause = Clause(String(turn.text[sentence]), directory: grammar.directory, times: grammar.times)
            let isDenied = clause.folded.contains(where: Qualifiers.ofAllLanguages.negations.contains)
            guard head(of: clause, turn, hasCue: false) != nil, !isDenied else { return nil }
            return OrderMeaning.Clause(clause, times: grammar.times)
        }
    }

    /// The position of its first word that isn't polite; `nil` if it can't be an order of the user's.
    private static func head(of clause: Clause, _ turn: UserTurn, hasCue: Bool) -> Int? {
        let folded = clause.folded
        guard let first = clause.words.first, !clause.isQuoted(first) else { return nil }
        let (opening, head, _) = RequestMood.opening(of: folded, from: 0)
        guard opening == .plain || opening == .polite || opening == .reading && hasCue, !isSpeech(clause),
            !RequestMood.isReported(folded, at: folded.count, from: 0), namesSomething(clause, from: head, turn),
            !clause.text.contains("?") || opening == .polite && !folded.prefix(2).contains(where: asking.contains)
        else { return nil }
        return head
    }

    private static func kind(of clause: Clause, _ turn: UserTurn) -> Kind? {
        let folded = clause.folded
        let cue = turn.cues.first { cue in clause.text.contains(turn.words[cue.words.lowerBound].text) }
        guard let head = head(of: clause, turn, hasCue: cue != nil) else { return nil }
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
        if let plain { return "Shall I \(plain)? Nothing has happened. Say “yes”, and I prepare it." }
        return switch kind {
        case .foreign:
            "This looks like a request, but I read requests in English and Spanish only. Nothing has happened."
        case .action(let action): Self.guess(action, name ?? "Sara") + " Nothing has happened."
        case .unknown:
            "This looks like a request, but I don't understand all of it. Nothing has happened. I can book, move and "
                + "cancel appointments, remind you, and send messages: say it in other words."
        }
    }

    /// What the user is asked.
    package var needs: Needs {
        plain == nil ? .refusal(reason: reply) : .clarification(missing: ["confirmation"], prompt: reply)
    }

    /// What a "yes" to a question means: the order in plain words, if it is the one that was asked about.
    package func plain(agreedTo question: Needs) -> String? { needs == question ? plain : nil }

    private static func guess(_ action: RequestKind, _ name: String) -> String {
        switch action {
        case .schedule:
            "Shall I book something? Say it like this: “Book a call with \(name) on Friday at 3pm”."
        case .reschedule:
            "Shall I move something? Say it like this: “Move \(name)'s session on Friday to 3pm”."
        case .cancel:
            "Shall I cancel something? Say it like this: “Cancel \(name)'s session on Friday”."
        case .remind:
            "Shall I remind you? Say it like this: “Remind me on Friday at 3pm to call \(name)”."
        case .message:
            "Shall I write to somebody? Say it like this: “Tell \(name) that I'm late”."
        }
    }
}
