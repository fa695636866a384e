package import TextReading

/// Finds what a user's own words ask for.
///
/// It errs on the side of finding nothing in questions, in what is reported of others and in negations, and on the side
/// of finding a request in everything else.
package struct RequestReader: Sendable {
    /// A verb of a request, and the words of the sentence that it belongs to.
    package struct Cue: Sendable, Hashable {
        package let kind: RequestKind
        /// The words of the verb.
        package let words: Range<Int>
        package let sentence: Range<Int>
        /// In another language than English: the user's words and the model's differ.
        package var isForeign = false
    }

    package let text: String
    package let words: [TextWord]
    package let folded: [String]
    package let names: [NameInText]
    private let isQuoted: [Bool]
    private let hasTime: [Bool]

    /// - Parameter times: the words that belong to a time expression.
    package init(_ text: String, words: [TextWord], names: [NameInText], times: [Range<String.Index>]) {
        self.text = text
        self.words = words
        self.names = names
        folded = words.map { $0.folded.replacing("’", with: "'") }
        let quotes = Quotation.ranges(in: text)
        isQuoted = words.map { word in quotes.contains { $0.overlaps(word.range) } }
        hasTime = words.map { word in times.contains { $0.overlaps(word.range) } }
    }

    package var cues: [Cue] { sentences.flatMap { cues(in: $0) } }

    /// Whether the text opens as a question that isn't a polite request.
    package var isQuestion: Bool {
        RequestMood.opening(of: folded, from: 0).opening == .question && text.contains("?")
    }

    // MARK: Sentences and clauses

    private struct Sentence {
        let words: Range<Int>
        let isAsked: Bool
    }

    private var sentences: [Sentence] {
        var found: [Sentence] = []
        var start = 0
        for position in words.indices {
            let next = position + 1
            let gapEnd = next < words.count ? words[next].range.lowerBound : text.endIndex
            let gap = text[words[position].range.upperBound..<gapEnd]
            guard next == words.count || gap.endsSentence(after: folded[position]) else { continue }
            found.append(Sentence(words: start..<next, isAsked: gap.contains("?")))
            start = next
        }
        return found
    }

    private func clauses(of sentence: Range<Int>) -> [Range<Int>] {
        var starts = [sentence.lowerBound]
        for position in sentence.dropFirst() {
            let gap = text[words[position - 1].range.upperBound..<words[position].range.lowerBound]
            let isJoined = TurnWords.of("clause joint").contains(folded[position])
            if isJoined || gap.contains(where: { ",:–—(".contains($0) }) || gap.contains(" - ") {
                starts.append(position)
            }
        }
        return zip(starts, starts.dropFirst() + [sentence.upperBound]).map { $0..<$1 }
    }

    // MARK: Cues

    private func cues(in sentence: Sentence) -> [Cue] {
        var found: [Cue] = []
        var isNeutral = false
        var isPolite = false
        for clause in clauses(of: sentence.words) {
            let part = Array(folded[..<clause.upperBound])
            let (opening, head, reading) = RequestMood.opening(of: part, from: clause.lowerBound)
            let reportStart = isNeutral ? clause.lowerBound : sentence.words.lowerBound
            let atHead =
                reminder(at: head, in: sentence.words, of: clause, opening, reportsFrom: reportStart)
                ?? cue(at: head, in: sentence.words, of: clause, opening: true, reportsFrom: reportStart)
            switch opening {
            case .polite: (isNeutral, isPolite) = (false, true)
            case .reading:
                // "tell me to stretch" and "check in with Sara" ask for more than "tell me" and "check".
                guard let atHead, atHead.words.count > reading else {
                    isNeutral = true
                    continue
                }
                isNeutral = false
            case .question: isNeutral = true
            case .plain: break
            }
            if isNeutral {
                // "What's on tomorrow, and tell Sara that I'm late": but not "did he cancel and move it?"
                guard opening != .question, opening != .reading, let atHead, !sentence.isAsked,
                    head > sentence.words.lowerBound
                else { continue }
                isNeutral = false
                found.append(atHead)
                continue
            }
            if let atHead { found.append(atHead) }
            guard !sentence.isAsked || isPolite || opening == .polite || !found.isEmpty else { continue }
            // What follows is what the message says, or what the reminder is about.
            if let atHead, atHead.kind == .message || atHead.kind == .remind && isForUser(atHead) { continue }
            found += inner(clause, after: atHead?.words.upperBound ?? clause.lowerBound, in: sentence, isPolite)
            if found.isEmpty, let noun = verbless(clause, in: sentence) { found.append(noun) }
        }
        return found
    }

    /// Verbs after the beginning of a clause: "on Friday at nine remind me to …", "I want Sara's call moved".
    private func inner(_ clause: Range<Int>, after start: Int, in sentence: Sentence, _ isPolite: Bool) -> [Cue] {
        var found: [Cue] = []
        var position = max(start, clause.lowerBound)
        while position < clause.upperBound {
            defer { position += 1 }
            if let cue = participle(at: position, in: clause, of: sentence.words) ?? gerund(
                at: position,
                in: sentence.words
            )
                ?? infinitive(at: position, in: sentence.words, isPolite)
            {
                found.append(cue)
                continue
            }
            guard let cue = cue(at: position, in: sentence.words, of: clause, opening: false), mayStand(cue, in: clause)
            else { continue }
            found.append(cue)
            if [.message, .remind].contains(cue.kind) { break }
            position = cue.words.upperBound - 1
        }
        return found
    }

    private func mayStand(_ cue: Cue, in clause: Range<Int>) -> Bool {
        let position = cue.words.lowerBound
        guard position > clause.lowerBound else { return true }
        let previous = folded[position - 1]
        let isPhrase = cue.words.count > 1
        if isPhrase, cue.kind == .remind || cue.kind == .cancel { return true }
        if words[position - 1].isPossessive || RequestMood.afterWhichNoVerb.contains(previous) { return false }
        if RequestMood.beforeVerb.contains(previous) || hasTime[position - 1] { return true }
        // "Sara should know", "make sure that Sara knows".
        return (isPhrase || folded[position] == "knows") && names.contains { $0.words.upperBound == position }
    }

    private func cue(
        at position: Int,
        in sentence: Range<Int>,
        of clause: Range<Int>,
        opening: Bool,
        reportsFrom start: Int? = nil
    ) -> Cue? {
        guard sentence.contains(position), !isQuoted[position] else { return nil }
        var phrases = RequestVerbs.all(in: folded, at: position, among: RequestVerbs.english)
        let isForeign = phrases.isEmpty && opening
        if isForeign { phrases = RequestVerbs.all(in: folded, at: position, among: RequestVerbs.foreignOpenings) }
        guard !phrases.isEmpty, !RequestMood.isNegated(folded, at: position, from: clause.lowerBound),
            !RequestMood.isReported(folded, at: position, from: start ?? sentence.lowerBound)
        else { return nil }
        if isForeign { phrases.removeAll { isDenied($0, at: position, in: sentence) } }
        let cues = phrases.map { phrase in
            Cue(
                kind: phrase.kind,
                words: position..<position + phrase.words.count,
                sentence: sentence,
                isForeign: isForeign
            )
        }
        return cues.first { $0.words.upperBound <= sentence.upperBound && hasObject($0) }
    }

    /// "Set a reminder to call Priya", "can I get a reminder": whatever the verb, a reminder is what is wanted, and what
    /// follows is what it says.
    private func reminder(
        at head: Int,
        in sentence: Range<Int>,
        of clause: Range<Int>,
        _ opening: RequestMood.Opening,
        reportsFrom start: Int
    ) -> Cue? {
        let isGiven = opening == .reading && RequestVerbs.giving.contains(folded[min(head, folded.count - 1)])
        guard opening == .plain || opening == .polite || isGiven, sentence.contains(head),
            let noun = (head..<min(head + 6, clause.upperBound)).first(where: {
                RequestVerbs.reminderNouns.contains(folded[$0])
            }), !isQuoted[noun], !RequestVerbs.ofOldReminders.contains(folded[head]),
            (head..<noun).allSatisfy({ $0 == head || RequestVerbs.beforeReminder.contains(folded[$0]) }),
            noun > head || !RequestVerbs.ofOldReminders.contains(head > 0 ? folded[head - 1] : ""),
            !isSent(head..<noun),
            !RequestMood.isNegated(folded, at: noun, from: clause.lowerBound),
            !RequestMood.isReported(folded, at: head, from: start)
        else { return nil }
        return Cue(kind: .remind, words: head..<noun + 1, sentence: sentence)
    }

    /// "Send a reminder to Tom", but not "give me a reminder".
    private func isSent(_ range: Range<Int>) -> Bool {
        guard let verb = range.first.map({ folded[$0] }), !TurnWords.of("having").contains(verb) else { return false }
        let phrases = [RequestVerbs.english, RequestVerbs.foreignOpenings].compactMap { $0[verb] }.joined()
        return phrases.contains { $0.kind == .message && $0.words.count == 1 }
            && !folded[range].contains(where: RequestVerbs.user.contains)
    }

    /// "Storniere Kenji nicht", "avboka inte": many languages deny after the verb. What a message says may deny anything.
    private func isDenied(_ phrase: RequestVerbs.Phrase, at position: Int, in sentence: Range<Int>) -> Bool {
        guard phrase.kind != .message, phrase.kind != .remind else { return false }
        let rest = (position + phrase.words.count)..<max(position + phrase.words.count, sentence.upperBound)
        return folded[rest].contains(where: Qualifiers.ofAllLanguages.negations.contains)
    }

    private func participle(at position: Int, in clause: Range<Int>, of sentence: Range<Int>) -> Cue? {
        guard !isQuoted[position],
            let phrase = RequestVerbs.found(in: folded, at: position, among: RequestVerbs.participles),
            folded[clause.lowerBound..<position].contains(where: RequestMood.wishes.contains),
            !TurnWords.of("participle not").contains(position > 0 ? folded[position - 1] : ""),
            !RequestMood.isNegated(folded, at: position, from: clause.lowerBound),
            !RequestMood.isReported(folded, at: position, from: sentence.lowerBound)
        else { return nil }
        let cue = Cue(kind: phrase.kind, words: position..<position + phrase.words.count, sentence: sentence)
        return hasObject(cue) ? cue : nil
    }

    /// "Would you mind moving Sara's session", "how about cancelling …".
    private func gerund(at position: Int, in sentence: Range<Int>) -> Cue? {
        guard !isQuoted[position], position > 0, folded[position].hasSuffix("ing"),
            TurnWords.of("before gerund").contains(folded[position - 1])
        else { return nil }
        let stem = String(folded[position].dropLast(3))
        let doubled = stem.count > 2 && stem.last == stem.dropLast().last ? String(stem.dropLast()) : stem
        for verb in [stem, stem + "e", doubled] {
            var words = folded
            words[position] = verb
            guard let phrase = RequestVerbs.found(in: words, at: position, among: RequestVerbs.english) else {
                continue
            }
            let cue = Cue(kind: phrase.kind, words: position..<position + phrase.words.count, sentence: sentence)
            return hasObject(cue) ? cue : nil
        }
        return nil
    }

    private func infinitive(at position: Int, in sentence: Range<Int>, _ isPolite: Bool) -> Cue? {
        guard isPolite, !isQuoted[position],
            let phrase = RequestVerbs.found(in: folded, at: position, among: RequestVerbs.foreignInfinitives)
        else { return nil }
        return Cue(
            kind: phrase.kind,
            words: position..<position + phrase.words.count,
            sentence: sentence,
            isForeign: true
        )
    }

    /// "Call with Sara tomorrow at 3", "I'd like half an hour with Bob on Friday".
    private func verbless(_ clause: Range<Int>, in sentence: Sentence) -> Cue? {
        let span = folded[sentence.words]
        // "15 March, 10am: Kenji, one hour": nothing but a name, a time and small words.
        let isBare = sentence.words.allSatisfy { position in
            hasTime[position] || names.contains { $0.words.contains(position) } || Self.small.contains(folded[position])
        }
        guard span.contains(where: EventWords.nouns.contains) || span.contains("with") || isBare,
            hasTime[sentence.words].contains(true),
            span.contains("with") || span.contains("for") || names(in: sentence.words),
            !span.contains(where: { TurnWords.of("report past").contains($0) }), !sentence.isAsked
        else { return nil }
        return Cue(kind: .schedule, words: clause.lowerBound..<clause.lowerBound, sentence: sentence.words)
    }

    private static let small = TurnWords.of("small")

    /// "Remind me", not "don't forget to tell Sara".
    private func isForUser(_ cue: Cue) -> Bool {
        folded[cue.words].contains { TurnWords.of("me").contains($0) || RequestVerbs.reminderNouns.contains($0) }
    }

    // MARK: Objects

    /// Verbs that are also other words need something that they can be about.
    private func hasObject(_ cue: Cue) -> Bool {
        let rest = cue.words.upperBound..<cue.sentence.upperBound
        switch cue.kind {
        case .remind: return true
        case .message: return isAddressed(cue, rest)
        case .cancel, .reschedule:
            let plain = TurnWords.of("plain change")
            if plain.contains(folded[cue.words.lowerBound]) || cue.words.count > 1, !rest.isEmpty { return true }
            return namesEvent(in: cue.sentence) || names(in: cue.sentence) || hasTime[cue.sentence].contains(true)
                || folded[rest].prefix(3).contains {
                    TurnWords.of("changed").contains($0)
                }
        case .schedule:
            let verb = folded[cue.words.lowerBound]
            let isPlain = TurnWords.of("plain schedule").contains(verb)
            let time = hasTime[cue.sentence].contains(true)
            if isPlain { return time || names(in: cue.sentence) || namesEvent(in: rest) || folded[rest].first == "it" }
            return namesEvent(in: rest) && (time || names(in: rest)) || time && names(in: cue.sentence)
                || time && folded[rest].contains { EventWords.calendars.contains($0) || $0 == "in" || $0 == "down" }
                || namesEvent(in: rest) && cue.words.count > 1
        }
    }

    private func isAddressed(_ cue: Cue, _ rest: Range<Int>) -> Bool {
        let next = rest.isEmpty ? "" : folded[rest.lowerBound]
        guard !TurnWords.of("myself").contains(next) else { return false }
        switch folded[cue.words.lowerBound] {
        case "let" where cue.words.count == 1: guard folded[rest].prefix(6).contains("know") else { return false }
        case "give" where cue.words.count == 1:
            let gifts = TurnWords.of("gift")
            guard folded[rest].contains(where: gifts.contains) else { return false }
        case "get" where cue.words.count == 1, "have" where cue.words.count == 1:
            // "Get Tom to bring his log"
            guard let name = names.first(where: { $0.words.lowerBound == rest.lowerBound }),
                name.words.upperBound < rest.upperBound,
                folded[name.words.upperBound] == "to" || folded[cue.words.lowerBound] == "have",
                !hasTime[cue.sentence].contains(true)
            else { return false }
            return true
        case "drop":
            let carriers = TurnWords.of("dropped")
            guard folded[rest].prefix(6).contains(where: carriers.contains) else { return false }
        default: break
        }
        return names(in: cue.sentence) || rest.contains { isAddressee($0) }
    }

    private func isAddressee(_ position: Int) -> Bool {
        RequestPeople.pronouns.contains(folded[position]) || RequestPeople.everybody.contains(folded[position])
            || TurnWords.of("addressee").contains(folded[position])
            || words[position].isCapitalized && !NameWords.never.contains(folded[position])
    }

    private func names(in range: Range<Int>) -> Bool { names.contains { range.overlaps($0.words) } }

    private func namesEvent(in range: Range<Int>) -> Bool {
        folded[range].contains { EventWords.nouns.contains($0) || TurnWords.of("event like").contains($0) }
    }
}
