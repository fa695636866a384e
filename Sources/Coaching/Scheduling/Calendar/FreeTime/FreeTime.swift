package import Domain

/// Finds free start times: within working hours, in the future, and overlapping nothing that is busy.
///
/// Starts are on half hours of the trainer's local time. A local time that doesn't exist (the hour skipped in spring)
/// is no start. A slot's length is elapsed time, so a slot never exceeds closing time when the clock goes back.
package struct FreeTime: Sendable {
    package let hours: WorkingHours
    package let clock: LocalClock
    package let busy: [Range<Timestamp>]

    static let stepMinutes = 30
    /// Maximum distance from the preferred time.
    static let maxDays = 30

    package init(hours: WorkingHours, clock: LocalClock, busy: [Range<Timestamp>]) {
        self.hours = hours
        self.clock = clock
        self.busy = busy
    }

    /// At most `count` free starts after `now`, nearest to the preferred time first. Of two equally near ones, the
    /// later is first.
    package func starts(count: Int, minutes: Int, near preferred: Timestamp, after now: Timestamp) -> [Timestamp] {
        let center = clock.local(max(preferred, now)).day
        var found: [Timestamp] = []
        for distance in 0...Self.maxDays {
            for day in distance == 0 ? [center] : [center.adding(days: distance), center.adding(days: -distance)] {
                found += starts(on: day, minutes: minutes).filter { $0 > now }
            }
            // Days further away can't be nearer than what was found within this distance.
            let reach = Int64(distance - 1) * 86_400_000
            guard found.filter({ Self.distance($0, preferred) <= reach }).count < count else { break }
        }
        found.sort {
            (Self.distance($0, preferred), -$0.milliseconds) < (Self.distance($1, preferred), -$1.milliseconds)
        }
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

    private static func distance(_ a: Timestamp, _ b: Timestamp) -> Int64 { abs(a.milliseconds(since: b)) }
}

extension FreeTime {
    /// The interval around the preferred time in which `starts` searches.
    static func window(around preferred: Timestamp, after now: Timestamp) -> (from: Timestamp, to: Timestamp) {
        let reach = Int64(maxDays + 2) * 86_400
        let center = max(preferred, now)
        return (max(center.adding(seconds: -reach), now), center.adding(seconds: reach))
    }
}
