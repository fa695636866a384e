import Domain
import SpotterAPI
import TextReading
import TimeExpressions

/// What no part of a request has used. It is asked about instead of dropped, whatever it is: a word that isn't understood
/// may turn the request round ("all but Sara"), make it another person's ("Grace's sister") or half of it ("and Monday").
extension ActionGrammar {
    /// The first words of a clause about events that nothing has used, as they stand there, to the clause's end.
    /// - Parameters:
    ///   - used: ranges that the caller has used.
    ///   - titles: words that may be an event's title, which the calendar shows.
    func leftover(
        of clause: Clause,
        _ head: CommandVerb,
        _ people: People,
        besides used: [Range<String.Index>] = [],
        titles: [String] = []
    ) -> String? {
        if let time = leftTime(of: clause, head, besides: used) { return time }
        let folded = clause.folded
        let start = head.isPassive ? 0 : head.words.isEmpty ? opening(of: clause) : head.words.lowerBound
        var position = start
        while position < folded.count {
            let word = clause.words[position]
            if head.words.contains(position) || people.words.contains(position) || clause.isQuoted(word)
                || used.contains(where: { $0.overlaps(word.range) })
                || clause.times.contains(where: { $0.range.overlaps(word.range) })
                || head.isPassive && position < head.words.lowerBound && RequestWords.passives.contains(word.folded)
                || titles.contains(word.folded) && !Qualifiers.read.limits(folded, at: position)
            {
                position += 1
                continue
            }
            let isUndone = head.kind == .schedule && undoes(at: position, of: clause, people)
            if !isUndone, let next = understood(at: position, of: clause, people) {
                position = max(next, position + 1)
                continue
            }
            // "and Monday", "but Sara": the word before belongs to it.
            let isJoined = position > start && Qualifiers.read.goesOn(folded, at: position - 1)
            return String(clause.text[clause.words[isJoined ? position - 1 : position].range.lowerBound...]).trimmed
        }
        return nil
    }

    /// The position after what is understood here without being used: an article, a kind of event, a courtesy, a topic, a
    /// reason.
    private func understood(at position: Int, of clause: Clause, _ people: People) -> Int? {
        let folded = clause.folded
        let word = folded[position]
        let courtesy = RequestWords.length(of: RequestWords.courtesies, in: folded, at: position)
        if courtesy > 0 { return position + courtesy }
        if GrammarWords.of("one to one").contains(word) { return position + 1 }
        let rest = folded[position...]
        if position == topicStart(of: clause)
            || RequestWords.length(of: Qualifiers.read.reasons, in: folded, at: position) > 0
        {
            // What an appointment is about, and why, changes nothing, unless it says more than that.
            let isPlain =
                !rest.indices.contains(where: { Qualifiers.read.limits(folded, at: $0) })
                && (position == topicStart(of: clause) || !rest.indices.contains(where: clause.isTimeOrName))
            return isPlain ? folded.count : nil
        }
        if !people.list.isEmpty, RequestWords.personPronouns.contains(word), !isOwner(position, in: clause) {
            return nil
        }
        if Qualifiers.read.shares.contains(word), isOfSeveral(position, in: clause) { return nil }
        if RequestWords.and.contains(word),
            joinsNothing(position, in: clause) || joinsSomebody(position, in: clause) || joinsTime(position, in: clause)
        {
            return nil
        }
        if EventWords.nouns.contains(word) || EventWords.calendars.contains(word) || RequestWords.with.contains(word)
            || RequestWords.to.contains(word) || RequestWords.fillers.contains(word) || RequestWords.and.contains(word)
            || RequestWords.everything.contains(word) || RequestWords.eventPronouns.contains(word)
            || RequestWords.personPronouns.contains(word)
        {
            return position + 1
        }
        let isBeforeNoun =
            clause.folded.indices.contains(position + 1) && EventWords.nouns.contains(folded[position + 1])
        if isBeforeNoun, EventReference.Place(word: word) != nil { return position + 1 }
        // "A nutrition call", "the early session": what an event is like.
        let noun = folded.indices.first { $0 > position && $0 <= position + 2 && EventWords.nouns.contains(folded[$0]) }
        if let noun, (position..<noun).allSatisfy({ describes($0, in: clause) }) { return noun }
        return nil
    }

    /// "Book Tom out", "call Tom's session off": more than an appointment with Tom.
    private func undoes(at position: Int, of clause: Clause, _ people: People) -> Bool {
        position > 0 && GrammarWords.of("undoing").contains(clause.folded[position])
            && (people.words.contains(position - 1) || EventWords.nouns.contains(clause.folded[position - 1]))
    }

    /// Whether the word can only describe the noun after it: no name, no number, nothing that limits.
    private func describes(_ position: Int, in clause: Clause) -> Bool {
        let word = clause.words[position]
        let isNamed =
            word.isCapitalized && !(position > 0 && RequestWords.articles.contains(clause.folded[position - 1]))
        return ContentWords.isContent(word) && !isNamed && !word.isPossessive && !clause.isTimeOrName(position)
            && !word.text.contains(where: \.isNumber) && !Qualifiers.read.limits(clause.folded, at: position)
            && !Qualifiers.read.shares.contains(word.folded) && !Qualifiers.read.relatives.contains(word.folded)
            && clause.gap(before: position + 1).allSatisfy(\.isWhitespace)
    }

