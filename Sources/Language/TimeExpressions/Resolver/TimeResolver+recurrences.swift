import Domain

extension TimeResolver {
    /// Number of days to search for the first occurrence: 29 February can be eight years away.
    private static let maxSearchDays = 3000

    func recurrence(_ repetition: Repetition, _ phrase: TimePhrase) -> ResolvedDraft? {
        var draft = ResolvedDraft(kind: .recurrence, rrule: rule(repetition))
        if repetition.isAmbiguous { draft.ambiguity.add("the interval can be understood in two ways") }
        if repetition.frequency == .hourly || repetition.frequency == .minutely {
            let step = repetition.interval * (repetition.frequency == .hourly ? 3600 : 60)
            draft.start = point(now.adding(seconds: Int64(step)))
            return draft
        }
        var from = today
        if let starting = repetition.starting {
            guard let span = date(of: starting) else { return nil }
            from = max(from, span.start)
            draft.ambiguity.add(span.ambiguity)
        }
        guard let first = firstOccurrence(repetition, phrase, from: from) else { return nil }
        draft.start = first.start
        draft.end = first.end
        draft.statesClockTime = first.statesClockTime
        draft.ambiguity.add(first.ambiguity)
        draft.isWindow = first.isWindow
        draft.minutes = phrase.length.flatMap { $0.isElapsed ? $0.minutes : nil }
        if let limit = limit(repetition, phrase, first: first) { draft.rrule = draft.rrule.map { $0 + limit } }
        return draft
    }

    private func firstOccurrence(_ repetition: Repetition, _ phrase: TimePhrase, from: CivilDate) -> ResolvedDraft? {
        for day in 0..<Self.maxSearchDays where repetition.matches(from + day) {
            guard let occurrence = occurrence(on: from + day, phrase), let start = occurrence.start else { return nil }
            if start.isDateOnly || start.instant >= now { return occurrence }
        }
        return nil
    }

    private func occurrence(on day: CivilDate, _ phrase: TimePhrase) -> ResolvedDraft? {
        plainOccurrence(on: day, phrase).map { qualified($0, by: phrase) }
    }

    private func plainOccurrence(on day: CivilDate, _ phrase: TimePhrase) -> ResolvedDraft? {
        switch phrase.clock {
        case nil where phrase.sameTime:
            var draft = ResolvedDraft(kind: .instant, statesClockTime: true)
            draft.start = point(day, second: clock, &draft.ambiguity)
            return draft
        case nil:
            return ResolvedDraft(kind: .date, start: startOfDay(day, isDateOnly: true), end: startOfDay(day + 1))
        case .time(let time)?:
            var draft = ResolvedDraft(kind: .instant, statesClockTime: true)
            let second = time == .midnight ? 0 : time.second
            draft.start = point(day, second: second, zone: phrase.zone, &draft.ambiguity)
            draft.ambiguity.addDoubt(time.halfDoubt)
            return draft
        case .range(let first, let last)?: return interval(day, seconds(first, last), phrase.zone)
        case .part(let part)?: return self.part(day, seconds(of: part, phrase.slice), zone: phrase.zone)
        }
    }

    /// `COUNT` or `UNTIL`. The latter is in UTC if occurrences have a clock time (RFC 5545, 3.3.10).
    private func limit(_ repetition: Repetition, _ phrase: TimePhrase, first: ResolvedDraft) -> String? {
        guard let start = first.start else { return nil }
        if let count = repetition.count { return ";COUNT=\(count)" }
        if let until = repetition.until, let last = date(of: until)?.start {
            return ";UNTIL=" + stamp(last, second: start.second, isDateOnly: start.isDateOnly)
        }
        guard let length = phrase.length, !length.isElapsed else { return nil }
        if repetition.frequency == .weekly, length.isWholeWeeks {
            let weeks = max(1, length.days / 7 / repetition.interval)
            return ";COUNT=\(weeks * max(1, repetition.weekdays.count))"
        }
        let end = start.date.adding(months: length.months) + (length.days - 1)
        return ";UNTIL=" + stamp(end, second: start.second, isDateOnly: start.isDateOnly)
    }

    private func stamp(_ date: CivilDate, second: Int, isDateOnly: Bool) -> String {
        let day = date.text.filter { $0 != "-" }
        guard !isDateOnly else { return day }
        let instant = home.instant(date, second: second).instant
        return instant.description.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
    }

    /// The rule as in RFC 5545. The time of day is that of the first occurrence.
    private func rule(_ repetition: Repetition) -> String {
        var parts = ["FREQ=\(repetition.frequency.rawValue)"]
        if repetition.interval > 1 { parts.append("INTERVAL=\(repetition.interval)") }
        if let month = repetition.month { parts.append("BYMONTH=\(month)") }
        if !repetition.monthDays.isEmpty {
            parts.append("BYMONTHDAY=" + repetition.monthDays.map(String.init).joined(separator: ","))
        }
        if !repetition.weekdays.isEmpty {
            let ordinals = repetition.ordinals.isEmpty ? [""] : repetition.ordinals.map(String.init)
            let days = repetition.weekdays.flatMap { day in ordinals.map { $0 + Self.dayCode(day) } }
            parts.append("BYDAY=" + days.joined(separator: ","))
        }
        return parts.joined(separator: ";")
    }

    private static func dayCode(_ weekday: Int) -> String {
        let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
        return codes.indices.contains(weekday - 1) ? codes[weekday - 1] : "MO"
    }
}

extension Repetition {
    /// Whether a rule with any start can match this day.
    fileprivate func matches(_ date: CivilDate) -> Bool {
        let (_, month, day) = date.parts
        if let wanted = self.month, wanted != month { return false }
        if !monthDays.isEmpty, !monthDays.contains(day), !(monthDays.contains(-1) && date == date.lastOfMonth) {
            return false
        }
        if !ordinals.isEmpty {
            return weekdays.contains(date.weekday)
                && ordinals.contains { date.firstOfMonth.nth($0, weekday: date.weekday) == date }
        }
        return weekdays.isEmpty || weekdays.contains(date.weekday)
    }
}
