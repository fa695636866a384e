package import Domain
import Foundation

extension RecurrenceRule {
    /// How many days ahead to search: enough for every fourth 29 February.
    private static let maxDays = 366 * 41

    /// The first occurrence after an instant; `nil` if the rule has ended.
    package func next(after instant: Timestamp, startingAt anchor: Timestamp, clock: LocalClock) -> Timestamp? {
        if instant < anchor { return anchor }
        if let seconds = elapsedSeconds { return next(after: instant, startingAt: anchor, every: seconds, clock) }
        let start = clock.local(anchor)
        // COUNT requires counting from the anchor. Otherwise the search starts on the instant's day.
        var seen = 1
        let first = count == nil ? max(start.day, clock.local(instant).day) : start.day
        let last = max(first, clock.local(instant).day).adding(days: Self.maxDays)
        var day = first
        while day <= last {
            defer { day = day.adding(days: 1) }
            guard matches(day, anchor: start.day) else { continue }
            for second in seconds(anchor: start.second) {
                let occurrence = clock.instant(day, second: second).instant
                guard occurrence > anchor else { continue }
                seen += 1
                if let count, seen > count { return nil }
                if let end = end(clock), occurrence > end { return nil }
                if occurrence > instant { return occurrence }
            }
        }
        return nil
    }

    /// The first instant at or after `anchor`, at its time of the day, on a day that the rule has; `nil` if there is none.
    package func firstMatch(from anchor: Timestamp, clock: LocalClock) -> Timestamp? {
        let start = clock.local(anchor)
        for days in 0...Self.maxDays {
            let day = start.day.adding(days: days)
            guard matches(day, anchor: start.day) else { continue }
            let instant = clock.instant(day, second: start.second).instant
            guard instant >= anchor else { continue }
            return end(clock).map { instant > $0 } ?? false ? nil : instant
        }
        return nil
    }

    /// All occurrences after an instant, up to and including another, and whether there are more after those. Goes over
    /// the days once, from the instant's on, or from the first if a `COUNT` has it count; no further than to where a rule that
    /// matches at all would have matched. For rules of days only.
    package func occurrences(
        after instant: Timestamp,
        until last: Timestamp,
        startingAt anchor: Timestamp,
        clock: LocalClock,
        max: Int
    ) -> (instants: [Timestamp], hasMore: Bool) {
        let (start, end) = (clock.local(anchor), end(clock))
        var (instants, seen): ([Timestamp], Int) = ([], 0)
        // A day before, as an occurrence that the clocks skip is on the next day.
        var day = count == nil ? Swift.max(start.day, clock.local(instant).day.adding(days: -1)) : start.day
        let farthest = Swift.max(day, clock.local(last).day).adding(days: Self.maxDays)
        var lastDay = day.adding(days: Self.maxDays)
        while day <= lastDay, day <= farthest {
            defer { day = day.adding(days: 1) }
            guard day == start.day || matches(day, anchor: start.day) else { continue }
            lastDay = day.adding(days: Self.maxDays)
            let occurrence = day == start.day ? anchor : clock.instant(day, second: start.second).instant
            seen += 1
            if count.map({ seen > $0 }) ?? false || end.map({ occurrence > $0 }) ?? false { return (instants, false) }
            guard occurrence > instant else { continue }
            guard occurrence <= last, instants.count < max else { return (instants, true) }
            instants.append(occurrence)
        }
        return (instants, false)
    }

    private func next(
        after instant: Timestamp,
        startingAt anchor: Timestamp,
        every seconds: Int,
        _ clock: LocalClock
    ) -> Timestamp? {
        let step = Int64(seconds) * 1000
        let passed = instant.milliseconds(since: anchor) / step + 1
        if let count, passed >= Int64(count) { return nil }
        let next = anchor.adding(milliseconds: passed * step)
        if let end = end(clock), next > end { return nil }
        return next
    }

