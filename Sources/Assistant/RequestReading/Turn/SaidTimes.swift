package import Domain
import Foundation
package import Scheduling
import TextReading
package import TimeExpressions

/// The times that follow from the user's words: days and clock times that were said, in whatever form, and distances from
/// events.
///
/// It checks a time that a model has worked out. It is wider than the parser, which may not know a form that the model
/// understands, but a time that has nothing to do with the words doesn't pass.
package struct SaidTimes: Sendable {
    private let readings: [ParsedTime]
    private let words: [String]
    private let clock: LocalClock
    private let now: Timestamp
    /// Minutes from midnight that numbers in the words can mean.
    private let clockTimes: Set<Int>
    package let lengths: Set<Int>

    package init(_ texts: [String], times: TimeExpressionParser, clock: LocalClock, now: Timestamp) {
        let found = texts.flatMap { text in times.find(in: text).map(\.reading) }
        readings = found
        words = texts.flatMap { TextWord.words(of: $0).map(\.folded) }
        self.clock = clock
        self.now = now
        clockTimes = SpokenNumbers.clockTimes(in: texts)
        lengths = Set(found.compactMap(\.durationMinutes)).union(SpokenNumbers.lengths(in: words))
    }

    package var isEmpty: Bool { readings.isEmpty && clockTimes.isEmpty && !words.contains(where: Self.isTimeWord) }
    /// Whether the words say this `RRULE`. At which time of its last day it ends doesn't matter.
    package func say(_ rule: String) -> Bool {
        let rule = Self.withoutEndTime(rule)
        return readings.contains { $0.rrule.map(Self.withoutEndTime) == rule }
    }

    private static func withoutEndTime(_ rule: String) -> [Substring] {
        rule.split(separator: ";").map { $0.hasPrefix("UNTIL=") ? $0.prefix("UNTIL=20260101".count) : $0 }
    }

    /// Whether a start at this instant follows from the words.
    /// - Parameters:
    ///   - zones: other zones in which the words may be meant.
    ///   - anchors: the times of the events that the words name.
    ///   - moved: the start of the event that is moved, whose day or clock time stays unless another one is said.
    package func cover(
        _ start: Timestamp,
        in zones: [LocalClock] = [],
        anchors: [Timestamp] = [],
        moved: Timestamp? = nil
    )
        -> Bool
    {
        if readings.contains(where: { isNear($0.startsAt, start) && $0.statesClockTime }) { return true }
        if isRelative, isNear(anchors + (moved.map { [$0] } ?? []), start) { return true }
        guard !isEmpty else { return false }
        return ([clock] + zones).contains { clock in
            saysClockTime(of: start, on: clock, keeping: moved) && saysDay(of: start, on: clock, keeping: moved)
        }
    }

    /// Whether the words name the day of an event, or its clock time; `nil` if they name no time at all.
    package func name(_ event: Timestamp) -> Bool? {
        let dated = readings.filter { $0.kind != .duration }
        guard !dated.isEmpty || words.contains(where: Self.isTimeWord) else { return nil }
        if dated.contains(where: { isIn($0, event) }) { return true }
        let minute = clock.local(event).second / 60
        let isDay = saysWeekday(of: event, on: clock) || saysNearDay(of: event, on: clock)
        guard clockTimes.isEmpty else { return isDay || clockTimes.contains(minute) }
        return isDay
    }

    // MARK: Clock time

    private func saysClockTime(of start: Timestamp, on clock: LocalClock, keeping moved: Timestamp?) -> Bool {
        let minute = clock.local(start).second / 60
        if clockTimes.contains(minute) || readings.contains(where: { $0.statesClockTime && Self.minute($0) == minute })
        {
            return true
        }
        if words.contains(where: { Self.parts[$0]?.contains(minute) ?? false }) { return true }
        if let moved, clock.local(moved).second / 60 == minute, !saysAnyClockTime || words.contains("same") {
            return true
        }
        // "A free hour this week", "sometime on Friday".
        return words.contains { Self.freely.contains($0) }
    }

    private var saysAnyClockTime: Bool { readings.contains(where: \.statesClockTime) }

    private static func minute(_ reading: ParsedTime) -> Int? {
        guard let time = reading.local?.split(separator: "T").dropFirst().first else { return nil }
        let parts = time.split(separator: ":").compactMap { Int($0) }
        return parts.count >= 2 ? parts[0] * 60 + parts[1] : nil
    }

    // MARK: Day

    private func saysDay(of start: Timestamp, on clock: LocalClock, keeping moved: Timestamp?) -> Bool {
        if readings.contains(where: { isIn($0, start) }) { return true }
        if saysWeekday(of: start, on: clock) || saysNearDay(of: start, on: clock) { return true }
        let (day, today) = (clock.local(start).day.number, clock.local(now).day.number)
        if let moved, clock.local(moved).day.number == day { return true }
        guard !saysAnyDay else { return false }
        return day == today || day == today + 1
    }

    package var saysAnyDay: Bool {
        words.contains {
            Self.weekdays[$0] != nil || Self.nearDays[$0] != nil || Self.months.contains($0) || Self.spans[$0] != nil
        }
            || readings.contains { $0.kind == .date || $0.kind == .interval && !$0.statesClockTime }
    }

    private func isIn(_ reading: ParsedTime, _ instant: Timestamp) -> Bool {
        guard let from = reading.startsAt else { return false }
        let to = reading.endsAt ?? from
        let (start, end) = (clock.local(from).day.number, clock.local(max(from, to.adding(seconds: -1))).day.number)
        return (start...max(start, end)).contains(clock.local(instant).day.number)
    }

    private func saysWeekday(of instant: Timestamp, on clock: LocalClock) -> Bool {
        let day = clock.local(instant).day
        return words.contains { Self.weekdays[$0] == day.weekday }
            && abs(day.number - clock.local(now).day.number) <= 15
            || words.contains(String(day.date.day)) && words.contains(where: Self.months.contains)
            || Self.ordinals(of: day.date.day).contains(where: words.contains)
            || words.contains(where: Self.holidays.contains)
    }

    private func saysNearDay(of instant: Timestamp, on clock: LocalClock) -> Bool {
        let distance = clock.local(instant).day.number - clock.local(now).day.number
        return words.contains { word in
            Self.nearDays[word] == distance || Self.spans[word].map { (0...$0).contains(distance) } ?? false
        }
    }

    private static func ordinals(of day: Int) -> [String] {
        ["\(day)st", "\(day)nd", "\(day)rd", "\(day)th"]
    }

    // MARK: Relations

    private var isRelative: Bool { words.contains { Self.relations.contains($0) } }

    private func isNear(_ said: Timestamp?, _ start: Timestamp) -> Bool {
        said.map { abs($0.milliseconds(since: start)) <= 120_000 } ?? false
    }

    /// At the distance that was said; within two hours if none was.
    private func isNear(_ anchors: [Timestamp], _ start: Timestamp) -> Bool {
        anchors.contains { anchor in
            let minutes = Int(abs(anchor.milliseconds(since: start)) / 60_000)
            if minutes == 0 || lengths.contains(minutes) { return true }
            let days = lengths.contains { $0 >= 1440 && $0 % 1440 == 0 && abs(minutes - $0) <= 61 }
            return days || lengths.isEmpty && minutes <= 120
        }
    }

    // MARK: Words

    package static func isTimeWord(_ word: String) -> Bool {
        weekdays[word] != nil || nearDays[word] != nil || spans[word] != nil || parts[word] != nil
            || months.contains(word)
            || holidays.contains(word)
    }

    private static let relations = TurnWords.of("time relation")
    private static let freely = TurnWords.of("time free")
    private static let months = TurnWords.of("month")
    private static let holidays = TurnWords.of("holiday")
    private static let weekdays = TurnWords.numbers("weekday")
    /// Days from today.
    private static let nearDays = TurnWords.numbers("days ahead")
    private static let spans = TurnWords.numbers("days within")
    /// Parts of the day, in minutes from midnight.
    private static let parts = TurnWords.meanings("minutes").compactMapValues { text -> ClosedRange<Int>? in
        let ends = text.split(separator: "-").compactMap { Int($0) }
        guard ends.count == 2, ends[0] <= ends[1] else { return nil }
        return ends[0]...ends[1]
    }
}
