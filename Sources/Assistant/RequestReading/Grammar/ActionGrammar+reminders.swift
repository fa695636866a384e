import AssistantTools
import Domain
import Retrieval
import Scheduling
import SpotterAPI
import TextReading
import TimeExpressions

extension ActionGrammar {
    /// "Remind me tomorrow at 9 to send Sara the plan"
    package func remind(_ clause: Clause, _ head: CommandVerb, _ context: RequestContext) -> [ActionRequest] {
        guard clause.words[head.words].last != nil else { return [] }
        if let (relation, rest) = relation(in: clause, after: head.words.upperBound) {
            let part = Clause(rest, directory: directory, times: times)
            var action = reminder(part, head, context)
            action.toolRequest.time = nil
            if action.toolRequest.person == nil { action.toolRequest.person = relation.event.person }
            action.relation = relation
            return [action]
        }
        return [reminder(clause, head, context)]
    }

    private func reminder(_ clause: Clause, _ head: CommandVerb, _ context: RequestContext) -> ActionRequest {
        var request = ToolRequest(tool: .setReminder)
        request.person = clause.mentions.first { !clause.isPossessor($0) }.map(named)
        guard let verb = clause.words[head.words].last else { return ActionRequest(request) }
        let start = verb.range.upperBound
        let time = time(of: clause, after: start, before: head)
        let left = clause.removing(time.map { [$0.range] } ?? [], from: start)
        request.time = time.map { .expression(String(clause.text[$0.range])) }
        let text = clause.quotes.first.map { String(clause.text[$0]).trimmed } ?? Self.withoutLead(left)
        if !text.isEmpty { request.text = text.capitalizedFirst }
        // "Remind me on the fourth or so to …": what stands before "to" must be a time.
        if let unused = unread(in: clause, after: head, time) ?? leftDay(in: clause, after: start, beside: time) {
            return .asking(request, "time", Self.prompt(unused, "When should I remind you?"))
        }
        if clause.quotes.isEmpty, let unused = joined(to: left) {
            return .asking(request, "text", Self.prompt(unused, "What should I remind you of?"))
        }
        return ActionRequest(request)
    }

    /// What doesn't belong to the text of a reminder, but to somebody or something beside it: "and Tom about the retest",
    /// "to stretch on Monday and", "to stretch, and Tom too".
    private func joined(to text: String) -> String? {
        let words = TextWord.words(of: text)
        let folded = words.map(\.folded)
        guard let last = words.last else { return nil }
        if Qualifiers.read.goesOn(folded, at: 0) || beginsWithPeople(words) { return text }
        if Qualifiers.read.goesOn(folded, at: words.count - 1) { return last.text }
        if let added = addition(in: text) { return added }
        return Retraction.ends(text) ? text : nil
    }

    /// Somebody whom the end of a text adds: "and Gavin too".
    func addition(in text: String) -> String? {
        let words = TextWord.words(of: text)
        let folded = words.map(\.folded)
        guard
            let length = Qualifiers.read.additions.first(where: { phrase in
                folded.count > phrase.count && Array(folded.suffix(phrase.count)) == phrase
            })?.count
        else { return nil }
        var start = words.count - length
        let end = start
        // Up to three words of a name, with "and" or a comma before them.
        while start > 0, end - start < 3, isName(words[start - 1]) { start -= 1 }
        guard start < end, start > 0 else { return nil }
        var joint = start - 1
        if GrammarWords.of("before added").contains(folded[joint]), joint > 0 { joint -= 1 }
        let gap = text[words[start - 1].range.upperBound..<words[start].range.lowerBound]
        guard Qualifiers.read.and.contains(folded[joint]) || gap.contains(where: { ",&".contains($0) }) else {
            return nil
        }
        return String(text[words[joint].range.lowerBound...]).trimmed
    }

    /// "For Lena and me about …", "a mí y a Devon …": whom to remind, before of what.
    private func beginsWithPeople(_ words: [TextWord]) -> Bool {
        let list = words.prefix { word in
            isName(word) || Qualifiers.read.and.contains(word.folded) || Self.inListOfPeople.contains(word.folded)
        }
        return list.contains { isName($0) } && list.contains { Qualifiers.read.and.contains($0.folded) }
    }

    private static let inListOfPeople = GrammarWords.of("in list of reminded")

    func isName(_ word: TextWord) -> Bool {
        word.isCapitalized && !NameWords.never.contains(word.folded)
            || directory.people.contains { $0.words.first == word.folded }
    }

