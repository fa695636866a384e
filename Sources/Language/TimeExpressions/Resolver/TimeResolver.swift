import Domain
import Foundation

/// Resolves expressions for one current time in one time zone.
struct TimeResolver {
    let now: Timestamp
    let home: ZoneRules
    let today: CivilDate
    /// Seconds since midnight in local time.
    let clock: Int
    /// The time zone that "his time" means, if the caller knows it.
    let ownerZone: TimeZone?

    init(now: Timestamp, timeZone: TimeZone, ownerZone: TimeZone? = nil) {
        self.ownerZone = ownerZone
        // Whole seconds: expressions are never finer.
        self.now = Timestamp(milliseconds: Int64(Int(now.milliseconds).flooredDivision(by: 1000)) * 1000)
        home = ZoneRules(zone: timeZone)
        let local = home.local(now)
        today = local.date
        clock = local.second
    }

    func parsedTime(of expression: TimeExpression) -> ParsedTime {
        guard let draft = draft(of: expression) else { return .none }
        var time = parsedTime(of: draft)
        time.statesDay = time.kind != .none && expression.statesDay
        return time
    }

    private func draft(of expression: TimeExpression) -> ResolvedDraft? {
        switch expression {
        case .phrase(let phrase): return draft(of: phrase)
        case .unspecifiedRepetition:
            var draft = ResolvedDraft(kind: .recurrence)
            draft.ambiguity.add("how often is said, but not when")
            return draft
        case .between(let first, let last):
            guard var draft = draft(of: first), let end = self.draft(of: last), let start = draft.start,
                let stop = end.start, stop.instant > start.instant
            else { return nil }
            draft.kind = .interval
            draft.end = end.kind == .date ? end.end : stop
            draft.ambiguity.add(end.ambiguity)
            return draft
        case .either(let first, let second): return either(first, second)
        case .until(let phrase):
            guard var draft = draft(of: phrase), let end = draft.kind == .date ? draft.end : draft.start,
                end.instant > now
            else { return nil }
            (draft.kind, draft.start, draft.end) = (.interval, point(now), end)
            return draft
        case .since(let phrase):
            guard var draft = draft(of: interpretedAsPast(phrase)), let start = draft.start, start.instant < now else {
                return nil
            }
            (draft.kind, draft.end) = (.interval, point(now))
            draft.start?.isDateOnly = false
            return draft
        }
    }

    /// "since Monday" refers to the past.
    private func interpretedAsPast(_ phrase: TimePhrase) -> TimePhrase {
        var phrase = phrase
        switch phrase.day {
        case .weekday(let day, .coming)?: phrase.day = .relative(days: (day - today.weekday - 6) % 7 - 1)
        case .calendar(let date)? where date.year == nil:
            guard let value = self.date(of: .calendar(date)), value.start > today else { break }
            phrase.day = .shifted(.calendar(date), TimeLength(months: date.month == nil ? 1 : 12), sign: -1)
        case .period(.month(.named(let month, year: nil)))?:
            let isAhead = month > today.parts.month
            phrase.day = .period(.month(.named(month, year: today.parts.year - (isAhead ? 1 : 0))))
        default: break
        }
        return phrase
    }

    func draft(of phrase: TimePhrase) -> ResolvedDraft? {
        var draft = phrase.repetition.map { self.recurrence($0, phrase) } ?? plainDraft(of: phrase)
        if case .person(let owner)? = phrase.zone { draft?.zoneOwner = owner }
        if phrase.isApproximate { draft?.ambiguity.addNote("approximate") }
        return draft
    }

    private func plainDraft(of phrase: TimePhrase) -> ResolvedDraft? {
        guard var draft = moment(of: phrase).map({ qualified($0, by: phrase) }) else { return nil }
        guard let length = phrase.length, let start = draft.start, draft.kind != .duration else { return draft }
        guard draft.kind != .interval else {
            draft.minutes = length.minutes
            return draft
        }
        draft.minutes = length.minutes
        // "tomorrow for an hour": day and length are known, but not the time.
        guard draft.kind != .date || !length.isElapsed else { return draft }
        draft.kind = .interval
        draft.end = point(after: start, length)
        draft.start?.isDateOnly = false
        return draft
    }

    private func moment(of phrase: TimePhrase) -> ResolvedDraft? {
        guard let day = phrase.day else {
            switch phrase.clock {
            case .time(let time)?: return nextTime(time, phrase.zone)
            case .range(let first, let last)?: return nextRange(first, last, phrase.zone)
            case .part(let part)?: return nextPart(part, phrase.slice)
            case nil: return phrase.length.flatMap(duration)
            }
        }
        if case .offset(let length, let sign) = day, phrase.clock == nil, !phrase.sameTime {
            return offset(length, sign)
        }
        if case .period(.window(let length, let isPast)) = day { return window(length, isPast) }
        if case .workdays(let count, nil, let sign) = day, phrase.clock == nil, !phrase.sameTime {
            var draft = ResolvedDraft(kind: .instant)
            draft.start = point(today.adding(workdays: count, sign: sign), second: clock, &draft.ambiguity)
            return draft
        }
        if case .period(.restOf(let unit)) = day {
            // "later today at 5"
            if unit == .day, phrase.clock != nil { return combine(DaySpan(today), phrase) }
            return rest(of: unit)
        }
        if case .calendar(let date) = day, date.isBare, phrase.clock == nil, date.mayBeHour, bareDay(date) == nil {
            var draft = moment(of: phrase.withHour(date))
            if date.day > 12 { draft?.ambiguity.add("day \(date.day) of a month could be meant") }
            return draft
        }
        guard let value = date(of: day) else { return nil }
        return combine(value, phrase)
    }

    private func duration(_ length: TimeLength) -> ResolvedDraft? {
        guard let minutes = length.minutes else { return nil }
        var draft = ResolvedDraft(kind: .duration, minutes: minutes)
        if length.months != 0 { draft.ambiguity.add("a month counted as 30 days") }
        return draft
    }
}

extension TimePhrase {
    /// "Friday 5" if no fifth is a Friday soon: at five.
    fileprivate func withHour(_ date: CalendarDate) -> TimePhrase {
        var phrase = self
        phrase.day = date.weekday.map { .weekday($0, .coming) }
        phrase.clock = .time(ClockTime(hour: date.day, half: (1...12).contains(date.day) ? .open : .exact))
        return phrase
    }
}
