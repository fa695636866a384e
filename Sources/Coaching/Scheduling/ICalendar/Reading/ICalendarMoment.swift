import Domain
import Foundation

/// Times of a document, each in its zone.
struct ICalendarMoments {
    /// By the names that the document gives its zones.
    private let zones: [String: LocalClock]

    /// - Parameter document: a `VCALENDAR`.
    init(_ document: ICalendarComponent) {
        var zones: [String: LocalClock] = [:]
        for zone in document.components where zone.name == "VTIMEZONE" {
            guard let id = zone.first("TZID")?.value else { continue }
            zones[id] = zone.first("X-LIC-LOCATION").flatMap { LocalClock(identifier: $0.value) } ?? Self.known(id)
        }
        self.zones = zones
    }

    /// A time, and the zone on whose clock it is.
    /// - Throws: `CalendarObjectRefusal` for a day without a time, a time of nowhere, or an unknown zone.
    func moment(_ line: ICalendarLine) throws(CalendarObjectRefusal) -> (at: Timestamp, clock: LocalClock) {
        guard let moment = try moments(line).first else { throw .invalid("\(line.name) has no time.") }
        return moment
    }

    /// The times of a list, as in `EXDATE`.
    func moments(_ line: ICalendarLine) throws(CalendarObjectRefusal) -> [(at: Timestamp, clock: LocalClock)] {
        var found: [(at: Timestamp, clock: LocalClock)] = []
        for text in line.value.split(separator: ",").prefix(2_000) {
            guard let (day, second, isUTC) = RecurrenceRule.untilDay(String(text)) else {
                throw .invalid("\(line.name) can't be read.")
            }
            guard text.utf8.count > 8 else {
                throw .unsupported("Events of whole days aren't kept here; give a start and an end.")
            }
            let clock = isUTC ? LocalClock.utc : try clock(line)
            found.append((clock.instant(day, second: second).instant, clock))
        }
        return found
    }

    private func clock(_ line: ICalendarLine) throws(CalendarObjectRefusal) -> LocalClock {
        guard let id = line.parameters["TZID"] else {
            throw .unsupported("\(line.name) must be in UTC or name its time zone.")
        }
        guard let clock = zones[id] ?? Self.known(id) else {
            throw .unsupported("The time zone '\(id.prefix(64))' isn't known; use an IANA name.")
        }
        return clock
    }

    /// The zone of an IANA name, which may stand at the end of a longer one: `/citadel.org/2026/Europe/Stockholm`.
    private static func known(_ id: String) -> LocalClock? {
        let parts = id.split(separator: "/")
        for count in [parts.count, 3, 2, 1] where count <= parts.count {
            let name = parts.suffix(count).joined(separator: "/")
            if let clock = LocalClock(identifier: name) { return clock }
        }
        return nil
    }
}
