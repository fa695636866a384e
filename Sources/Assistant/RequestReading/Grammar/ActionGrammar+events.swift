import AssistantTools
import Domain
import Scheduling
import SpotterAPI
import TextReading
import TimeExpressions

extension ActionGrammar {
    /// "Schedule a 45 minute call with Sara tomorrow at 3pm"
    package func schedule(_ clause: Clause, _ head: CommandVerb, _ context: RequestContext) -> [ActionRequest] {
        // "Same time" is that of an event which a new one doesn't have, so only the day is known, and the clock is asked for.
        if let rest = Self.withoutSameTime(clause.text) {
            let day = Clause(rest, directory: directory, times: times)
            guard let head = self.head(of: day) else { return [] }
            return schedule(day, head, context)
        }
        let words = Array(clause.folded[head.words.lowerBound...])
        let isBare = people(of: clause).first == nil && clause.points.isEmpty
        if isBare, words.contains(where: RequestWords.eventPronouns.contains), clause.lengthMinutes == nil {
            // "Jordan wants to train on Monday at 4pm, book it"
            guard let statement = context.statement, !statement.points.isEmpty else { return [] }
            return schedule(statement, CommandVerb(kind: .schedule, words: 0..<0), RequestContext())
        }
        if let (relation, rest) = relation(in: clause, after: head.words.upperBound) {
            return schedule(Clause(rest, directory: directory, times: times), head, context).map { action in
                var action = action
                guard action.question == nil else { return action }
                action.relation = relation
                let isTheirs = clause.folded.contains { GrammarWords.of("their").contains($0) }
                if relation.event.person == nil, isTheirs { action.relation?.event.person = action.toolRequest.person }
                return action
            }
        }
        var request = ToolRequest(tool: .scheduleCall, eventType: EventWords.type(of: words))
        request.time = clause.expression(of: clause.points).map { .expression($0) }
        request.allowsSeries = true
        request.durationMinutes = clause.lengthMinutes
        let people = people(of: clause)
        request.person = people.first
        if request.person == nil, words.contains(where: RequestWords.personPronouns.contains) {
            request.person = context.person
        }
        // "Book recommendations?" isn't a request: an appointment needs a kind, a person or a time.
        guard
            request.eventType != nil || request.person != nil || !clause.points.isEmpty
                || words.contains(where: EventWords.nouns.contains)
        else { return [] }
        let verb = head.words.count == 1 ? words.first ?? "" : ""
        if GrammarWords.of("calling verb").contains(verb), request.person == nil || clause.points.isEmpty {
            return []
        }
        if let names = people.unclear {
            return [.asking(request, "client", "One event is with one person. Who should it be with: \(names)?")]
        }
        if people.list.count > 1 {
            return [.asking(request, "client", "One event is with one person. Who should it be with?")]
        }
        let namesItself = request.person == nil && request.eventType == nil
        if let unused = namesItself ? limited(clause, head) : leftover(of: clause, head, people) {
            return [.asking(request, "time", Self.prompt(unused, "When exactly should it be?"))]
        }
        if let quote = clause.quotes.first {
            request.title = String(clause.text[quote]).trimmed
        } else if request.person == nil, request.eventType == nil {
            request.eventType = .adhoc
            request.title = title(of: clause, after: head)
        }
        return [ActionRequest(request)]
    }

    package static func prompt(_ unused: String, _ question: String) -> String {
        "I don't know what to do with “\(unused.trimmed.prefix(80))”. \(question)"
    }

    /// What of an appointment that is named by the clause's own words is more than its name: "lunch, but not on Friday".
    private func limited(_ clause: Clause, _ head: CommandVerb) -> String? {
        if let time = leftTime(of: clause, head, besides: []) { return time }
        let folded = clause.folded
        for position in folded.indices where position >= head.words.upperBound && !clause.isTimeOrName(position) {
            let isOpen =
                Qualifiers.read.limits(folded, at: position) || clause.words[position].text.first?.isNumber == true
                || RequestWords.length(of: Qualifiers.read.conditions, in: folded, at: position) > 0
                    && RequestWords.length(of: RequestWords.courtesies, in: folded, at: position) == 0
            if isOpen, !clause.isQuoted(clause.words[position]) {
                return String(clause.text[clause.words[position].range.lowerBound...]).trimmed
            }
        }
        return nil
    }

    /// The text without verb and times: "block lunch tomorrow at 12" has the title "Lunch".
    private func title(of clause: Clause, after head: CommandVerb) -> String? {
        guard let verb = clause.words[head.words].last else { return nil }
        let left = clause.removing(clause.times.map(\.range), from: verb.range.upperBound)
        let noise = GrammarWords.of("title noise")
        var words = TextWord.words(of: left)[...]
        while let first = words.first, noise.contains(first.folded) { words.removeFirst() }
        while let last = words.last, noise.contains(last.folded) || EventWords.calendars.contains(last.folded) {
            words.removeLast()
        }
        guard let first = words.first, let last = words.last else { return nil }
        return String(left[first.range.lowerBound..<last.range.upperBound]).capitalizedFirst
    }

