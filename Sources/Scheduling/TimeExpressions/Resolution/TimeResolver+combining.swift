import Domain

extension TimeResolver {
    /// Days with what was said of the clock.
    func combine(_ span: DaySpan, _ phrase: TimePhrase) -> Draft? {
        guard span.isSingle else { return days(span, phrase) }
        var draft: Draft
        switch phrase.clock {
        case nil where phrase.sameTime:
            draft = Draft(kind: .instant, statesClockTime: true)
            draft.start = point(span.start, second: clock, &draft.doubts)
        case nil:
            draft = Draft(kind: .date, start: startOfDay(span.start, isDateOnly: true), end: startOfDay(span.start + 1))
        case .time(let time)?: draft = instant(span.start, time, phrase)
        case .range(let first, let last)?: draft = range(span.start, first, last, phrase.zone)
        case .part(let part)?: draft = self.part(span.start, seconds(of: part, phrase.slice), zone: phrase.zone)
        }
        draft.doubts.add(span.doubts)
        return draft
    }

    private func instant(_ day: CivilDate, _ time: ClockTime, _ phrase: TimePhrase) -> Draft {
        var draft = Draft(kind: .instant, statesClockTime: true)
        if time == .midnight, day != today {
            draft.doubts.add("midnight at the end of the day; its beginning could be meant")
        }
        var start = point(day, second: time.second, zone: phrase.zone, &draft.doubts)
        if day == today, start.instant < now, time.half == .open, time.part == nil {
            draft.doubts.add("that time is past today")
            if time.canBeEvening {
                var doubts = Doubts()
                let evening = point(day, second: time.inEvening.second, zone: phrase.zone, &doubts)
                if evening.instant >= now {
                    start = evening
                    draft.doubts.add(doubts)
                }
            }
        }
        draft.start = start
        return draft
    }

    private func range(_ day: CivilDate, _ first: ClockTime, _ last: ClockTime, _ zone: ZoneReference?) -> Draft {
        let ends = seconds(first, last)
        let draft = interval(day, ends, zone)
        guard day == today, let start = draft.start, start.instant < now, first.canBeEvening, last.half == .open,
            ends.end <= 43_200
        else {
            return draft
        }
        var evening = interval(day, (ends.start + 43_200, ends.end + 43_200), zone)
        guard let start = evening.start, start.instant >= now else { return draft }
        evening.doubts.add("that time is past today")
        return evening
    }

    /// Several days: a clock time among them leaves the day open.
    private func days(_ span: DaySpan, _ phrase: TimePhrase) -> Draft? {
        var draft = Draft(
            kind: .interval,
            start: startOfDay(span.start),
            end: startOfDay(span.end),
            doubts: span.doubts
        )
        if phrase.sameTime {
            // "same time next week"
            guard case .period(.week(let weeks))? = phrase.day else { return draft }
            draft = Draft(kind: .instant, statesClockTime: true)
            draft.start = point(today + weeks * 7, second: clock, &draft.doubts)
            return draft
        }
        if phrase.clock != nil { draft.doubts.add("the time is said, but not on which of the days") }
        return draft
    }

    /// So long from now, or ago: days by the wall clock, hours as they pass.
    func offset(_ length: TimeLength, _ sign: Int) -> Draft {
        var doubts = Doubts()
        let start = point(after: point(now), length, sign: sign, &doubts)
        return Draft(kind: .instant, start: start, statesClockTime: length.isElapsed, doubts: doubts)
    }

    func window(_ length: TimeLength, _ isPast: Bool) -> Draft {
        let other = point(after: point(now), length, sign: isPast ? -1 : 1)
        return Draft(kind: .interval, start: isPast ? other : point(now), end: isPast ? point(now) : other)
    }
}
