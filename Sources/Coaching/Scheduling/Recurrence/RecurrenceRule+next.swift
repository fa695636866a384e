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
        hasMatch(on: day, anchor: anchor) && (positions.isEmpty || isAtPosition(day, anchor: anchor))
    }

    /// Whether the rule has a day, regardless of `BYSETPOS`.
    private func hasMatch(on day: LocalDay, anchor: LocalDay) -> Bool {
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
            return months % interval == 0 && isOnDay(day, date, anchor: start)
        case .yearly:
            // Days of the month or the week without a month are those of all months (RFC 5545 §3.3.10).
            let isMonth = !months.isEmpty || !monthDays.isEmpty || !weekdays.isEmpty || date.month == start.month
            return (date.year - start.year) % interval == 0 && isMonth && isOnDay(day, date, anchor: start)
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

    /// Whether a day has the day of the month and the weekday of a monthly or yearly rule.
    private func isOnDay(_ day: LocalDay, _ date: DateParts, anchor: DateParts) -> Bool {
        if monthDays.isEmpty, weekdays.isEmpty { return date.day == anchor.day }
        if !monthDays.isEmpty, !isMonthDay(date) { return false }
        guard !weekdays.isEmpty else { return true }
        let period = frequency == .yearly && months.isEmpty ? year(date) : month(day, date)
        let (fromStart, fromEnd) = (
            (day.number - period.lowerBound) / 7 + 1, -((period.upperBound - day.number) / 7 + 1)
        )
        return weekdays.contains { rule in
            rule.weekday == day.weekday && (rule.ordinal.map { $0 == fromStart || $0 == fromEnd } ?? true)
        }
    }

    /// `BYSETPOS`: whether the day is at one of these positions among the matching days of its period. No more of those
    /// are looked for than the farthest position has before it.
    private func isAtPosition(_ day: LocalDay, anchor: LocalDay) -> Bool {
        let date = day.date
        let period =
            switch frequency {
            case .minutely, .hourly, .daily, .weekly: day.number...day.number
            case .monthly: month(day, date)
            case .yearly: year(date)
            }
        func rank(_ days: some Sequence<Int>) -> Int {
            var rank = 1
            for number in days where hasMatch(on: LocalDay(number: number), anchor: anchor) {
                rank += 1
                if rank > Self.maxPosition { break }
            }
            return rank
        }
        let before = rank((period.lowerBound..<day.number).reversed())
        if positions.contains(before) { return true }
        return positions.contains(-rank((day.number + 1)..<(period.upperBound + 1)))
    }

    private func month(_ day: LocalDay, _ date: DateParts) -> ClosedRange<Int> {
        let first = day.number - date.day + 1
        return first...(first + CivilCalendar.days(inMonth: date.month, year: date.year) - 1)
    }

    private func year(_ date: DateParts) -> ClosedRange<Int> {
        let first = CivilCalendar.days(year: date.year, month: 1, day: 1)
        return first...CivilCalendar.days(year: date.year, month: 12, day: 31)
    }
}
