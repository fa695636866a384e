import Domain
import Foundation

/// A time as a document writes it: a day, and the time of the day if it has one.
struct ICalendarMoment {
    let day: LocalDay
    /// From midnight on; 0 for a day alone.
    let second: Int
    let isDay: Bool
    let zone: ICalendarZone

    var at: Timestamp { zone.instant(day, second: second) }
}

/// Times of a document, each in its zone.
struct ICalendarMoments {
    private static let maxTimes = 2_000

    /// Of days, and of times that name no zone (RFC 5545 §3.3.5, form 1).
    let floating: LocalClock
    /// By the names that the document gives its zones.
    private let zones: [String: ICalendarZone]

    /// - Parameters:
    ///   - document: a `VCALENDAR`.
    ///   - floating: the owner's clock.
    init(_ document: ICalendarComponent, floating: LocalClock) {
        self.floating = floating
        var zones: [String: ICalendarZone] = [:]
        for zone in document.components where zone.name == "VTIMEZONE" {
            guard let id = zone.first("TZID") else { continue }
            let found =
                zone.first("X-LIC-LOCATION").flatMap { LocalClock(identifier: $0.value.trimmed) }
                .map { .known($0) } ?? ICalendarZone(named: Self.name(id.unescaped))
                ?? DescribedZone(zone).map { .described($0) }
            for name in [id.value, id.unescaped] { zones[Self.name(name)] = found }
        }
        self.zones = zones
    }

    /// Some write quotes around a name, or spaces, where it is described as well as where it is used.
    private static func name(_ id: String) -> String { id.replacing("\"", with: "").trimmed }

    /// The first time of a line, and the zone on whose clock it is.
    /// - Parameter zone: of a time that names none; the owner's if `nil`.
    /// - Throws: `CalendarObjectRefusal` for no time, or an unknown zone.
    func moment(
        _ line: ICalendarLine,
        floatingIn zone: ICalendarZone? = nil
    ) throws(CalendarObjectRefusal) -> ICalendarMoment {
        guard let moment = try moments(line, floatingIn: zone).first else {
            throw .invalid("\(line.name) has no time.")
        }
        return moment
    }

    /// The times of a list, as in `EXDATE`.
    func moments(
        _ line: ICalendarLine,
        floatingIn zone: ICalendarZone? = nil
    ) throws(CalendarObjectRefusal) -> [ICalendarMoment] {
        var found: [ICalendarMoment] = []
        let type = line.parameters["VALUE"]?.uppercased() ?? "DATE-TIME"
        guard type == "DATE" || type == "DATE-TIME" else {
            throw .unsupported("VALUE=\(type.prefix(32)) of \(line.name) isn't supported.")
        }
        let texts = line.values
        guard texts.count <= Self.maxTimes else {
            throw .unsupported("\(line.name) has more than \(Self.maxTimes) times.")
        }
        for text in texts {
            guard let (day, second, isUTC) = RecurrenceRule.untilDay(text.uppercased()) else {
                throw .invalid("\(line.name) can't be read: '\(text.prefix(32))'.")
            }
            if type == "DATE" || text.utf8.count == 8 {
                found.append(ICalendarMoment(day: day, second: 0, isDay: true, zone: .known(floating)))
            } else {
                let zone = isUTC ? .known(.utc) : try self.zone(line) ?? zone ?? .known(floating)
                found.append(ICalendarMoment(day: day, second: second, isDay: false, zone: zone))
            }
        }
        return found
    }

    /// - Returns: `nil` if the line names none.
    private func zone(_ line: ICalendarLine) throws(CalendarObjectRefusal) -> ICalendarZone? {
        guard let id = line.parameters["TZID"].map(Self.name), !id.isEmpty else { return nil }
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
    /// `/citadel.org/2026/Europe/Stockholm`, `W. Europe Standard Time`, `tzone://Microsoft/Utc`. In any case.
    init?(named id: String) {
        let parts = id.split(separator: "/")
        for count in [parts.count, 3, 2, 1] where count <= parts.count {
            let name = parts.suffix(count).joined(separator: "/").trimmed
            let known = [name, WindowsZones.zone(named: name), Self.byLowercaseName[name.lowercased()]]
            if let clock = known.lazy.compactMap({ $0 }).compactMap({ LocalClock(identifier: $0) }).first {
                self = .known(clock)
                return
            }
        }
        return nil
    }

    private static let byLowercaseName = Dictionary(
        TimeZone.knownTimeZoneIdentifiers.map { ($0.lowercased(), $0) }
    ) { first, _ in first }

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
