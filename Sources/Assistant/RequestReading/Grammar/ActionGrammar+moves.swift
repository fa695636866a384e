import AssistantTools
import Domain
import Scheduling
import SpotterAPI
import TextReading
import TimeExpressions

extension ActionGrammar {
    /// "Move my 3pm call with Sara to Friday at 4", "push Sara's session back by half an hour"
    package func reschedule(_ clause: Clause, _ head: CommandVerb, _ context: RequestContext) -> [ActionRequest] {
        let keepsTime = Self.withoutSameTime(clause.text)
        if let keepsTime {
            let rest = Clause(keepsTime, directory: directory, times: times)
            guard let head = self.head(of: rest) else { return [] }
            return move(rest, head, context, keepsTime: true)
        }
        return move(clause, head, context, keepsTime: false)
    }

    private func move(
        _ clause: Clause,
        _ head: CommandVerb,
        _ context: RequestContext,
        keepsTime: Bool
    ) -> [ActionRequest] {
        let request = ToolRequest(tool: .rescheduleEvent)
        let people = people(of: clause)
        var taken: [Range<String.Index>] = []
        var current: String?
        let change = change(in: clause, head, keepsTime: keepsTime, &taken, &current)
        var reference = reference(in: clause, after: head, context, without: taken)
        if let current {
            let joined = times.parse(current)
            reference.time = joined.startsAt == nil ? times.find(in: current).first?.reading : joined
        }
        let words = clause.folded
        guard
            reference.person != nil || !clause.times.isEmpty || words.contains(where: EventWords.nouns.contains)
                || reference.id != nil
        else { return [] }
        if let names = people.unclear { return [.asking(request, "client", "Whom do you mean: \(names)?")] }
        if let unused = otherKind(in: clause, after: head)
            ?? leftover(of: clause, head, people, besides: taken, titles: reference.title)
            ?? repeated(clause.points).map({ String(clause.text[$0.range]) })
        {
            return [.asking(request, "time", Self.prompt(unused, "When should it be instead?"))]
        }
        if let statement = impliedOwner(clause, reference, context) {
            return [.asking(request, "event", Self.prompt(statement, "Which event should I move?"))]
        }
        if reference.isEvery, reference.person == nil, reference.time == nil {
            return [.asking(request, "event", "Everything on which day?")]
        }
        return fanned(request, reference, people, change: change).map { action in
            var action = action
            action.toolRequest.durationMinutes = newLength(in: clause, change, besides: taken)
            return action
        }
    }

    /// "Make Tom's session tomorrow a call": what it should become is no time.
    private func otherKind(in clause: Clause, after head: CommandVerb) -> String? {
        guard clause.folded[head.words] == ["make"] else { return nil }
        let noun = clause.folded.indices.first { position in
            position > head.words.upperBound + 1 && EventWords.nouns.contains(clause.folded[position])
                && RequestWords.articles.contains(clause.folded[position - 1])
        }
        return noun.map { String(clause.text[clause.words[$0 - 1].range.lowerBound...]) }
    }

    /// "Move Sara to Friday at 3 for 45 minutes": the length besides the new time.
    private func newLength(in clause: Clause, _ change: EventChange?, besides taken: [Range<String.Index>]) -> Int? {
        switch change {
        case .to, .day, .shift:
            clause.times.first { time in
                time.reading.kind == .duration && clause.follows("for", time)
                    && !taken.contains { $0.overlaps(time.range) }
            }?.reading.minutes
        case .length, .longer, nil: nil
        }
    }

