import Domain
import Retrieval
import Scheduling
import SpotterAPI

extension ActionGrammar {
    /// "Schedule a 45 minute call with Sara tomorrow at 3pm"
    func schedule(_ clause: Clause, _ head: CommandVerb) -> ActionRequest? {
        let words = Array(clause.folded[head.words.lowerBound...])
        let person = person(of: clause)
        let type = EventWords.type(of: words)
        // "Book recommendations?" isn't a request: an appointment needs a kind, a person or a time.
        guard type != nil || person != nil || !clause.points.isEmpty || words.contains(where: EventWords.nouns.contains)
        else { return nil }
        let verb = head.words.count == 1 ? words.first ?? "" : ""
        if ["call", "phone", "facetime", "zoom"].contains(verb), person == nil || clause.points.isEmpty { return nil }
        var request = ToolRequest(tool: .scheduleCall, person: person, eventType: type)
        request.time = clause.expression(of: clause.points).map { .expression($0) }
        request.durationMinutes = clause.lengthMinutes
        if let quote = clause.quotes.first {
            request.title = String(clause.text[quote]).trimmed
        } else if person == nil, type == nil {
            request.eventType = .adhoc
            request.title = title(of: clause, after: head)
        }
        return ActionRequest(toolRequest: request)
    }

    /// The text without verb and times: "block lunch tomorrow at 12" has the title "Lunch".
    private func title(of clause: Clause, after head: CommandVerb) -> String? {
        guard let verb = clause.words[head.words].last else { return nil }
        let left = clause.removing(clause.times.map(\.range), from: verb.range.upperBound)
        let noise: Set<String> = [
            "a", "an", "the", "my", "in", "into", "to", "on", "for", "off", "out", "some", "time",
        ]
        var words = TextWord.words(of: left)[...]
        while let first = words.first, noise.contains(first.folded) { words.removeFirst() }
        while let last = words.last, noise.union(EventWords.calendars).contains(last.folded) { words.removeLast() }
        guard let first = words.first, let last = words.last else { return nil }
        return String(left[first.range.lowerBound..<last.range.upperBound]).capitalizedFirst
    }

    /// "Move my 3pm call with Sara to Friday at 4", "push Sara's session back by half an hour"
    func reschedule(_ clause: Clause, _ head: CommandVerb) -> ActionRequest? {
        let words = Array(clause.folded[head.words.lowerBound...])
        let person = person(of: clause)
        let points = clause.points
        guard person != nil || !clause.times.isEmpty || words.contains(where: EventWords.nouns.contains) else {
            return nil
        }
        var action = ActionRequest(
            toolRequest: ToolRequest(tool: .rescheduleEvent, person: person, eventType: EventWords.type(of: words))
        )
        let target = points.firstIndex { leads(to: $0, in: clause) } ?? (points.count == 1 ? 0 : points.count - 1)
        if let minutes = Self.shift(in: words) {
            action.shiftMinutes = minutes
            let event = points.first {
                !clause.follows("by", $0) && !clause.follows("back", $0) && !clause.follows("forward", $0)
            }
            action.currentTime = event?.reading
        } else if points.indices.contains(target) {
            action.toolRequest.time = clause.expression(of: Array(points[target...])).map { .expression($0) }
            action.currentTime = points[..<target].first?.reading
        } else if let minutes = clause.lengthMinutes {
            action.shiftMinutes = Self.isEarlier(words) ? -minutes : minutes
        }
        return action
    }

    /// "by 30 minutes", "back an hour", "by half an hour": the shift in minutes, negative for earlier.
    private static func shift(in words: [String]) -> Int? {
        let numbers = [
            "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "ten": 10, "fifteen": 15, "twenty": 20, "thirty": 30,
        ]
        for (position, word) in words.enumerated() where ["by", "back", "forward"].contains(word) {
            var rest = words[(position + 1)...]
            if rest.first == "by" { rest.removeFirst() }
            let isHalf = rest.first == "half"
            if isHalf { rest.removeFirst() }
            guard let amount = rest.first.flatMap({ numbers[$0] ?? ($0.count < 5 ? Int($0) : nil) }), amount > 0,
                let unit = rest.dropFirst().first
            else { continue }
            let minutes: Int
            switch unit {
            case "hour", "hours": minutes = isHalf ? 30 : amount * 60
            case "minute", "minutes", "min", "mins": minutes = amount
            case "day", "days": minutes = amount * 1440
            case "week", "weeks": minutes = amount * 7 * 1440
            default: continue
            }
            return isEarlier(words) ? -minutes : minutes
        }
        return nil
    }

    private static func isEarlier(_ words: [String]) -> Bool {
        words.contains { ["forward", "earlier", "ahead", "sooner"].contains($0) }
    }

    /// Whether "to", "until" or "for" precedes the time or is its first word.
    private func leads(to match: TimeMatch, in clause: Clause) -> Bool {
        let directions: Set<String> = ["to", "until", "till", "til", "onto"]
        let inside = clause.words.first { match.range.contains($0.range.lowerBound) }
        if let inside, directions.contains(inside.folded) { return true }
        guard let before = clause.words.last(where: { $0.range.upperBound <= match.range.lowerBound }) else {
            return false
        }
        return directions.contains(before.folded)
    }

    /// "Cancel my call with Sara tomorrow"
    func cancel(_ clause: Clause, _ head: CommandVerb) -> ActionRequest? {
        let words = Array(clause.folded[head.words.upperBound...])
        let person = person(of: clause)
        guard person != nil || !clause.points.isEmpty || words.contains(where: EventWords.nouns.contains),
            !words.contains(where: { ["reminder", "reminders", "subscription"].contains($0) })
        else { return nil }
        var request = ToolRequest(tool: .cancelEvent, person: person, eventType: EventWords.type(of: words))
        request.time = clause.expression(of: clause.points).map { .expression($0) }
        return ActionRequest(toolRequest: request)
    }
}

extension String {
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
