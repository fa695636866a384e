import Domain
import Foundation

extension TimeResolver {
    func rules(_ zone: ZoneReference?, on date: CivilDate, second: Int, _ ambiguity: inout Ambiguity) -> ZoneRules {
        switch zone {
        case nil: return home
        case .named(let identifier)?: return ZoneRules(identifier) ?? home
        case .fixed(let seconds)?: return ZoneRules(secondsFromGMT: seconds) ?? home
        case .person(nil)?: return home
        case .person(let owner?)?:
            if let ownerZone { return ZoneRules(zone: ownerZone) }
            ambiguity.add("\(owner.possessive) time zone isn't known here: taken as yours")
            return home
        case .abbreviation(let identifier, let offset, let label)?:
            guard let rules = ZoneRules(identifier) else { return ZoneRules(secondsFromGMT: offset) ?? home }
            if rules.offset(at: date.days * 86_400 + second - offset) != offset {
                ambiguity.add("\(label) isn't in use on that day: taken as the wall clock of \(identifier)")
            }
            return rules
        }
    }

    /// A local time, `second` counted from midnight of `date` in `zone`, converted to the home zone.
    func point(_ date: CivilDate, second: Int, zone: ZoneReference? = nil, _ ambiguity: inout Ambiguity)
        -> ResolvedDraft.Point
    {
        // "1:30am EST" names one of the two hours when the clocks go back.
        if case .abbreviation(let identifier, let offset, _)? = zone {
            let utc = date.days * 86_400 + second - offset
            if ZoneRules(identifier)?.offset(at: utc) == offset {
                return point(Timestamp(milliseconds: Int64(utc) * 1000))
            }
        }
        let rules = rules(zone, on: date, second: second, &ambiguity)
        let found = rules.instant(date, second: second)
        switch found.certainty {
        case .once: break
        case .gap(let minutes):
            let (asked, meant) = (Self.clockText(second), Self.clockText(second + minutes * 60))
            let place = place(of: zone)
            ambiguity.add(
                TimeDoubt(.gap, "Clocks go forward that night\(place): \(asked) doesn't exist, so \(meant) is meant")
            )
        case .fold:
            let (asked, place) = (Self.clockText(second), place(of: zone))
            ambiguity.add(
                TimeDoubt(.fold, "Clocks go back that night\(place): \(asked) comes twice, the first is meant")
            )
        }
        return point(found.instant)
    }

    /// ` in Stockholm`, if a zone was named.
    private func place(of zone: ZoneReference?) -> String {
        let identifier: String
        switch zone {
        case .named(let name)?, .abbreviation(let name, _, _)?: identifier = name
        case .person(.some)?:
            guard let ownerZone else { return "" }
            identifier = ownerZone.identifier
        default: return ""
        }
        return identifier.split(separator: "/").last.map { " in \($0.replacing("_", with: " "))" } ?? ""
    }

    /// `02:30`, from seconds since a midnight.
    static func clockText(_ second: Int) -> String {
        let minute = second / 60
        return "\((minute / 60 % 24).padded(2)):\((minute % 60).padded(2))"
    }

    func point(_ instant: Timestamp) -> ResolvedDraft.Point {
        let local = home.local(instant)
        return ResolvedDraft.Point(date: local.date, second: local.second, instant: instant)
    }

    /// The start of a day. A start after midnight because of a clock change isn't ambiguous.
    func startOfDay(_ date: CivilDate, isDateOnly: Bool = false) -> ResolvedDraft.Point {
        var point = point(home.instant(date, second: 0).instant)
        point.isDateOnly = isDateOnly
        return point
    }

    /// Adds months and days in local time, then hours as elapsed time.
    func point(after start: ResolvedDraft.Point, _ length: TimeLength, sign: Int = 1) -> ResolvedDraft.Point {
        var ambiguity = Ambiguity()
        return point(after: start, length, sign: sign, &ambiguity)
    }

    func point(after start: ResolvedDraft.Point, _ length: TimeLength, sign: Int, _ ambiguity: inout Ambiguity)
        -> ResolvedDraft.Point
    {
        let moved =
            length.isElapsed
            ? start
            : point(
                start.date.adding(months: sign * length.months) + sign * length.days,
                second: start.second,
                &ambiguity
            )
        guard length.seconds != 0 else { return moved }
        return point(moved.instant.adding(seconds: Int64(sign * length.seconds)))
    }

    /// The draft as a result.
    func parsedTime(of draft: ResolvedDraft) -> ParsedTime {
        for point in [draft.start, draft.end] {
            if let point, !point.isRepresentable { return .none }
        }
        if let start = draft.start, let end = draft.end, end.instant <= start.instant { return .none }
        let isDate = draft.start?.isDateOnly == true
        var time = ParsedTime(
            kind: draft.kind,
            minutes: draft.minutes,
            rrule: draft.rrule,
            ambiguous: draft.ambiguity.isAmbiguous,
            note: draft.ambiguity.note
        )
        time.statesClockTime = draft.statesClockTime
        time.isWindow = draft.isWindow
        time.zoneOwner = draft.zoneOwner
        time.doubts = draft.ambiguity.doubts
        if let start = draft.start {
            time.startsAt = start.instant
            time.local = isDate ? start.date.text : start.localText
            time.utc = isDate ? nil : start.utcText
        }
        if let end = draft.end {
            time.endsAt = end.instant
            time.endLocal = isDate ? nil : end.localText
            time.endUtc = isDate ? nil : end.utcText
        }
        return time
    }
}

extension ResolvedDraft.Point {
    /// Whether the year has four digits and the instant wasn't clamped.
    fileprivate var isRepresentable: Bool { date.isWritable && instant > .earliest && instant < .latest }

    /// `2026-03-17T09:30`
    fileprivate var localText: String {
        "\(date.text)T\((second / 3600).padded(2)):\((second / 60 % 60).padded(2))"
    }

    /// `2026-03-17T13:30:00Z`
    fileprivate var utcText: String { String(instant.description.prefix(19)) + "Z" }
}