    /// What is to change, and the words that say so.
    private func change(
        in clause: Clause,
        _ head: CommandVerb,
        keepsTime: Bool,
        _ taken: inout [Range<String.Index>],
        _ current: inout String?
    ) -> EventChange? {
        let verb =
            clause.words.indices.contains(head.words.lowerBound) ? clause.words[head.words.lowerBound].folded : ""
        let isLength = verb == "extend" || verb == "shorten"
        if isLength, let length = clause.times.first(where: { $0.reading.kind == .duration }),
            let minutes = length.reading.minutes
        {
            taken = [length.range]
            guard clause.follows("by", length) else { return .length(minutes) }
            return .longer(verb == "shorten" ? -minutes : minutes)
        }
        if isLength, let (minutes, range) = bareMinutes(in: clause) {
            taken = [range]
            return .longer(verb == "shorten" ? -minutes : minutes)
        }
        if verb == "make", clause.points.isEmpty,
            let length = clause.times.first(where: { $0.reading.kind == .duration }),
            let minutes = length.reading.minutes
        {
            taken = [length.range]
            return .length(minutes)
        }
        if let (minutes, range) = EventShift.find(in: clause, verb: verb) {
            taken = [range]
            current = before(range, in: clause) ?? after(range, in: clause)
            return .shift(minutes)
        }
        var pieces: [(text: String, range: Range<String.Index>, isNew: Bool)] = []
        for match in clause.points {
            let inner = clause.words.filter { match.range.overlaps($0.range) }
            let turn = inner.dropFirst().first { GrammarWords.of("turn to").contains($0.folded) }
            if let turn, match.reading.kind == .interval || isOfDay(match, before: turn, in: clause) {
                pieces.append(
                    (
                        String(clause.text[match.range.lowerBound..<turn.range.lowerBound]),
                        match.range.lowerBound..<turn.range.lowerBound, false
                    )
                )
                pieces.append(
                    (
                        String(clause.text[turn.range.lowerBound..<match.range.upperBound]),
                        turn.range.lowerBound..<match.range.upperBound, true
                    )
                )
            } else {
                pieces.append((String(clause.text[match.range]), match.range, leads(to: match, in: clause)))
            }
        }
        if let bare = bareNumber(in: clause, from: head.words.upperBound) {
            pieces.append((String(clause.text[bare]), bare, true))
            pieces.sort { $0.range.lowerBound < $1.range.lowerBound }
        }
        var start = pieces.firstIndex(where: \.isNew)
        if start == nil, verb == "make" || verb == "reschedule" { start = pieces.indices.last }
        if start == nil, head.words.count == 1, head.words.lowerBound > 0, pieces.count > 1 { start = pieces.count - 1 }
        guard let start else { return nil }
        // "To Friday from Thursday": the old time may come last.
        let from = pieces[start...].dropFirst().firstIndex { GrammarWords.of("move from").begin(Self.folded($0.text)) }
        let end = from.flatMap { pieces[$0...].contains(where: \.isNew) ? nil : $0 }
        let new = pieces[start..<(end ?? pieces.endIndex)]
        // "From Thursday and Monday to Wednesday": which of the two moves isn't said.
        let isOneDay = (1..<max(1, start)).allSatisfy { joint(before: pieces[$0].range.lowerBound, in: clause) == nil }
        taken = isOneDay ? new.map(\.range) : []
        let text = new.map { Self.withoutDirection($0.text) }.joined(separator: " ")
        let old = (pieces[..<start] + pieces[new.endIndex...]).map {
            Self.withoutDirection($0.text.replacing("'s", with: "").replacing("’s", with: ""))
        }
        if !old.isEmpty { current = old.joined(separator: " ") }
        return keepsTime ? .day(text) : .to(text)
    }

    /// "La sesión de Bob del martes a las 9": the day says which event, the clock time is the new one.
    private func isOfDay(_ match: TimeMatch, before turn: TextWord, in clause: Clause) -> Bool {
        let inside = clause.words.first { match.range.overlaps($0.range) }
        let before = clause.words.last { $0.range.upperBound <= match.range.lowerBound }
        let next = clause.words.first { $0.range.lowerBound >= turn.range.upperBound }
        return turn.folded == "a" && next.map { GrammarWords.of("clock article").contains($0.folded) } == true
            && [inside, before].contains { $0.map { GrammarWords.of("day of").contains($0.folded) } ?? false }
    }

    /// The day before a shift, where both were read as one time: "Thursday" of "Thursday one hour later".
    private func before(_ shift: Range<String.Index>, in clause: Clause) -> String? {
        guard let joined = clause.points.first(where: { $0.range.overlaps(shift) }),
            joined.range.lowerBound < shift.lowerBound
        else { return nil }
        let points = clause.points.filter { $0.range.upperBound <= joined.range.lowerBound }
        let day = String(clause.text[joined.range.lowerBound..<shift.lowerBound]).trimmed
        return (points.map { String(clause.text[$0.range]) } + [day]).joined(separator: " ")
    }

    /// "On Friday" of "half an hour forward on Friday", read as one time.
    private func after(_ shift: Range<String.Index>, in clause: Clause) -> String? {
        guard let joined = clause.points.first(where: { $0.range.overlaps(shift) }),
            shift.upperBound < joined.range.upperBound
        else { return nil }
        let day = String(clause.text[shift.upperBound..<joined.range.upperBound]).trimmed
        return day.isEmpty ? nil : day
    }

    private static let directions = GrammarWords.of("move to")

