import Domain
public import SpotterAPI

/// What was booked, in the local time zone.
public enum BookingFormatter {
    /// - Parameter rule: how often, in words; `nil` for a single event.
    public static func lines(_ made: EventResponse, rule: String?, time: LocalTime) -> [String] {
        let event = made.event
        let title = TerminalText.line(event.title)
        let place = event.location.map { ", \(TerminalText.line($0))" } ?? ""
        let often = rule.map { ", \($0), first" } ?? ""
        var lines = ["✓ \(title)\(often) \(time.dateTime(event.startsAt))–\(time.clock(event.endsAt))\(place)"]
        for skipped in made.skipped ?? [] {
            lines.append("  left out, since that time is taken: \(time.dateTime(skipped))")
        }
        return lines
    }
}