    func end(_ clock: LocalClock) -> Timestamp? {
        guard let until, let end = Self.untilDay(until) else { return nil }
        if end.isUTC { return LocalClock.utc.instant(end.day, second: end.second).instant }
        return clock.instant(end.day, second: end.second).instant
    }

    private func seconds(anchor: Int) -> [Int] {
        guard !hours.isEmpty || !minutes.isEmpty else { return [anchor] }
        let hours = hours.isEmpty ? [anchor / 3600] : hours
        let minutes = minutes.isEmpty ? [anchor / 60 % 60] : minutes
        return hours.flatMap { hour in minutes.map { hour * 3600 + $0 * 60 } }
    }

    // MARK: Days

    private func matches(_ day: LocalDay, anchor: LocalDay) -> Bool {
        let date = day.date
        let start = anchor.date
        if !months.isEmpty, !months.contains(date.month) { return false }
        switch frequency {
        case .minutely, .hourly: return false
        case .daily:
            return (day.number - anchor.number) % interval == 0
                && (monthDays.isEmpty || isMonthDay(date))
                && (weekdays.isEmpty || weekdays.contains { $0.weekday == day.weekday })
        case .weekly:
            let weeks = (firstOfWeek(day) - firstOfWeek(anchor)) / 7
            let days = weekdays.isEmpty ? [anchor.weekday] : weekdays.map(\.weekday)
            return weeks % interval == 0 && days.contains(day.weekday)
        case .monthly:
            let months = (date.year - start.year) * 12 + date.month - start.month
            guard months % interval == 0, isInMonth(day, anchor: start) else { return false }
            return positions.isEmpty || isAtPosition(day, anchor: start)
        case .yearly:
            guard (date.year - start.year) % interval == 0 else { return false }
            let isMonth = !months.isEmpty || date.month == start.month
            return isMonth && isInMonth(day, anchor: start)
        }
    }

    /// The number of the day on which a day's week begins.
    private func firstOfWeek(_ day: LocalDay) -> Int { day.number - (day.weekday - weekStart + 7) % 7 }

    /// The days of a rule within some, of which there should be few.
    func days(in range: ClosedRange<LocalDay>, anchor: LocalDay) -> [LocalDay] {
        (range.lowerBound.number...range.upperBound.number).map { LocalDay(number: $0) }
            .filter { $0 >= anchor && matches($0, anchor: anchor) }
    }

    private typealias DateParts = (year: Int, month: Int, day: Int)

    private func isMonthDay(_ date: DateParts) -> Bool {
        let length = CivilCalendar.days(inMonth: date.month, year: date.year)
        return monthDays.contains { $0 > 0 ? $0 == date.day : length + 1 + $0 == date.day }
    }

    private func isInMonth(_ day: LocalDay, anchor: DateParts) -> Bool {
        let date = day.date
        if monthDays.isEmpty, weekdays.isEmpty { return date.day == anchor.day }
        if !monthDays.isEmpty, !isMonthDay(date) { return false }
        guard !weekdays.isEmpty else { return true }
        let fromStart = (date.day - 1) / 7 + 1
        let fromEnd = -((CivilCalendar.days(inMonth: date.month, year: date.year) - date.day) / 7 + 1)
        return weekdays.contains { rule in
            rule.weekday == day.weekday && (rule.ordinal.map { $0 == fromStart || $0 == fromEnd } ?? true)
        }
    }

    /// `BYSETPOS`: whether the day is at one of these positions among the month's matching days.
    private func isAtPosition(_ day: LocalDay, anchor: DateParts) -> Bool {
        let date = day.date
        let first = day.adding(days: 1 - date.day)
        let length = CivilCalendar.days(inMonth: date.month, year: date.year)
        let days = (0..<length).map { first.adding(days: $0) }.filter { isInMonth($0, anchor: anchor) }
        guard let index = days.firstIndex(of: day) else { return false }
        return positions.contains { $0 == index + 1 || $0 == index - days.count }
    }
}
