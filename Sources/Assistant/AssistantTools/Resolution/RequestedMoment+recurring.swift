import Domain
import Scheduling

extension RequestedMoment {
    /// What recurs by these words, with the clock time of `first` if they have none.
    ///
    /// It begins at `first` if that is one of its times, else at its own first time.
    static func recurring(
        _ words: String,
        from first: RequestedMoment,
        on clock: LocalClock,
        reading: (String) -> RequestedMoment
    ) -> RequestedMoment {
        guard case .at(let start, let length, _, _) = first else { return reading(words) }
        var read = reading(words)
        if case .onlyDay = read { read = reading("\(words) at \(clockTime(of: start, on: clock))") }
        guard case .at(let own, let minutes, let rule?, let doubts) = read else {
            if case .at = read { return .unclear(words.trimmed) }
            return read
        }
        let isOwn =
            RecurrenceRule(rule)?
            .occurrences(
                after: start.adding(milliseconds: -1),
                until: start,
                startingAt: own,
                clock: clock,
                max: 1
            )
            .instants.isEmpty == false
        return .at(isOwn ? start : own, minutes: minutes ?? length, recurrence: rule, doubts: doubts)
    }

    private static func clockTime(of instant: Timestamp, on clock: LocalClock) -> String {
        let minutes = clock.local(instant).second / 60
        return [minutes / 60, minutes % 60].map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
    }
}
