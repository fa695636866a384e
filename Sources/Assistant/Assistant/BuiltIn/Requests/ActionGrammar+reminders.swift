import Domain
import Retrieval
import Scheduling
import SpotterAPI
import TimeExpressions

extension ActionGrammar {
    /// "Remind me tomorrow at 9 to send Sara the plan"
    func remind(_ clause: Clause, _ head: CommandVerb, _ context: RequestContext) -> [ActionRequest] {
        guard clause.words[head.words].last != nil else { return [] }
        if let (relation, rest) = relation(in: clause, after: head.words.upperBound) {
            let part = Clause(rest, directory: directory, times: times)
            var request = reminder(part, head, context).toolRequest
            request.time = nil
            if request.person == nil { request.person = relation.event.person }
            var action = ActionRequest(request)
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
        if let unused = unread(in: clause, after: head, time) {
            return .asking(request, "time", Self.prompt(unused, "When should I remind you?"))
        }
        return ActionRequest(request)
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
        let plain: Set<String> = [
            "for", "on", "at", "please", "again", "in", "about", "that", "i", "need", "have", "the",
        ]
        let unused = between.filter { word in
            !plain.contains(word.folded) && !(time?.range.overlaps(word.range) ?? false) && !clause.isQuoted(word)
        }
        // "about the call with Bob to …" is text already.
        guard let first = unused.first, let last = unused.last,
            !between.contains(where: { ["about", "that", "of"].contains($0.folded) })
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
                ["for", "on", "at", "please", "again", "thanks", "para"].contains($0.folded)
            }
        }
        if let first = points.first, isEmpty(clause.text[start..<first.range.lowerBound]) { return first }
        if let last = points.last, isEmpty(clause.text[last.range.upperBound...]) { return last }
        return points.count == 1 ? points.first : points.first { $0.reading.statesClockTime } ?? points.first
    }

    private static func withoutLead(_ text: String) -> String {
        let lead: Set<String> = ["to", "that", "about", "of", "for", "i", "please", "que", "de", "para"]
        let words = TextWord.words(of: text)
        var start = words.first?.range.lowerBound ?? text.endIndex
        for word in words {
            // "that I should", "that I need to": only "that" is dropped.
            guard lead.contains(word.folded), word.folded != "i" else { break }
            start =
                text[word.range.upperBound...].firstIndex { !$0.isWhitespace && $0 != ":" && $0 != "," }
                ?? text.endIndex
        }
        let left = String(text[start...]).trimmed.withoutTrailingStop.trimmed
        return left.hasSuffix(",") ? String(left.dropLast()).trimmed : left
    }
}

extension String {
    /// The text without a final full stop. Other punctuation is kept, because it has a meaning.
    var withoutTrailingStop: String { hasSuffix(".") && !hasSuffix("..") ? String(dropLast()) : self }
}
