import Domain
import Foundation

/// Times of a document, each in its zone.
struct ICalendarMoments {
    /// By the names that the document gives its zones.
    private let zones: [String: ICalendarZone]

    /// - Parameter document: a `VCALENDAR`.
    init(_ document: ICalendarComponent) {
        var zones: [String: ICalendarZone] = [:]
        for zone in document.components where zone.name == "VTIMEZONE" {
            guard let id = zone.first("TZID") else { continue }
            let found =
                zone.first("X-LIC-LOCATION").flatMap { LocalClock(identifier: $0.value.trimmed) }
                .map { .known($0) } ?? ICalendarZone(named: id.unescaped) ?? DescribedZone(zone).map { .described($0) }
            zones[id.value] = found
            zones[id.unescaped] = found
        }
        self.zones = zones
    }

    /// A time, and the zone on whose clock it is.
    /// - Throws: `CalendarObjectRefusal` for a day without a time, a time of nowhere, or an unknown zone.
    func moment(_ line: ICalendarLine) throws(CalendarObjectRefusal) -> (at: Timestamp, zone: ICalendarZone) {
        guard let moment = try moments(line).first else { throw .invalid("\(line.name) has no time.") }
        return moment
    }

    /// The times of a list, as in `EXDATE`.
    func moments(_ line: ICalendarLine) throws(CalendarObjectRefusal) -> [(at: Timestamp, zone: ICalendarZone)] {
        var found: [(at: Timestamp, zone: ICalendarZone)] = []
        for text in line.value.split(separator: ",").prefix(2_000) {
            guard let (day, second, isUTC) = RecurrenceRule.untilDay(String(text)) else {
                throw .invalid("\(line.name) can't be read.")
            }
            guard text.utf8.count > 8 else {
                throw .unsupported("Events of whole days aren't kept here; give a start and an end.")
            }
            let zone = isUTC ? ICalendarZone.known(.utc) : try zone(line)
            found.append((zone.instant(day, second: second), zone))
        }
        return found
    }

    private func zone(_ line: ICalendarLine) throws(CalendarObjectRefusal) -> ICalendarZone {
        guard let id = line.parameters["TZID"] else {
            throw .unsupported("\(line.name) must be in UTC or name its time zone.")
        }
        guard let zone = zones[id] ?? ICalendarZone(named: id) else {
            throw .unsupported("The time zone '\(id.prefix(64))' isn't known, nor does the document describe it.")
        }
        return zone
    }
}

/// A time zone of a document.
enum ICalendarZone {
    case known(LocalClock)
    /// One that this system doesn't know by its name.
    case described(DescribedZone)

    /// The zone of IANA's name, which may stand at the end of a longer one, or of the name that Windows has for it:
    /// `/citadel.org/2026/Europe/Stockholm`, `W. Europe Standard Time`, `tzone://Microsoft/Utc`.
    init?(named id: String) {
        let parts = id.split(separator: "/")
        for count in [parts.count, 3, 2, 1] where count <= parts.count {
            let name = parts.suffix(count).joined(separator: "/").trimmed
            if let clock = LocalClock(identifier: name)
                ?? WindowsZones.zone(named: name).flatMap({ LocalClock(identifier: $0) })
            {
                self = .known(clock)
                return
            }
        }
        return nil
    }

    func instant(_ day: LocalDay, second: Int) -> Timestamp {
        switch self {
        case .known(let clock): clock.instant(day, second: second).instant
        case .described(let zone): zone.instant(day, second: second)
        }
    }

    /// The clock of a zone that this system knows, for what recurs from an instant on; `nil` if none reads the same.
    func clock(from start: Timestamp) -> LocalClock? {
        switch self {
        case .known(let clock): clock
        case .described(let zone): zone.known(from: start)
        }
    }
}
