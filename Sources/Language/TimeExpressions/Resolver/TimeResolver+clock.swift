import Domain

extension ClockTime {
    /// Seconds from the day's midnight, determined by the half of the day, the part of the day, or convention (1 to 6
    /// in the afternoon, 7 to 11 in the morning, 12 at noon). May exceed the day.
    var second: Int { (resolvedHour * 60 + minute + shift) * 60 }

    private var resolvedHour: Int {
        switch half {
        case .am: hour % 12
        case .pm: hour % 12 + 12
        case .exact: hour
        case .open: part.map { hour(in: $0) } ?? (hour < 7 && !isOf24Hours ? hour + 12 : hour)
        }
    }

    private func hour(in part: DayPart) -> Int {
        switch part {
        case .morning: hour % 12
        case .lunchtime: hour < 11 ? hour + 12 : hour
        case .afternoon: hour % 12 + 12
        // Twelve in the evening is midnight.
        case .evening: hour == 12 ? 24 : hour + 12
        // The small hours of the following day.
        case .night: hour == 12 ? 24 : hour < 5 ? hour + 24 : hour + 12
        }
    }

    /// Whether the hour is in the morning by convention only, and could also be in the evening.
    var canBeEvening: Bool { half == .open && part == nil && ((7...11).contains(hour) || isOf24Hours) }

    /// Whether "am" and "pm" are both plausible, although convention decides: nobody trains at 3 in the night.
    var hasDoubtfulHalf: Bool { half == .open && part == nil && (5...9).contains(hour) }

    var halfDoubt: TimeDoubt? {
        guard hasDoubtfulHalf else { return nil }
        let (meant, other) = (TimeResolver.clockText(second), TimeResolver.clockText(second + 43_200))
        return TimeDoubt(.halfDay, "\(meant) is meant; \(other) could be, too")
    }

    /// If the half was chosen because the conventional time is over.
    var eveningDoubt: TimeDoubt {
        let (meant, other) = (TimeResolver.clockText(inEvening.second), TimeResolver.clockText(second))
        return TimeDoubt(.halfDay, "\(meant) is meant, because \(other) is past today")
    }

    var inEvening: ClockTime {
        var copy = self
        copy.half = .pm
        return copy
    }
}

extension TimeResolver {
    private static let pastNote = "that time is past today: the next one was taken"

    /// A clock time without a day: today, or the next plausible one.
    func nextTime(_ time: ClockTime, _ zone: ZoneReference?) -> ResolvedDraft? {
        var draft = ResolvedDraft(kind: .instant, statesClockTime: true)
        let day = self.today(in: zone)
        // "3 at night": the small hours of today, unless they are over.
        var seconds = [time.second]
        if time.half == .open, time.part == .night, time.second >= 86_400, time.hour < 5 {
            seconds = [time.second - 86_400, time.second]
        }
        for second in seconds {
            var ambiguity = Ambiguity()
            let point = point(day, second: second, zone: zone, &ambiguity)
            if point.instant >= now {
                ambiguity.addDoubt(time.halfDoubt)
                (draft.start, draft.ambiguity) = (point, ambiguity)
                return draft
            }
        }
        var ambiguity = Ambiguity()
        if time.canBeEvening {
            let evening = point(day, second: time.inEvening.second, zone: zone, &ambiguity)
            if evening.instant >= now {
                ambiguity.add(time.eveningDoubt)
                (draft.start, draft.ambiguity) = (evening, ambiguity)
                return draft
            }
        }
        ambiguity = Ambiguity()
        draft.start = point(day + 1, second: time.second, zone: zone, &ambiguity)
        // "8am" has also passed, but can only mean tomorrow.
        if time.half == .open, time.part == nil {
            ambiguity.add(Self.pastNote)
            ambiguity.addDoubt(
                TimeDoubt(.halfDay, "\(Self.clockText(time.second)) tomorrow is meant, because today's is past")
            )
        } else {
            ambiguity.addNote(Self.pastNote)
        }
        draft.ambiguity = ambiguity
        return draft
    }

