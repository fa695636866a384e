import Domain

extension TimeResolver {
    func rules(_ zone: ZoneReference?, on date: CivilDate, second: Int, _ doubts: inout Doubts) -> ZoneRules {
        switch zone {
        case nil: return home
        case .named(let identifier)?: return ZoneRules(identifier) ?? home
        case .fixed(let seconds)?: return ZoneRules(secondsFromGMT: seconds) ?? home
        case .abbreviation(let identifier, let offset, let label)?:
            guard let rules = ZoneRules(identifier) else { return ZoneRules(secondsFromGMT: offset) ?? home }
            if rules.offset(at: date.days * 86_400 + second - offset) != offset {
                doubts.add("\(label) isn't in use on that day: taken as the wall clock of \(identifier)")
            }
            return rules
        }
    }

    /// A wall-clock time, `second` counted from midnight of `date` in `zone`; shown in the home zone.
    func point(_ date: CivilDate, second: Int, zone: ZoneReference? = nil, _ doubts: inout Doubts) -> Draft.Point {
        let rules = rules(zone, on: date, second: second, &doubts)
        let found = rules.instant(date, second: second)
        switch found.certainty {
        case .once: break
        case .gap(let minutes):
            doubts.add("the clocks go forward: this time doesn't exist on that day, \(minutes) minutes were added")
        case .fold: doubts.add("the clocks go back: this time comes twice on that day, the first is meant")
        }
        return point(found.instant)
    }

    func point(_ instant: Timestamp) -> Draft.Point {
        let local = home.local(instant)
        return Draft.Point(date: local.date, second: local.second, instant: instant)
    }

    /// Where a day begins. A day that begins later than midnight because of a change of clocks isn't doubtful.
    func startOfDay(_ date: CivilDate, isDateOnly: Bool = false) -> Draft.Point {
        var point = point(home.instant(date, second: 0).instant)
        point.isDateOnly = isDateOnly
        return point
    }

    /// Months and days by the wall clock, then hours as they pass.
    func point(after start: Draft.Point, _ length: TimeLength, sign: Int = 1) -> Draft.Point {
        var doubts = Doubts()
        return point(after: start, length, sign: sign, &doubts)
    }

    func point(after start: Draft.Point, _ length: TimeLength, sign: Int, _ doubts: inout Doubts) -> Draft.Point {
        let moved =
            length.isElapsed
            ? start
            : point(start.date.adding(months: sign * length.months) + sign * length.days, second: start.second, &doubts)
        guard length.seconds != 0 else { return moved }
        return point(moved.instant.adding(seconds: Int64(sign * length.seconds)))
    }

    /// The text form of a draft.
    func reading(of draft: Draft) -> TimeReading {
        for point in [draft.start, draft.end] {
            if let point, !point.isRepresentable { return .none }
        }
        if let start = draft.start, let end = draft.end, end.instant <= start.instant { return .none }
        let isDate = draft.start?.isDateOnly == true
        var reading = TimeReading(
            kind: draft.kind,
            minutes: draft.minutes,
            rrule: draft.rrule,
            ambiguous: draft.doubts.isAmbiguous,
            note: draft.doubts.note
        )
        reading.statesClockTime = draft.statesClockTime
        if let start = draft.start {
            reading.startsAt = start.instant
            reading.local = isDate ? start.date.text : start.localText
            reading.utc = isDate ? nil : start.utcText
        }
        if let end = draft.end {
            reading.endsAt = end.instant
            reading.endLocal = isDate ? nil : end.localText
            reading.endUtc = isDate ? nil : end.utcText
        }
        return reading
    }
}

extension Draft.Point {
    /// Four-digit years, and not clamped to the first or last instant of them.
    fileprivate var isRepresentable: Bool { date.isWritable && instant > .earliest && instant < .latest }

    /// `2026-03-17T09:30`
    fileprivate var localText: String {
        "\(date.text)T\((second / 3600).padded(2)):\((second / 60 % 60).padded(2))"
    }

    /// `2026-03-17T13:30:00Z`
    fileprivate var utcText: String { String(instant.description.prefix(19)) + "Z" }
}
