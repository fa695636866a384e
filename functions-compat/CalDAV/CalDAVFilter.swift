import Domain
import Scheduling

/// What a `calendar-query` asks for: events in an interval, and by their UID. All of it must hold.
struct CalDAVFilter: Sendable {
    /// What an event touches, each of them; none if it may be at any time.
    private(set) var intervals: [Range<Timestamp>] = []
    /// What UIDs contain.
    private(set) var texts: [String] = []
    /// Whether it asks for what is never here.
    private(set) var isNothing = false

    /// - Returns: `nil` if it asks for anything else.
    init?(_ filter: XMLElement) {
        guard let calendar = filter.child("comp-filter") else { return }
        guard calendar.attributes["name"]?.uppercased() == "VCALENDAR",
            calendar.children.allSatisfy({ $0.name == "comp-filter" })
        else { return nil }
        for component in calendar.children {
            guard read(component) else { return nil }
        }
    }

    /// Whether an object is asked for.
    func includes(_ object: CalendarObject) -> Bool {
        intervals.allSatisfy { object.touches($0) } && texts.allSatisfy { object.uid.contains($0) }
    }

    private mutating func read(_ filter: XMLElement) -> Bool {
        let isAbsent = filter.child("is-not-defined") != nil
        // Nothing but events is here.
        guard filter.attributes["name"]?.uppercased() == "VEVENT" else {
            if !isAbsent { isNothing = true }
            return true
        }
        if isAbsent {
            isNothing = true
            return true
        }
        for part in filter.children {
            switch part.name {
            case "time-range":
                let (start, end) = (part.attributes["start"], part.attributes["end"])
                let from = start.map(CalDAVTime.instant) ?? .some(Timestamp(milliseconds: 0))
                let to = end.map(CalDAVTime.instant) ?? .some(.latest)
                guard let from, let to, from < to else { return false }
                intervals.append(from..<to)
            case "prop-filter" where part.attributes["name"]?.uppercased() == "UID":
                guard let match = part.child("text-match"), match.attributes["negate-condition"] != "yes" else {
                    return false
                }
                texts.append(match.text)
            default: return false
            }
        }
        return true
    }
}
