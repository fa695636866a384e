import Domain

extension TimeResolver {
    /// Applies what a phrase says about a moment beside its day and its clock time: "half an hour before", "after", "or
    /// 12", "from then on".
    func qualified(_ draft: ResolvedDraft, by phrase: TimePhrase) -> ResolvedDraft {
        var draft = draft
        if let shift = phrase.shift, let start = draft.start, draft.kind == .instant {
            draft.start = point(after: start, shift.length, sign: shift.sign)
        }
        if !phrase.alternatives.isEmpty {
            let others = phrase.alternatives.map { Self.clockText($0.second) }.joined(separator: " or ")
            draft.ambiguity.add("\(others) was said, too")
        }
        if phrase.isWindow { draft.isWindow = true }
        if let bound = phrase.bound { draft = bounded(draft, by: bound) }
        if phrase.isStart, phrase.length == nil, phrase.bound == nil, !phrase.isOpenEnded,
            draft.kind == .date || draft.kind == .instant
        {
            draft.ambiguity.addNote("and later: no end was said")
        }
        if phrase.isOpenEnded { draft = openEnded(draft) }
        return draft
    }

    /// The interval from a moment to the end of its day, or from the start of its day, but not before now, to it.
    private func bounded(_ draft: ResolvedDraft, by bound: TimePhrase.Bound) -> ResolvedDraft {
        guard let start = draft.start else { return draft }
        var result = draft
        switch (bound, draft.kind) {
        case (.after, .date):
            guard let end = draft.end else { return draft }
            result.start = startOfDay(end.date, isDateOnly: true)
            result.end = startOfDay(end.date + 1)
            return openEnded(result)
        case (.after, .interval), (.after, .instant), (.after, .recurrence):
            let from = draft.kind == .interval ? draft.end ?? start : start
            if draft.kind == .interval, from.second == 0, start.second == 0 {
                // "after next week"
                result.kind = .date
                result.start = startOfDay(from.date, isDateOnly: true)
                result.end = startOfDay(from.date + 1)
                return openEnded(result)
            }
            result.start = from
            result.end = startOfDay(from.date + 1)
            result.ambiguity.addNote("no end was said: until the end of the day")
        case (.before, .date):
            result.start = point(now)
            result.end = startOfDay(start.date)
        case (.before, .interval), (.before, .instant), (.before, .recurrence):
            let isOfToday = start.date == today && start.instant > now
            let isPeriod = draft.kind == .interval && start.second == 0 && draft.end?.second == 0
            result.start = isOfToday || isPeriod ? point(now) : startOfDay(start.date)
            result.end = start
            result.ambiguity.addNote("no start was said")
        default: return draft
        }
        guard let first = result.start, let last = result.end, first.instant < last.instant else { return draft }
        if draft.kind != .recurrence { result.kind = .interval }
        result.start?.isDateOnly = false
        result.statesClockTime = false
        result.isWindow = true
        return result
    }

    /// The first day of what goes on without an end.
    private func openEnded(_ draft: ResolvedDraft) -> ResolvedDraft {
        guard let start = draft.start, draft.kind == .date || draft.kind == .interval else { return draft }
        var result = draft
        if draft.kind == .interval {
            result.kind = .date
            result.start = startOfDay(start.date, isDateOnly: true)
            result.end = startOfDay(start.date + 1)
        }
        result.ambiguity.addNote("and later: no end was said")
        return result
    }

    /// The first of two times, as ambiguous. "Thursday or Friday at 10": the clock time is that of both.
    func either(_ first: TimePhrase, _ second: TimePhrase) -> ResolvedDraft? {
        var first = first
        if first.clock == nil, first.day != nil, second.day != nil {
            first.clock = second.clock
            first.zone = first.zone ?? second.zone
        }
        guard var draft = draft(of: first) else { return nil }
        var other = second
        if other.day == nil { other.day = first.day }
        let alternative = self.draft(of: other).map { parsedTime(of: $0).local ?? "" } ?? ""
        draft.ambiguity.add(alternative.isEmpty ? "another time was said, too" : "\(alternative) was said, too")
        return draft
    }
}
