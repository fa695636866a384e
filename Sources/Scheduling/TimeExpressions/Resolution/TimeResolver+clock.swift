import Domain

extension ClockTime {
    /// Seconds from the day's midnight: by its half, by the part of the day, or by convention
    /// (1 to 6 afternoon, 7 to 11 morning, 12 noon). May lie beyond the day.
    var second: Int { (resolvedHour * 60 + minute + shift) * 60 }

    private var resolvedHour: Int {
        switch half {
        case .am: hour % 12
        case .pm: hour % 12 + 12
        case .exact: hour
        case .open: part.map { hour(in: $0) } ?? (hour < 7 ? hour + 12 : hour)
        }
    }

    private func hour(in part: DayPart) -> Int {
        switch part {
        case .morning: hour % 12
        case .lunchtime: hour < 11 ? hour + 12 : hour
        case .afternoon: hour % 12 + 12
        // Twelve in the evening is midnight.
        case .evening: hour == 12 ? 24 : hour + 12
        // Of the small hours that follow the day.
        case .night: hour == 12 ? 24 : hour < 5 ? hour + 24 : hour + 12
        }
    }

    /// An hour in the morning by convention only, which the evening has too.
    var canBeEvening: Bool { half == .open && part == nil && (7...11).contains(hour) }

    var inEvening: ClockTime {
        var copy = self
        copy.half = .pm
        return copy
    }
}

extension TimeResolver {
    private static let pastNote = "that time is past today: the next one was taken"

    /// A clock time without a day: today's, or the next sensible one.
    func nextTime(_ time: ClockTime, _ zone: ZoneReference?) -> Draft? {
        var draft = Draft(kind: .instant, statesClockTime: true)
        let day = self.today(in: zone)
        // "3 at night": the small hours of today, if they aren't over.
        var seconds = [time.second]
        if time.half == .open, time.part == .night, time.second >= 86_400, time.hour < 5 {
            seconds = [time.second - 86_400, time.second]
        }
        for second in seconds {
            var doubts = Doubts()
            let point = point(day, second: second, zone: zone, &doubts)
            if point.instant >= now {
                (draft.start, draft.doubts) = (point, doubts)
                return draft
            }
        }
        var doubts = Doubts()
        if time.canBeEvening {
            let evening = point(day, second: time.inEvening.second, zone: zone, &doubts)
            if evening.instant >= now {
                doubts.add(Self.pastNote)
                (draft.start, draft.doubts) = (evening, doubts)
                return draft
            }
        }
        doubts = Doubts()
        draft.start = point(day + 1, second: time.second, zone: zone, &doubts)
        // "8am" is past as well, but can't be anything else than tomorrow's.
        if time.half == .open, time.part == nil { doubts.add(Self.pastNote) } else { doubts.remark(Self.pastNote) }
        draft.doubts = doubts
        return draft
    }

    private func today(in zone: ZoneReference?) -> CivilDate {
        var doubts = Doubts()
        return zone.map { rules($0, on: today, second: clock, &doubts).local(now).date } ?? today
    }

    /// The seconds of a range's ends: the end is the first such time after the start.
    func seconds(_ first: ClockTime, _ last: ClockTime) -> (start: Int, end: Int) {
        var first = first
        if first.half == .open, first.part == nil, last.half == .am || last.half == .pm {
            // "3 to 4pm" is an afternoon; "11 to 1pm" begins in the morning.
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

    func nextRange(_ first: ClockTime, _ last: ClockTime, _ zone: ZoneReference?) -> Draft? {
        let ends = seconds(first, last)
        let day = self.today(in: zone)
        var draft = interval(day, ends, zone)
        guard let start = draft.start, start.instant < now else { return draft }
        if first.canBeEvening, last.half == .open, ends.end <= 43_200 {
            draft = interval(day, (ends.start + 43_200, ends.end + 43_200), zone)
            if let start = draft.start, start.instant >= now {
                draft.doubts.add(Self.pastNote)
                return draft
            }
        }
        draft = interval(day + 1, ends, zone)
        if first.half == .open, first.part == nil {
            draft.doubts.add(Self.pastNote)
        } else {
            draft.doubts.remark(Self.pastNote)
        }
        return draft
    }

    func interval(_ day: CivilDate, _ seconds: (start: Int, end: Int), _ zone: ZoneReference?) -> Draft {
        var doubts = Doubts()
        let start = point(day, second: seconds.start, zone: zone, &doubts)
        var end = point(day, second: seconds.end, zone: zone, &doubts)
        // A start that was moved out of a gap takes its end along.
        if end.instant <= start.instant {
            end = point(start.instant.adding(seconds: Int64(seconds.end - seconds.start)))
        }
        return Draft(kind: .interval, start: start, end: end, statesClockTime: true, doubts: doubts)
    }

    /// A part of the day without a day: today's if it's still ahead, else tomorrow's.
    func nextPart(_ part: DayPart, _ slice: Slice?) -> Draft? {
        let seconds = seconds(of: part, slice)
        let draft = self.part(today, seconds)
        guard let start = draft.start, let end = draft.end, start.instant < now else { return draft }
        var later = self.part(today + 1, seconds)
        if end.instant > now { later.doubts.add("today's has begun: tomorrow's was taken") }
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

    func part(_ day: CivilDate, _ seconds: (start: Int, end: Int), zone: ZoneReference? = nil) -> Draft {
        var draft = interval(day, seconds, zone)
        draft.statesClockTime = false
        return draft
    }
}
