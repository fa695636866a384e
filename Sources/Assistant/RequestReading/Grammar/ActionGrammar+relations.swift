import Domain
import Retrieval
import Scheduling
import SpotterAPI
import TextReading
import TimeExpressions

extension ActionGrammar {
    /// "An hour before my call with Kenji", "right after Sara's session": the relation, and the text without it.
    func relation(in clause: Clause, after start: Int) -> (EventRelation, rest: String)? {
        let words = clause.words
        for position in words.indices where position >= start && !clause.isQuoted(words[position]) {
            let word = words[position].folded
            guard GrammarWords.of("relation").contains(word) else { continue }
            var first = position + 1
            if GrammarWords.of("relation of").contains(word), first < words.count,
                GrammarWords.of("of").contains(words[first].folded)
            {
                first += 1
            }
            let begin = leadStart(before: position, in: clause, from: start)
            let distance = distance(begin.start..<position, in: clause)
            guard let (end, event) = event(from: first, in: clause, isDay: begin.isDay) else { continue }
            var relation = EventRelation(
                isBefore: GrammarWords.of("relation before").contains(word),
                distance: distance,
                event: event
            )
            let last = words[end - 1].range.upperBound
            let head = String(clause.text[..<words[begin.start].range.lowerBound])
            var tail = String(clause.text[last...])
            if begin.isDay, let clock = times.find(in: tail).first(where: { $0.reading.statesClockTime }) {
                relation.distance = .days(1, clock: String(tail[clock.range]))
                tail.removeSubrange(clock.range)
            }
            return (relation, head + " " + tail)
        }
        return nil
    }

    /// Where the distance begins: "an hour", "right", "the day".
    private func leadStart(before position: Int, in clause: Clause, from start: Int) -> (start: Int, isDay: Bool) {
        let words = clause.words
        let previous = position > start ? words[position - 1].folded : ""
        if previous == "day", position - 1 > start,
            GrammarWords.of("day article").contains(words[position - 2].folded)
        {
            return (position - 2, true)
        }
        if GrammarWords.of("relation right").contains(previous) {
            return (position - 1, false)
        }
        for length in stride(from: min(5, position - start), through: 1, by: -1) {
            let range = words[position - length].range.lowerBound..<words[position - 1].range.upperBound
            if times.parse(String(clause.text[range])).kind == .duration { return (position - length, false) }
        }
        return (position, false)
    }

    private func distance(_ range: Range<Int>, in clause: Clause) -> EventRelation.Distance {
        guard let first = clause.words[range].first, let last = clause.words[range].last else { return .unsaid }
        let text = String(clause.text[first.range.lowerBound..<last.range.upperBound])
        if range.count == 2, last.folded == "day" { return .days(1, clock: nil) }
        if let minutes = times.parse(text).minutes { return .minutes(minutes) }
        return .minutes(0)
    }

    /// The event named from this position on, and where its words end.
    private func event(from start: Int, in clause: Clause, isDay: Bool) -> (end: Int, EventReference)? {
        let words = clause.words
        let plain = GrammarWords.of("relation plain")
        var end = start
        var isEvent = false
        while end < words.count, !clause.isQuoted(words[end]) {
            let word = words[end]
            let gap = end > start ? clause.gap(before: end) : ""
            if gap.contains(where: { ",:;.".contains($0) }) { break }
            if EventWords.nouns.contains(word.folded) {
                isEvent = true
            } else if RequestWords.eventPronouns.contains(word.folded), end == start {
                isEvent = true
                end += 1
                break
            } else if isDay, isEvent, word.folded == "at" || word.text.first?.isNumber ?? false {
                break
            } else if !plain.contains(word.folded), !isPartOfTime(end, in: clause),
                !clause.mentions.contains(where: { $0.words.contains(end) })
            {
                break
            }
            end += 1
        }
        // "to" and "at" belong to what follows.
        while end > start, GrammarWords.of("relation end").contains(words[end - 1].folded) { end -= 1 }
        guard end > start else { return nil }
        let isPossessive = words[end - 1].isPossessive
        guard isEvent || isPossessive else { return nil }
        let text = String(clause.text[words[start].range.lowerBound..<words[end - 1].range.upperBound])
        let part = Clause(text, directory: directory, times: times)
        let reference = reference(
            in: part,
            after: CommandVerb(kind: .cancel, words: 0..<0),
            RequestContext(person: topic.person, event: topic.event)
        )
        return (end, reference)
    }

    /// Whether the word is a time's, except for "to", with which the text of a reminder begins.
    private func isPartOfTime(_ position: Int, in clause: Clause) -> Bool {
        let word = clause.words[position]
        guard word.folded != "to" else { return false }
        return clause.times.contains { $0.range.overlaps(word.range) }
            || clause.unusedTimes.contains { $0.overlaps(word.range) }
            || times.parse(word.text).kind != .none
    }
}
