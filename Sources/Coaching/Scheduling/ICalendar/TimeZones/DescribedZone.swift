import Domain
import Foundation

/// A time zone as a document describes it (RFC 5545 §3.6.5): from when on which offset holds.
///
/// Reads a zone once and keeps what it has worked out. Total: any component is a zone or none, and an offset takes time
/// that grows with the component.
final class DescribedZone {
    private struct Onset {
        let at: Timestamp
        let offset: Int
    }

    /// An observance that begins again in each year that its rule has.
    private struct Recurring {
        let rule: RecurrenceRule
        let first: LocalDay
        let second: Int
        let before: Int
        let offset: Int
        let until: Timestamp?
    }

    /// Begin once, in their order.
    private var single: [Onset] = []
    private var recurring: [Recurring] = []
    /// What holds before everything that is described.
    private var earliest = 0
    private var onsets: [Int: [Onset]] = [:]

    private static let maxObservances = 400
    private static let maxRecurring = 32
    /// A rule that has no onset in so many years has ended: that of 29 February comes after eight, around 1900.
    private static let maxYears = 8

    /// - Returns: `nil` unless it is a `VTIMEZONE` whose every observance can be read.
    init?(_ component: ICalendarComponent) {
        let observances = component.components.filter { ["STANDARD", "DAYLIGHT"].contains($0.name) }
        guard component.name == "VTIMEZONE", 1...Self.maxObservances ~= observances.count else { return nil }
        var first: (at: Timestamp, before: Int)?
        for observance in observances {
            guard let line = observance.first("DTSTART"), let start = RecurrenceRule.untilDay(line.value.trimmed),
                let before = Self.seconds(observance.first("TZOFFSETFROM")?.value),
                let offset = Self.seconds(observance.first("TZOFFSETTO")?.value)
            else { return nil }
            func instant(_ day: LocalDay, _ second: Int) -> Timestamp { Self.instant(day, second, before) }
            let begin = instant(start.day, start.second)
            single.append(Onset(at: begin, offset: offset))
            if first.map({ begin < $0.at }) ?? true { first = (begin, before) }
            for line in observance.all("RDATE") {
                for text in line.value.split(separator: ",") {
                    guard let date = RecurrenceRule.untilDay(String(text)) else { return nil }
                    single.append(Onset(at: instant(date.day, date.second), offset: offset))
                }
            }
            for line in observance.all("RRULE") {
                guard recurring.count < Self.maxRecurring, let rule = RecurrenceRule(line.value.trimmed),
                    rule.fitsEvents, rule.count == nil
                else { return nil }
                recurring.append(
                    Recurring(
                        rule: rule,
                        first: start.day,
                        second: start.second,
                        before: before,
                        offset: offset,
                        until: rule.end(LocalClock.utc)
                    )
                )
            }
        }
        guard single.count <= 10 * Self.maxObservances else { return nil }
        single.sort { $0.at < $1.at }
        earliest = first?.before ?? 0
    }

    /// Recurring changes of the clock are worked out for these years only, whatever a document asks.
    private static let years = 1970...2100

    /// Seconds east of Greenwich.
    func offset(_ instant: Timestamp) -> Int {
        var last = single.last { $0.at <= instant }
        let year = LocalClock.utc.local(instant).day.date.year
        for index in recurring.indices {
            guard let onset = onset(of: index, before: instant, year) else { continue }
            if last.map({ $0.at < onset.at }) ?? true { last = onset }
        }
        return last?.offset ?? earliest
    }

    /// The instant of a local time, as `LocalClock` tells it.
    func instant(_ day: LocalDay, second: Int) -> Timestamp {
        LocalClock.instant(day, second: second) { offset($0) }.instant
    }

    /// A zone of this system whose clocks read the same for some years from an instant on; `nil` if there is none.
    func known(from start: Timestamp) -> LocalClock? {
        let weeks = (0..<Self.comparedWeeks).map { start.adding(seconds: $0 * 7 * 86_400) }
        let year = LocalClock.utc.local(start).day.date.year
        let changes = recurring.indices.flatMap { index in (year...(year + 3)).flatMap { onsets(of: index, in: $0) } }
            .map(\.at).filter { $0 > start }
        let samples = (weeks + changes + changes.map { $0.adding(seconds: -1) }).map { ($0, offset($0)) }
        let known = (WindowsZones.zones + TimeZone.knownTimeZoneIdentifiers).lazy
            .compactMap { LocalClock(identifier: $0) }
            .first { clock in samples.allSatisfy { clock.offset($0.0) == $0.1 } }
        if let known { return known }
        // One offset all the time is a zone without a place.
        guard let fixed = samples.first?.1, samples.allSatisfy({ $0.1 == fixed }),
            let zone = TimeZone(secondsFromGMT: fixed), let clock = LocalClock(identifier: zone.identifier),
            clock.offset(start) == fixed
        else { return nil }
        return clock
    }

    private static let comparedWeeks: Int64 = 3 * 52

    // MARK: Onsets

    private func onset(of index: Int, before instant: Timestamp, _ year: Int) -> Onset? {
        let recurring = recurring[index]
        let last = recurring.until.map { min(instant, $0) } ?? instant
        let latest = min(year + 1, LocalClock.utc.local(last).day.date.year + 1, Self.years.upperBound)
        for year in stride(from: latest, through: latest - Self.maxYears - 1, by: -1) {
            guard year >= max(recurring.first.date.year, Self.years.lowerBound) else { return nil }
            if let onset = onsets(of: index, in: year).last(where: { $0.at <= last }) { return onset }
        }
        return nil
    }

    /// Those of a year, in their order.
    private func onsets(of index: Int, in year: Int) -> [Onset] {
        let key = year * Self.maxRecurring + index
        if let known = onsets[key] { return known }
        let (recurring, until) = (recurring[index], recurring[index].until)
        var found: [Onset] = []
        if let first = LocalDay(year: year, month: 1, day: 1), let last = LocalDay(year: year, month: 12, day: 31) {
            found = recurring.rule.days(in: first...last, anchor: recurring.first)
                .map { Onset(at: Self.instant($0, recurring.second, recurring.before), offset: recurring.offset) }
                .filter { onset in until.map { onset.at <= $0 } ?? true }
        }
        onsets[key] = found
        return found
    }

    /// The local time of an onset is told by the offset before it.
    private static func instant(_ day: LocalDay, _ second: Int, _ offset: Int) -> Timestamp {
        Timestamp(milliseconds: (Int64(day.number) * 86_400 + Int64(second) - Int64(offset)) * 1000)
    }

    /// `+0100` or `-023627`; `nil` for anything else.
    private static func seconds(_ text: String?) -> Int? {
        guard let match = text?.trimmed.wholeMatch(of: /([+-])(\d\d)(\d\d)(\d\d)?/), let hours = Int(match.2),
            let minutes = Int(match.3), let seconds = match.4.map({ Int($0) }) ?? 0, hours < 24, minutes < 60,
            seconds < 60
        else { return nil }
        return (match.1 == "-" ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds)
    }
}