    /// "Cancel my call with Sara tomorrow", "clear my Saturday", "cancel Grace and Tom tomorrow"
    package func cancel(_ clause: Clause, _ head: CommandVerb, _ context: RequestContext) -> [ActionRequest] {
        let words = Array(clause.folded[head.words.lowerBound...])
        guard !words.contains(where: { GrammarWords.of("not events").contains($0) }) else {
            return []
        }
        let verb = words.first ?? ""
        let request = ToolRequest(tool: .cancelEvent)
        let people = people(of: clause)
        var reference = reference(in: clause, after: head, context)
        if GrammarWords.of("clearing verb").contains(verb), reference.person == nil { reference.isEvery = true }
        guard
            reference.person != nil || reference.time != nil || reference.id != nil || reference.isEvery
                || words.contains(where: EventWords.nouns.contains)
                || (!reference.title.isEmpty
                    && GrammarWords.of("own").contains(words.dropFirst(head.words.count).first ?? ""))
        else { return [] }
        if reference.isEvery, reference.person == nil, reference.time == nil {
            return [.asking(request, "time", "Everything on which day?")]
        }
        if let names = people.unclear { return [.asking(request, "client", "Whom do you mean: \(names)?")] }
        if let unused = leftover(of: clause, head, people, titles: reference.title)
            ?? repeated(clause.points).map({ String(clause.text[$0.range]) })
        {
            return [.asking(request, "event", Self.prompt(unused, "Which event should I cancel?"))]
        }
        if let statement = impliedOwner(clause, reference, context) {
            return [.asking(request, "event", Self.prompt(statement, "Which event should I cancel?"))]
        }
        return fanned(request, reference, people, change: nil)
    }

    /// "Every Monday": one event is changed at a time.
    func repeated(_ points: [TimeMatch]) -> TimeMatch? { points.first { $0.reading.kind == .recurrence } }

    /// What was said before a request that names nobody and points at nothing: "Keep Sara, cancel Monday" isn't about Sara's.
    func impliedOwner(_ clause: Clause, _ reference: EventReference, _ context: RequestContext) -> String? {
        guard let statement = context.statement, !statement.mentions.isEmpty, reference.person != nil,
            clause.mentions.isEmpty,
            !clause.folded.contains(where: {
                RequestWords.personPronouns.contains($0) || RequestWords.eventPronouns.contains($0)
            })
        else { return nil }
        return statement.text
    }

    /// One action for each person of a list.
    func fanned(
        _ request: ToolRequest,
        _ reference: EventReference,
        _ people: People,
        change: EventChange?
    ) -> [ActionRequest] {
        let list: [ToolRequest.Person?] = people.list.isEmpty ? [reference.person] : people.list
        return list.map { person in
            var action = ActionRequest(request)
            action.toolRequest.person = person
            action.event = reference
            action.event?.person = person
            action.change = change
            return action
        }
    }

    /// The event that the words of a clause mean, without those of its new time.
    func reference(
        in clause: Clause,
        after head: CommandVerb,
        _ context: RequestContext,
        without taken: [Range<String.Index>] = []
    ) -> EventReference {
        var reference = EventReference()
        reference.person = people(of: clause).first
        let folded = clause.folded
        reference.type = EventWords.type(
            of: Array(folded[head.words.upperBound...]) + Array(folded[..<head.words.lowerBound])
        )
        let current = clause.points.filter { match in !taken.contains { $0.overlaps(match.range) } }
        if let text = clause.expression(of: current) {
            let joined = times.parse(text)
            reference.time = joined.startsAt == nil ? current.first?.reading : joined
        }
        let isSpokenOf = clause.words.enumerated().contains { position, word in
            position >= head.words.lowerBound && RequestWords.personPronouns.contains(word.folded)
                && !taken.contains { $0.overlaps(word.range) }
        }
        let isIt = folded[head.words.lowerBound...].prefix(4).contains(where: RequestWords.eventPronouns.contains)
        if reference.person == nil, isSpokenOf || isIt || (context.statement != nil && !folded.contains("my")) {
            reference.person = context.person ?? context.event?.person
            if isIt { reference.id = context.event?.id }
            if reference.time == nil { reference.time = context.event?.time }
            if isIt, reference.type == nil { reference.type = context.event?.type }
            if isIt { reference.place = context.event?.place }
        }
        for (position, word) in folded.enumerated().dropLast() {
            if let place = EventReference.Place(word: word), EventWords.nouns.contains(folded[position + 1]),
                !clause.isTimeOrName(position)
            {
                reference.place = place
            }
        }
        let rest = folded[head.words.upperBound...]
        reference.isEvery =
            rest.contains(where: RequestWords.everything.contains) || rest.contains(where: EventWords.plurals.contains)
        reference.title = titleWords(of: clause, after: head, without: taken)
        return reference
    }

    /// Words that say nothing about person, time or kind: they can only be the event's title.
    private func titleWords(
        of clause: Clause,
        after head: CommandVerb,
        without taken: [Range<String.Index>]
    ) -> [String] {
        clause.words.enumerated().compactMap { position, word in
            guard position >= head.words.upperBound, !clause.isTimeOrName(position),
                !taken.contains(where: { $0.overlaps(word.range) }), !RequestWords.fillers.contains(word.folded),
                !EventWords.nouns.contains(word.folded), !RequestWords.and.contains(word.folded),
                !EventWords.calendars.contains(word.folded), ContentWords.isContent(word),
                !GrammarWords.of("not in titles").contains(word.folded)
            else { return nil }
            return word.folded
        }
    }
}

extension String {
    package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