    /// "Her session", "his time": not somebody besides the one who is named.
    private func isOwner(_ position: Int, in clause: Clause) -> Bool {
        let next = position + 1
        return clause.folded.dropFirst(next).prefix(2).contains(where: EventWords.nouns.contains)
            || clause.isTimeOrName(next)
            || clause.words.indices.contains(next)
                && RequestWords.everything.contains(clause.folded[next])
    }

    /// "This week and next": only words that say nothing follow, so that what was to be added is missing.
    private func joinsNothing(_ position: Int, in clause: Clause) -> Bool {
        (position + 1..<clause.words.count).allSatisfy { next in
            RequestWords.fillers.contains(clause.folded[next]) && !clause.isTimeOrName(next)
        }
    }

    /// "This and next Friday": half of the first time stands before the "and".
    private func joinsTime(_ position: Int, in clause: Clause) -> Bool {
        position > 0 && GrammarWords.of("half a time").contains(clause.folded[position - 1])
            && !clause.isTimeOrName(position - 1) && clause.isTimeOrName(position + 1)
    }

    /// "Tom plus one on Friday": people who aren't named.
    private func joinsSomebody(_ position: Int, in clause: Clause) -> Bool {
        clause.folded.indices.contains(position + 1) && Qualifiers.read.and.contains(clause.folded[position])
            && Qualifiers.read.shares.contains(clause.folded[position + 1])
    }

    /// "Some of my sessions", "two sessions": not all of them.
    private func isOfSeveral(_ position: Int, in clause: Clause) -> Bool {
        let rest = clause.folded[(position + 1)...].prefix(4)
        return rest.contains { GrammarWords.of("share of").contains($0) || EventWords.plurals.contains($0) }
    }

    /// Where a clause without a verb begins after its polite words: "I need a call with …".
    package func opening(of clause: Clause) -> Int {
        let folded = clause.folded
        var position = 0
        while position < folded.count {
            let length = RequestWords.length(of: RequestWords.politeness, in: folded, at: position)
            guard length > 0 else { break }
            position += length
        }
        return position
    }

    /// A time that can't be joined with the others, or one that only limits.
    func leftTime(of clause: Clause, _ head: CommandVerb, besides used: [Range<String.Index>]) -> String? {
        let begin =
            head.isPassive || !clause.words.indices.contains(head.words.lowerBound)
            ? clause.text.startIndex : clause.words[head.words.lowerBound].range.lowerBound
        for range in clause.unusedTimes
        where range.lowerBound >= begin && !used.contains(where: { $0.overlaps(range) }) {
            return String(clause.text[range])
        }
        // "At 11 or 12": the choice belongs to the time that was read.
        let choice = clause.words.first { word in
            word.range.lowerBound >= begin && Qualifiers.read.or.contains(word.folded)
                && clause.times.contains { $0.range.overlaps(word.range) }
        }
        if let choice { return String(clause.text[choice.range.lowerBound...]).trimmed }
        let points = clause.points.filter { point in !used.contains { $0.overlaps(point.range) } }
        for match in points where match.range.lowerBound >= begin {
            if isLimited(clause.words.filter { match.range.overlaps($0.range) }.map(\.folded)) {
                return String(clause.text[match.range])
            }
        }
        // "Thursday and on Monday": two times, even if they could be read as one.
        for point in points.dropFirst() {
            guard let joint = joint(before: point.range.lowerBound, in: clause) else { continue }
            return String(clause.text[clause.words[joint].range.lowerBound..<point.range.upperBound])
        }
        if points.count > 1, let text = clause.expression(of: points), times.parse(text).kind == .none,
            let last = points.last
        {
            return String(clause.text[last.range])
        }
        let lengths = clause.times.filter { time in
            time.reading.kind == .duration && !used.contains { $0.overlaps(time.range) }
        }
        return lengths.count > 1 ? lengths.last.map { String(clause.text[$0.range]) } : nil
    }

    /// "Before 3pm", "Friday after 3", "no later than 3", but not "the day after tomorrow": no time at which something can begin.
    private func isLimited(_ words: [String]) -> Bool {
        let limits = GrammarWords.of("time limit")
        if limits.contains(words.first ?? "") || GrammarWords.of("limited").isIn(words) { return true }
        return zip(words.indices, words).dropFirst().contains { position, word in
            let next = words.indices.contains(position + 1) ? words[position + 1] : ""
            return limits.contains(word) && !GrammarWords.of("unit before after").contains(words[position - 1])
                && ClockText.isClockTime(next)
        }
    }

    /// The position of the "and" or "or" that adds a time to the one before it.
    func joint(before time: String.Index, in clause: Clause) -> Int? {
        var position = clause.position(of: time) - 1
        while position >= 0, !clause.isTimeOrName(position) {
            if Qualifiers.read.goesOn(clause.folded, at: position) { return position }
            guard RequestWords.fillers.contains(clause.folded[position]) else { return nil }
            position -= 1
        }
        return nil
    }
}