    /// A day beside a clock time with which it couldn't be joined: "on Tuesday the day after at 9".
    private func leftDay(in clause: Clause, after start: String.Index, beside time: TimeMatch?) -> String? {
        guard let time, !time.reading.statesDay else { return nil }
        let others =
            clause.unusedTimes + clause.points.filter { $0.range != time.range && $0.reading.statesDay }.map(\.range)
        return others.first { range in
            guard range.lowerBound >= start else { return false }
            let between =
                range.upperBound <= time.range.lowerBound
                ? clause.text[range.upperBound..<time.range.lowerBound]
                : clause.text[min(time.range.upperBound, range.lowerBound)..<range.lowerBound]
            return TextWord.words(of: String(between)).allSatisfy { $0.folded != "to" && !ContentWords.isContent($0) }
        }.map { String(clause.text[$0]) }
    }

    /// The words between the verb and the text that aren't part of the time.
    private func unread(in clause: Clause, after head: CommandVerb, _ time: TimeMatch?) -> String? {
        let rest = clause.words[head.words.upperBound...]
        guard let to = rest.firstIndex(where: { $0.folded == "to" && !(time?.range.overlaps($0.range) ?? false) })
        else {
            return nil
        }
        let between = clause.words[head.words.upperBound..<to]
        guard between.count < 8 else { return nil }
        let plain = GrammarWords.of("reminder plain")
        let unused = between.filter { word in
            !plain.contains(word.folded) && !(time?.range.overlaps(word.range) ?? false) && !clause.isQuoted(word)
        }
        // "about the call with Bob to …" is text already.
        guard let first = unused.first, let last = unused.last,
            !between.contains(where: { GrammarWords.of("reminder about").contains($0.folded) })
        else { return nil }
        return String(clause.text[first.range.lowerBound..<last.range.upperBound])
    }

    /// The time of the reminder, rather than one that its text mentions: the time before the verb or right after it,
    /// otherwise at the end, otherwise the only one.
    private func time(of clause: Clause, after start: String.Index, before head: CommandVerb) -> TimeMatch? {
        let all = clause.times.filter { match in
            match.reading.kind != .duration
        }
        if let before = all.first(where: { $0.range.lowerBound < start && $0.range.upperBound <= start }) {
            return before
        }
        let points = all.filter { $0.range.lowerBound >= start }
        func isEmpty(_ part: Substring) -> Bool {
            TextWord.words(of: String(part)).allSatisfy {
                GrammarWords.of("reminder time beside").contains($0.folded)
            }
        }
        if let first = points.first, isEmpty(clause.text[start..<first.range.lowerBound]) { return first }
        // "That the race is on Sunday, not Saturday": both are what it says.
        guard !points.contains(where: { isDenied($0, in: clause) }) else { return nil }
        if let last = points.last, isEmpty(clause.text[last.range.upperBound...]) { return last }
        return points.count == 1 ? points.first : points.first { $0.reading.statesClockTime } ?? points.first
    }

    private func isDenied(_ time: TimeMatch, in clause: Clause) -> Bool {
        let position = clause.position(of: time.range.lowerBound)
        return position > 0 && Qualifiers.read.negations.contains(clause.folded[position - 1])
    }

    private static func withoutLead(_ text: String) -> String {
        let lead = GrammarWords.of("reminder lead")
        let words = TextWord.words(of: text)
        var start = words.first?.range.lowerBound ?? text.endIndex
        for word in words {
            // "that I should", "that I need to": only "that" is dropped.
            guard lead.contains(word.folded), word.folded != "i" else { break }
            start =
                text[word.range.upperBound...].firstIndex { !$0.isWhitespace && $0 != ":" && $0 != "," }
                ?? text.endIndex
        }
        var end = words.endIndex
        while end > 0, GrammarWords.of("reminder end").contains(words[end - 1].folded) { end -= 1 }
        let isPolite = end > 0 && end < words.endIndex && words[end - 1].range.upperBound > start
        let said = isPolite ? text[start..<words[end - 1].range.upperBound] : text[start...]
        let left = String(said).trimmed.withoutTrailingStop.trimmed
        return left.hasSuffix(",") ? String(left.dropLast()).trimmed : left
    }
}

extension String {
    /// The text without a final full stop. Other punctuation is kept, because it has a meaning.
    var withoutTrailingStop: String { hasSuffix(".") && !hasSuffix("..") ? String(dropLast()) : self }
}
