import Domain
import Retrieval
import Scheduling
import SpotterAPI

extension ActionGrammar {
    /// "Remind me tomorrow at 9 to send Sara the plan"
    func remind(_ clause: Clause, _ head: CommandVerb) -> ActionRequest? {
        guard let verb = clause.words[head.words].last else { return nil }
        let start = verb.range.upperBound
        let time = time(of: clause, after: start)
        let left = clause.removing(time.map { [$0.range] } ?? [], from: start)
        var request = ToolRequest(tool: .setReminder)
        request.time = time.map { .expression(String(clause.text[$0.range])) }
        request.person = clause.mentions.first.map(named)
        let text = clause.quotes.first.map { String(clause.text[$0]).trimmed } ?? Self.withoutLead(left)
        if !text.isEmpty { request.text = text.capitalizedFirst }
        return ActionRequest(toolRequest: request)
    }

    /// The time of the reminder, rather than one that its text mentions: the time right after the verb, otherwise at
    /// the end, otherwise the only one.
    private func time(of clause: Clause, after start: String.Index) -> TimeMatch? {
        let points = clause.times.filter { match in
            match.range.lowerBound >= start && match.reading.kind != .duration
        }
        func isEmpty(_ part: Substring) -> Bool {
            TextWord.words(of: String(part)).allSatisfy { ["for", "on", "at", "please", "again"].contains($0.folded) }
        }
        if let first = points.first, isEmpty(clause.text[start..<first.range.lowerBound]) { return first }
        if let last = points.last, isEmpty(clause.text[last.range.upperBound...]) { return last }
        return points.count == 1 ? points.first : points.first { $0.reading.statesClockTime } ?? points.first
    }

    private static func withoutLead(_ text: String) -> String {
        let lead: Set<String> = ["to", "that", "about", "of", "for", "i", "please"]
        let words = TextWord.words(of: text)
        var start = words.first?.range.lowerBound ?? text.endIndex
        for word in words {
            // "that I should", "that I need to": only "that" is dropped.
            guard lead.contains(word.folded), word.folded != "i" else { break }
            start =
                text[word.range.upperBound...].firstIndex { !$0.isWhitespace && $0 != ":" && $0 != "," }
                ?? text.endIndex
        }
        return String(text[start...]).trimmed.withoutTrailingStop.trimmed
    }
}

extension String {
    /// The text without a final full stop. Other punctuation is kept, because it has a meaning.
    var withoutTrailingStop: String { hasSuffix(".") && !hasSuffix("..") ? String(dropLast()) : self }
}