    private func today(in zone: ZoneReference?) -> CivilDate {
        var ambiguity = Ambiguity()
        return zone.map { rules($0, on: today, second: clock, &ambiguity).local(now).date } ?? today
    }

    /// The seconds of both ends of a range. The end is the first matching time after the start.
    func seconds(_ first: ClockTime, _ last: ClockTime) -> (start: Int, end: Int) {
        var first = first
        if first.half == .open, first.part == nil, last.half == .am || last.half == .pm {
            // "3 to 4pm" is in the afternoon; "11 to 1pm" starts in the morning.
            first.half = last.half
            if first.second >= last.second { first.half = last.half == .pm ? .am : .pm }
        }
        let start = first.second
        var end = last.second
        if last.half == .open, last.part == nil {
            let hour = last.hour % 12
            let candidates = [hour, hour + 12, hour + 24].map { ($0 * 60 + last.minute + last.shift) * 60 }
            end = candidates.first { $0 > start } ?? end
        }
        // "9 to 1 in the afternoon", "11 to 2 at night".
        if last.part != nil, end <= start, first.half == .open, start >= 43_200, end > start - 43_200 {
            return (start - 43_200, end)
        }
        while end <= start { end += 86_400 }
        return (start, end)
    }

    func nextRange(_ first: ClockTime, _ last: ClockTime, _ zone: ZoneReference?) -> ResolvedDraft? {
        let ends = seconds(first, last)
        let day = self.today(in: zone)
        var draft = interval(day, ends, zone)
        guard let start = draft.start, start.instant < now else {
            if last.half == .open { draft.ambiguity.addDoubt(first.halfDoubt) }
            return draft
        }
        if first.canBeEvening, last.half == .open, ends.end <= 43_200 {
            draft = interval(day, (ends.start + 43_200, ends.end + 43_200), zone)
            if let start = draft.start, start.instant >= now {
                draft.ambiguity.add(first.eveningDoubt)
                return draft
            }
        }
        draft = interval(day + 1, ends, zone)
        if first.half == .open, first.part == nil {
            draft.ambiguity.add(Self.pastNote)
        } else {
            draft.ambiguity.addNote(Self.pastNote)
        }
        return draft
    }

    func interval(_ day: CivilDate, _ seconds: (start: Int, end: Int), _ zone: ZoneReference?) -> ResolvedDraft {
        var ambiguity = Ambiguity()
        let start = point(day, second: seconds.start, zone: zone, &ambiguity)
        var end = point(day, second: seconds.end, zone: zone, &ambiguity)
        // If the start was moved out of a gap, the end moves with it.
        if end.instant <= start.instant {
            end = point(start.instant.adding(seconds: Int64(seconds.end - seconds.start)))
        }
        return ResolvedDraft(kind: .interval, start: start, end: end, statesClockTime: true, ambiguity: ambiguity)
    }

    /// A part of the day without a day: today's if it is still ahead, otherwise tomorrow's.
    func nextPart(_ part: DayPart, _ slice: Slice?) -> ResolvedDraft? {
        let seconds = seconds(of: part, slice)
        let draft = self.part(today, seconds)
        guard let start = draft.start, let end = draft.end, start.instant < now else { return draft }
        var later = self.part(today + 1, seconds)
        if end.instant > now { later.ambiguity.add("today's has begun: tomorrow's was taken") }
        return later
    }

    func seconds(of part: DayPart, _ slice: Slice?) -> (start: Int, end: Int) {
        let minutes = part.minutes
        let middle = (minutes.lowerBound + minutes.upperBound) / 2
        return switch slice {
        case .early?: (minutes.lowerBound * 60, middle * 60)
        case .late?: (middle * 60, minutes.upperBound * 60)
        default: (minutes.lowerBound * 60, minutes.upperBound * 60)
        }
    }

    func part(_ day: CivilDate, _ seconds: (start: Int, end: Int), zone: ZoneReference? = nil) -> ResolvedDraft {
        var draft = interval(day, seconds, zone)
        draft.statesClockTime = false
        return draft
    }
}
