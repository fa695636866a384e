import Domain

extension TimeResolver {
    /// Combines days with a clock expression.
    func combine(_ span: DaySpan, _ phrase: TimePhrase) -> ResolvedDraft? {
        guard span.isSingle else { return days(span, phrase) }
        var draft: ResolvedDraft
        switch phrase.clock {
        case nil where phrase.sameTime:
            draft = ResolvedDraft(kind: .instant, statesClockTime: true)
            draft.start = point(span.start, second: clock, &draft.ambiguity)
        case nil:
            draft = ResolvedDraft(
                kind: .date,
                start: startOfDay(span.start, isDateOnly: true),
                end: startOfDay(span.start + 1)
            )
        case .time(let time)?: draft = instant(span.start, time, phrase)
        case .range(let first, let last)?: draft = range(span.start, first, last, phrase.zone)
        case .part(let part)?: draft = self.part(span.start, seconds(of: part, phrase.slice), zone: phrase.zone)
        }
        draft.ambiguity.add(span.ambiguity)
        return draft
    }

    private func instant(_ day: CivilDate, _ time: ClockTime, _ phrase: TimePhrase) -> ResolvedDraft {
        var draft = ResolvedDraft(kind: .instant, statesClockTime: true)
        if time == .midnight, day != today {
            draft.ambiguity.add("midnight at the end of the day; its beginning could be meant")
        }
        var start = point(day, second: time.second, zone: phrase.zone, &draft.ambiguity)
        if day == today, start.instant < now, time.half == .open, time.part == nil {
            draft.ambiguity.add("that time is past today")
            if time.canBeEvening {
                var ambiguity = Ambiguity()
                let evening = point(day, second: time.inEvening.second, zone: phrase.zone, &ambiguity)
                if evening.instant >= now {
                    start = evening
                    draft.ambiguity.add(ambiguity)
                    draft.ambiguity.addDoubt(time.eveningDoubt)
                }
            }
        } else {
            draft.ambiguity.addDoubt(time.halfDoubt)
        }
        draft.start = start
        return draft
    }

    private func range(_ day: CivilDate, _ first: ClockTime, _ last: ClockTime, _ zone: ZoneReference?) -> ResolvedDraft
    {
        let ends = seconds(first, last)
        var draft = interval(day, ends, zone)
        if last.half == .open { draft.ambiguity.addDoubt(first.halfDoubt) }
        guard day == today, let start = draft.start, start.instant < now, first.canBeEvening, last.half == .open,
            ends.end <= 43_200
        else {
            return draft
        }
        var evening = interval(day, (ends.start + 43_200, ends.end + 43_200), zone)
        guard let start = evening.start, start.instant >= now else { return draft }
        evening.ambiguity.add("that time is past today")
        evening.ambiguity.addDoubt(first.eveningDoubt)
        return evening
    }

    /// With several days, a clock time leaves the day open.
    private func days(_ span: DaySpan, _ phrase: TimePhrase) -> ResolvedDraft? {
        var draft = ResolvedDraft(
            kind: .interval,
            start: startOfDay(span.start),
            end: startOfDay(span.end),
            ambiguity: span.ambiguity
        )
        if phrase.sameTime {
            // "same time next week"
            guard case .period(.week(let weeks))? = phrase.day else { return draft }
            draft = ResolvedDraft(kind: .instant, statesClockTime: true)
            draft.start = point(today + weeks * 7, second: clock, &draft.ambiguity)
            return draft
        }
        if phrase.clock != nil { draft.ambiguity.add("the time is said, but not on which of the days") }
        return draft
    }

    /// A length from now, or ago: days in local time, hours as elapsed time.
    func offset(_ length: TimeLength, _ sign: Int) -> ResolvedDraft {
        var ambiguity = Ambiguity()
        let start = point(after: point(now), length, sign: sign, &ambiguity)
        return ResolvedDraft(kind: .instant, start: start, statesClockTime: length.isElapsed, ambiguity: ambiguity)
    }

    func window(_ length: TimeLength, _ isPast: Bool) -> ResolvedDraft {
        let other = point(after: point(now), length, sign: isPast ? -1 : 1)
        return ResolvedDraft(kind: .interval, start: isPast ? other : point(now), end: isPast ? point(now) : other)
    }
}
