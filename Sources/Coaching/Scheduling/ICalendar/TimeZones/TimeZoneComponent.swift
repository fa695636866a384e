import Domain
import Foundation

/// A `VTIMEZONE` (RFC 5545 §3.6.5): a zone's offsets over some years, each change written out.
struct TimeZoneComponent {
    let clock: LocalClock
    let from: Timestamp
    let to: Timestamp

    func write(to lines: inout ContentLines) {
        lines.add("BEGIN", "VTIMEZONE")
        lines.add("TZID", clock.timeZone.identifier)
        var before = clock.offset(from)
        writeObservance(at: from, from: before, to: before, &lines)
        for change in changes() {
            let after = clock.offset(change)
            writeObservance(at: change, from: before, to: after, &lines)
            before = after
        }
        lines.add("END", "VTIMEZONE")
    }

    /// The instants at which the offset changes.
    private func changes() -> [Timestamp] {
        var changes: [Timestamp] = []
        var date = Date(timeIntervalSince1970: Double(from.milliseconds) / 1000)
        while changes.count < 400, let next = clock.timeZone.nextDaylightSavingTimeTransition(after: date), next > date
        {
            let instant = Timestamp(milliseconds: Int64((next.timeIntervalSince1970 * 1000).rounded()))
            guard instant <= to else { break }
            changes.append(instant)
            date = next
        }
        return changes
    }

    private func writeObservance(at instant: Timestamp, from before: Int, to after: Int, _ lines: inout ContentLines) {
        let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
        let kind = clock.timeZone.isDaylightSavingTime(for: date) ? "DAYLIGHT" : "STANDARD"
        lines.add("BEGIN", kind)
        // The local time of a change is told by the offset before it.
        lines.add("DTSTART", ICalendarTime.local(instant.adding(seconds: Int64(before)), .utc))
        lines.add("TZOFFSETFROM", ICalendarTime.offset(before))
        lines.add("TZOFFSETTO", ICalendarTime.offset(after))
        lines.add("END", kind)
    }
}
