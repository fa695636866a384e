import Domain
import Foundation
import Retrieval
import Scheduling
import SpotterAPI

/// Events that recur: one proposal for all of them, which says what differs from one to the next.
extension ToolResolutionContext {
    /// So many exceptions are named, further ones counted.
    private static let maxNamed = 5

    /// - Parameter call: the first event.
    /// - Throws: `Open` if most of the times are taken.
    func series(
        _ call: ToolArguments.ScheduleCall,
        _ rule: String,
        _ person: KnownPerson?,
        _ doubts: [ProposalDoubt]
    ) throws -> ToolResolution {
        guard let recurrence = RecurrenceRule(rule) else {
            throw Open.missing(["time"], says(.cantRepeatEvent))
        }
        let preview = try preview(of: call, rule)
        let starts = preview.free
        guard let first = starts.first, preview.taken.count * 2 <= preview.starts.count else {
            throw tooMuchTaken(preview)
        }
        var call = call
        call.startsAt = preview.starts.first ?? first
        call.recurrence = rule
        call.leftOut = preview.taken.isEmpty ? nil : preview.taken.map(\.start)
        let moment = wording.moment(first, andIn: person?.timezone)
        let end = preview.goesOn ? "without an end" : "\(starts.count) times until \(wording.day(starts.last ?? first))"
        return .ready(
            .scheduleCall(call),
            summary: "\(call.title), \(recurrence.summary), \(end), first \(moment), \(call.durationMinutes) min",
            doubts: doubts + taken(preview) + skippedHours(starts) + clockChanges(starts, person)
                + (try outsideHours(of: starts, minutes: call.durationMinutes))
        )
    }

    private func preview(of call: ToolArguments.ScheduleCall, _ rule: String) throws -> SeriesPreview {
        let series = NewEventSeries(first: call.event, rrule: rule, zone: call.timezone)
        return try EventCalendar.previewSeries(series, by: actor, at: now, on: connection)
    }

    private func tooMuchTaken(_ preview: SeriesPreview) -> Open {
        let named = preview.taken.prefix(Self.maxNamed).map {
            says(.takenBy, ["moment": told.moment($0.start), "title": $0.title])
        }
        let values = [
            "count": "\(preview.taken.count)", "all": "\(preview.starts.count)",
            "taken": named.joined(separator: ", "),
        ]
        return .missing(["time"], says(.timesTaken, values))
    }

    // MARK: Doubts

    private func taken(_ preview: SeriesPreview) -> [ProposalDoubt] {
        limited(
            preview.taken.map { "\(wording.moment($0.start)) is taken by \"\($0.title)\", so that one is left out" },
            .taken,
            more: "more times are taken and left out"
        )
    }

    /// The local time that the clocks skip in spring.
    private func skippedHours(_ starts: [Timestamp]) -> [ProposalDoubt] {
        let times = starts.map { clock.local($0).second }
        let usual = Dictionary(grouping: times) { $0 }.max { $0.value.count < $1.value.count }?.key
        let others = zip(starts, times).filter { $0.1 != usual }.map(\.0)
        return limited(
            others.map { "one is at \(wording.moment($0)), since the clocks skip its hour" },
            .gap,
            more: "more are at another time"
        )
    }

    /// When the other person's time of day becomes another one, because their clocks change on another day or not at all.
    private func clockChanges(_ starts: [Timestamp], _ person: KnownPerson?) -> [ProposalDoubt] {
        guard let person, let zone = person.timezone, let there = LocalClock(identifier: zone) else { return [] }
        func difference(_ start: Timestamp) -> Int { Int(there.offset(start)) - Int(clock.offset(start)) }
        let changes = zip(starts, starts.dropFirst()).filter { difference($0) != difference($1) }.map(\.1)
        return limited(
            changes.map {
                "from \(wording.day($0)) on it's another time for \(person.name): \(wording.moment($0, andIn: zone))"
            },
            .clockChange,
            more: "more changes of their clock"
        )
    }

    private func outsideHours(of starts: [Timestamp], minutes: Int) throws -> [ProposalDoubt] {
        // Each of a week's days once.
        var weekdays: Set<Int> = []
        let days = starts.filter { weekdays.insert(clock.local($0).day.weekday).inserted }
        return try days.flatMap { try outsideHours($0, minutes: minutes) }
    }

    private func limited(_ texts: [String], _ kind: ProposalDoubt.Kind, more: String) -> [ProposalDoubt] {
        let named = texts.prefix(Self.maxNamed).map { ProposalDoubt(kind, $0) }
        let rest = texts.count - named.count
        return rest > 0 ? named + [ProposalDoubt(kind, "\(rest) \(more)")] : Array(named)
    }
}