    private static func folded(_ text: String) -> String {
        TextWord.words(of: text).map(\.folded).joined(separator: " ")
    }

    private static func withoutDirection(_ text: String) -> String {
        let words = TextWord.words(of: text)
        guard let first = words.first, first.folded != "a", directions.contains(first.folded) || first.folded == "from",
            words.count > 1
        else { return text.trimmed }
        let rest = String(text[words[1].range.lowerBound...]).trimmed
        return words[1].text.allSatisfy(\.isNumber) ? "at \(rest)" : rest
    }

    /// "By 15": minutes, where a length changes.
    private func bareMinutes(in clause: Clause) -> (Int, Range<String.Index>)? {
        for position in clause.words.indices.dropFirst() {
            guard GrammarWords.of("longer by").contains(clause.folded[position - 1]),
                let minutes = Int(clause.words[position].text),
                (5...240).contains(minutes)
            else { continue }
            return (minutes, clause.words[position - 1].range.lowerBound..<clause.words[position].range.upperBound)
        }
        return nil
    }

    /// "to 11": after such a word a number is a clock time.
    private func bareNumber(in clause: Clause, from start: Int) -> Range<String.Index>? {
        for position in clause.words.indices where position > start && !clause.isTimeOrName(position) {
            let (word, before) = (clause.words[position], clause.words[position - 1])
            guard let hour = Int(word.text), (1...24).contains(hour), Self.directions.contains(before.folded) else {
                continue
            }
            return before.range.lowerBound..<word.range.upperBound
        }
        return nil
    }

    /// Whether a word such as "to" precedes the time or is its first word.
    private func leads(to match: TimeMatch, in clause: Clause) -> Bool {
        let inside = clause.words.first { match.range.contains($0.range.lowerBound) }
        if let inside, Self.directions.contains(inside.folded) { return true }
        guard let before = clause.words.last(where: { $0.range.upperBound <= match.range.lowerBound }) else {
            return false
        }
        // "make it 4pm", "make that Friday"
        if RequestWords.eventPronouns.contains(before.folded) { return true }
        return Self.directions.contains(before.folded)
    }

    /// The text without "at the same time"; `nil` if it doesn't say so.
    static func withoutSameTime(_ text: String) -> String? {
        let words = TextWord.words(of: text)
        for (position, word) in words.enumerated().dropFirst() {
            let before = words[position - 1]
            guard
                (before.folded == "same" && word.folded == "time")
                    || (before.folded == "misma" && word.folded == "hora")
            else { continue }
            var start = position - 1
            while start > 0, GrammarWords.of("same time before").contains(words[start - 1].folded) { start -= 1 }
            return String(text[..<words[start].range.lowerBound]) + " " + String(text[word.range.upperBound...])
        }
        return nil
    }
}

/// "By 30 minutes", "back an hour", "half an hour later".
enum EventShift {
    private static let numbers = GrammarWords.numbers("shift number")
    private static let earlier = GrammarWords.of("shift earlier")
    private static let later = GrammarWords.of("shift later")

    /// The shift in minutes, negative for earlier, and the words that say it.
    static func find(in clause: Clause, verb: String) -> (minutes: Int, range: Range<String.Index>)? {
        let words = clause.folded
        for position in words.indices {
            var next = position
            let isHalf = words[next] == "half" || words[next] == "media"
            if isHalf { next += 1 }
            var amount = 1
            if next < words.count, let number = numbers[words[next]] ?? (words[next].count < 5 ? Int(words[next]) : nil)
            {
                amount = number
                next += 1
            } else if !isHalf {
                continue
            }
            guard amount > 0, next < words.count, let unit = minutes[words[next]] else { continue }
            let before = position > 0 ? words[position - 1] : ""
            let after = next + 1 < words.count ? words[next + 1] : ""
            let isPushed = GrammarWords.of("shift verb").contains(verb)
            let isBy = GrammarWords.of("shift by").contains(before)
            let isDirect =
                isBy || later.contains(after) || earlier.contains(after)
            guard isDirect || isPushed, before != "in", before != "to" else { continue }
            let total = isHalf ? amount * unit / 2 : amount * unit
            let isBack = words.contains(where: earlier.contains) || verb == "adelanta"
            let start = isBy ? position - 1 : position
            let end = later.contains(after) || earlier.contains(after) ? next + 1 : next
            let range = clause.words[start].range.lowerBound..<clause.words[end].range.upperBound
            return (isBack ? -total : total, range)
        }
        return nil
    }

    /// Minutes of a unit of time.
    private static let minutes = GrammarWords.numbers("shift unit")
}
