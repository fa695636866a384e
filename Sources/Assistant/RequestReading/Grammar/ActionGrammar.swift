package import AssistantTools
import Domain
package import Retrieval
import Scheduling
import SpotterAPI
import TextReading
package import TimeExpressions

/// Parses requests for actions in the user's own words. Deterministic, and depends only on what the user typed.
///
/// What isn't understood is never dropped: if words of time, of people or of another action remain, the action has a
/// question instead.
package struct ActionGrammar: Sendable {
    /// The maximum number of clauses that request something.
    static let maxClauses = 6
    /// The maximum number of proposals in one answer, so that users can check them at a glance.
    package static let maxProposals = 20

    package let directory: PeopleDirectory
    package let times: TimeExpressionParser
    /// The person and the event that were spoken of before, for "him" and "it".
    package var topic = RequestTopic()

    package init(directory: PeopleDirectory, times: TimeExpressionParser, topic: RequestTopic = RequestTopic()) {
        self.directory = directory
        self.times = times
        self.topic = topic
    }

    package func actions(in message: String) -> [ActionRequest] {
        let joined = message.replacing(/,\s+((?:\p{Lu}[\p{L}-]+|his|her|their|my|our)(?:\s+local)?\s+time\b)/) {
            " \($0.1)"
        }
        let corrected = Correction(directory: directory, times: times).applied(to: joined)
        let text = plainly(spelled(corrected))
        var context = RequestContext(person: topic.person, event: topic.event)
        var actions: [ActionRequest] = []
        for piece in clauses(of: text).prefix(Self.maxClauses) {
            let clause = Clause(piece.text, directory: directory, times: times)
            if Retraction.isOne(clause.folded), !actions.isEmpty {
                actions = actions.map { $0.asking(about: piece.text, "Say again what I should do.") }
                continue
            }
            guard let head = head(of: clause) else {
                if let led = ledByRelation(clause, context) {
                    actions.append(led)
                } else {
                    context.take(clause, from: self)
                    if announcesSpeech(clause) { context.condition = clause.text }
                }
                continue
            }
            var found = self.actions(of: clause, head, context)
            if let condition = context.condition {
                found = found.map { $0.asking(about: condition, "Say what I should do without that.") }
            }
            found = found.map { onSaidDay($0, isEllipsis: piece.isEllipsis, context) }
            if let day = found.lazy.compactMap({ day(of: $0) }).first { context.day = day }
            if head.kind == .message, let last = actions.last?.toolRequest, goesOn(last, in: found) {
                actions.removeLast()
            }
            // "Cancel the call with Priya and reschedule it for Monday" is one change.
            if head.kind == .reschedule, !found.isEmpty, actions.last?.toolRequest.tool == .cancelEvent,
                clause.mentions.isEmpty,
                RequestWords.eventPronouns.contains(clause.folded[safe: head.words.upperBound] ?? "")
            {
                actions.removeLast()
            }
            actions += found
            if let person = found.last?.toolRequest.person ?? found.last?.event?.person { context.person = person }
            if let event = found.last?.event { context.event = event }
            context.statement = nil
        }
        return actions
    }

    /// "Write to Lena and tell her that …" is one message; "tell Tom and remind Grace that …" isn't.
    private func goesOn(_ last: ToolRequest, in found: [ActionRequest]) -> Bool {
        guard last.tool == .sendMessage, last.text == nil else { return false }
        return found.contains { action in
            let request = action.toolRequest
            return request.person == last.person && request.chatId == last.chatId
                || request.person == nil && request.chatId == nil
        }
    }

    func spelled(_ text: String) -> String {
        guard RequestSpelling.mayApply(to: TextWord.words(of: text), directory) else { return text }
        let clause = Clause(text, directory: directory, times: times)
        return RequestSpelling(clause: clause, directory: directory).corrected(startingAt: starts(of: clause))
    }

    /// The day that a request names, if it is another than today.
    private func day(of action: ActionRequest) -> String? {
        guard case .expression(let words)? = action.toolRequest.time else { return nil }
        let reading = times.parse(words)
        guard reading.statesDay, reading.kind != .recurrence, let day = reading.local?.prefix(10),
            day != times.parse("today").local?.prefix(10)
        else { return nil }
        return String(day)
    }

    /// "Book Sara Friday 13:00 and Tom at 14:00": the same day, if the verb counts again. Otherwise it is asked for: a clock
    /// time alone would be today's.
    private func onSaidDay(_ action: ActionRequest, isEllipsis: Bool, _ context: RequestContext) -> ActionRequest {
        guard let day = context.day, action.toolRequest.tool == .scheduleCall, action.question == nil,
            case .expression(let words)? = action.toolRequest.time
        else { return action }
        let reading = times.parse(words)
        guard reading.statesClockTime, !reading.statesDay else { return action }
        guard isEllipsis else {
            return .asking(action.toolRequest, "time", "On which day should “\(words.trimmed.prefix(80))” be?")
        }
        var action = action
        action.toolRequest.time = .expression("\(day) \(words)")
        return action
    }

    private func actions(of clause: Clause, _ head: CommandVerb, _ context: RequestContext) -> [ActionRequest] {
        switch head.kind {
        case .schedule: schedule(clause, head, context)
        case .reschedule: reschedule(clause, head, context)
        case .cancel: cancel(clause, head, context)
        case .remind: remind(clause, head, context)
        case .message: message(clause, head, context)
        }
    }

    /// The clause's verb, unless it is quoted.
    package func head(of clause: Clause) -> CommandVerb? {
        let found = CommandVerb.find(in: clause.folded) { position in
            clause.times.contains { $0.range.overlaps(clause.words[min(position, clause.words.count - 1)].range) }
                || clause.mentions.contains { $0.words.contains(position) }
        }
        if isQuotedSpeech(clause) { return nil }
        guard let head = found ?? passive(clause) ?? verbless(clause) ?? verblessRelation(clause) else { return nil }
        guard let word = clause.words[head.words].first ?? clause.words.first else { return nil }
        return clause.isQuoted(word) ? nil : head
    }

    /// "Devon wrote: …", "according to Tom: …", "I didn't say: …": what follows is no order of the user's.
    private func announcesSpeech(_ clause: Clause) -> Bool {
        let end = clause.folded.count
        return clause.text.hasSuffix(":")
            && (RequestMood.isReported(clause.folded, at: end, from: 0)
                || RequestMood.isNegated(clause.folded, at: end, from: 0)
                || !clause.mentions.isEmpty && clause.words.indices.contains { saysMore(at: $0, in: clause) })
    }

    /// Whether the word is more than a name, a time or an event: not in "For Tom: …", "Tom's session on Friday: …".
    private func saysMore(at position: Int, in clause: Clause) -> Bool {
        let word = clause.words[position]
        return !clause.isTimeOrName(position) && ContentWords.isContent(word)
            && !EventWords.nouns.contains(word.folded) && !RequestWords.fillers.contains(word.folded)
    }

    /// "Sarah: please move my session": what Sarah wrote.
    private func isQuotedSpeech(_ clause: Clause) -> Bool {
        guard let mention = clause.mentions.first, mention.words.lowerBound == 0,
            clause.words[mention.words].last?.isPossessive == false
        else { return false }
        return clause.text[mention.range.upperBound...].drop { $0 == " " }.first == ":"
            && clause.folded.contains { GrammarWords.of("speaker").contains($0) }
    }

    /// "Tom's session needs to be moved to 5pm", "the call with Kenji has to be cancelled"
    private func passive(_ clause: Clause) -> CommandVerb? {
        let words = clause.folded
        guard let first = words.first, !RequestWords.questionWords.contains(first), !clause.text.contains("?"),
            !words.contains(where: { GrammarWords.of("not passive").contains($0) })
        else { return nil }
        for (position, word) in words.enumerated() {
            guard let kind = Self.passives[word] else { continue }
            let before = words[..<position]
            let isDue = Self.due.contains { before.suffix($0.count).elementsEqual($0) }
            guard isDue, before.contains(where: EventWords.nouns.contains) || !clause.mentions.isEmpty else { continue }
            return CommandVerb(kind: kind, words: position..<position + 1, isPassive: true)
        }
        return nil
    }

    private static let due = GrammarWords.of("due").sequences
    private static let passives = GrammarWords.meanings("passive").compactMapValues(RequestKind.init(rawValue:))

    /// "Half an hour before Sarah's call remind me to …"
    private func ledByRelation(_ clause: Clause, _ context: RequestContext) -> ActionRequest? {
        guard let (relation, rest) = relation(in: clause, after: 0) else { return nil }
        let part = Clause(rest, directory: directory, times: times)
        guard let head = head(of: part), head.kind == .remind || head.kind == .schedule else { return nil }
        guard var action = actions(of: part, head, context).first, action.question == nil || head.kind == .remind else {
            return nil
        }
        if case .clarification(["time"], _)? = action.question { action.question = nil }
        action.relation = relation
        if action.toolRequest.person == nil, head.kind == .remind {
            action.toolRequest.person = relation.event.person
        }
        return action
    }

    /// "Call with Jordan right after his session on Saturday"
    private func verblessRelation(_ clause: Clause) -> CommandVerb? {
        guard let (_, rest) = relation(in: clause, after: 0) else { return nil }
        return verbless(Clause(rest, directory: directory, times: times), needsTime: false)
    }

    /// "Call with Sara tomorrow at 3pm", "45 minutes with Tom on Friday at 2": a person, a clock time, and nothing that
    /// isn't part of an appointment.
    private func verbless(_ clause: Clause, needsTime: Bool = true) -> CommandVerb? {
        let words = clause.folded
        guard !clause.text.contains("?"), !clause.mentions.isEmpty || words.contains(where: RequestWords.with.contains),
            !needsTime || clause.points.contains(where: \.reading.statesClockTime) || !clause.unusedTimes.isEmpty
                || words.contains(where: { $0.first?.isNumber ?? false })
        else { return nil }
        let plain = GrammarWords.of("verbless plain")
        guard !GrammarWords.of("definite").contains(words.first ?? "") else { return nil }
        // "I need a call with Bob on Friday at 4pm"
        let start = opening(of: clause)
        // "Aisha, Friday 9am" names nothing else, and a day.
        var isEvent = clause.lengthMinutes != nil || start == 0 && clause.points.contains(where: \.reading.statesDay)
        for (position, word) in clause.words.enumerated()
        where position >= start && !clause.isTimeOrName(position) {
            if EventWords.nouns.contains(word.folded) {
                isEvent = true
            } else if position > 0, RequestWords.with.contains(words[position - 1]), word.isCapitalized {
                continue
            } else if word.text.first?.isNumber ?? false {
                // Not understood, and so asked about.
                continue
            } else if !plain.contains(word.folded), !RequestWords.or.contains(word.folded),
                !clause.unusedTimes.contains(where: { $0.overlaps(word.range) })
            {
                return nil
            }
        }
        return isEvent ? CommandVerb(kind: .schedule, words: 0..<0) : nil
    }
}

/// What the clauses before one have said.
package struct RequestContext: Sendable {
    package var person: ToolRequest.Person?
    package var event: EventReference?
    /// The last clause without a request: "Grace is sick, …".
    package var statement: Clause?
    /// What must come true first: "if it rains, …".
    var condition: String?
    /// The day of the request before, if it isn't today.
    package var day: String?

    package mutating func take(_ clause: Clause, from grammar: ActionGrammar) {
        statement = clause
        // "Sí, cancela …" agrees, although "si" alone is "if".
        if RequestWords.length(of: Qualifiers.read.conditions, in: clause.folded, at: 0) > 0,
            !clause.text.contains("?"),
            !RequestWords.confirmations.contains(clause.folded.joined(separator: " "))
        {
            condition = clause.text
        }
        // "Everything on Monday goes except Lena: cancel it"
        if clause.folded.indices.contains(where: { Qualifiers.read.exception(clause.folded, at: $0) > 0 }),
            !clause.text.contains("?")
        {
            condition = clause.text
        }
        guard let mention = clause.mentions.first, !clause.isPossessor(mention) else { return }
        person = grammar.named(mention)
        event = EventReference(person: person, time: clause.points.first?.reading)
    }
}
