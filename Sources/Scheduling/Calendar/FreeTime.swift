package import Domain

/// Finds starts that are free: in working hours, in the future, next to nothing that is busy.
///
/// Starts lie on half hours of the trainer's own clock. A start that the clock never shows (the hour skipped in spring)
/// is no start, and a slot's length is real time, so that it never runs past closing time when the clock goes back.
package struct FreeTime: Sendable {
    package let hours: WorkingHours
    package let clock: LocalClock
    package let busy: [Range<Timestamp>]

    static let stepMinutes = 30
    /// How far from the wish is still an answer.
    static let mostDays = 30

    package init(hours: WorkingHours, clock: LocalClock, busy: [Range<Timestamp>]) {
        self.hours = hours
        self.clock = clock
        self.busy = busy
    }

    /// At most `count` free starts after `now`, nearest to the wish first; of two as near, the later one first.
    package func starts(count: Int, minutes: Int, near wish: Timestamp, after now: Timestamp) -> [Timestamp] {
        let center = clock.local(max(wish, now)).day
        var found: [Timestamp] = []
        for distance in 0...Self.mostDays {
            for day in distance == 0 ? [center] : [center.adding(days: distance), center.adding(days: -distance)] {
                found += starts(on: day, minutes: minutes).filter { $0 > now }
            }
            // A day further away can't be nearer than what lies within this one.
            let reach = Int64(distance - 1) * 86_400_000
            guard found.filter({ Self.gap($0, wish) <= reach }).count < count else { break }
        }
        found.sort { (Self.gap($0, wish), -$0.milliseconds) < (Self.gap($1, wish), -$1.milliseconds) }
        return Array(found.prefix(count))
    }

    private func starts(on day: LocalDay, minutes: Int) -> [Timestamp] {
        hours.spans(onWeekday: day.weekday).flatMap { span -> [Timestamp] in
            let first = (span.lowerBound + Self.stepMinutes - 1) / Self.stepMinutes * Self.stepMinutes
            let closes = clock.instant(day, second: span.upperBound * 60).instant
            return stride(from: first, to: span.upperBound, by: Self.stepMinutes).compactMap { minute -> Timestamp? in
                let (start, exists) = clock.instant(day, second: minute * 60)
                let end = start.adding(minutes: Int64(minutes))
                guard exists, end <= closes, !busy.contains(where: { $0.lowerBound < end && start < $0.upperBound })
                else { return nil }
                return start
            }
        }
    }

    private static func gap(_ a: Timestamp, _ b: Timestamp) -> Int64 { abs(a.milliseconds(since: b)) }
}

extension FreeTime {
    /// The interval in which `starts` may look around a wish.
    static func window(around wish: Timestamp, after now: Timestamp) -> (from: Timestamp, to: Timestamp) {
        let reach = Int64(mostDays + 2) * 86_400
        let center = max(wish, now)
        return (max(center.adding(seconds: -reach), now), center.adding(seconds: reach))
    }
}
