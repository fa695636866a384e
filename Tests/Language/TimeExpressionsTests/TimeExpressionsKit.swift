import Domain
import Foundation
import Testing

@testable import TimeExpressions

/// An expression and how it must be understood: `kind local[..endLocal] [minutes] [rule] [?]`, the question mark for
/// ambiguous.
struct Row: Sendable, CustomTestStringConvertible {
    let text: String
    let expected: String

    init(_ text: String, _ expected: String) {
        self.text = text
        self.expected = expected
    }

    var testDescription: String { text }

    func check(now: String, zone: String, locale: String) {
        guard let parser = TimeExpressionParser.at(now, zone, locale), let zone = TimeZone(identifier: zone) else {
            Issue.record("bad clock or zone")
            return
        }
        let reading = parser.parse(text)
        #expect(reading.summary == expected)
        #expect(reading.zoneDisagreement(zone) == nil)
    }
}

extension TimeExpressionParser {
    static func at(_ now: String, _ zone: String, _ locale: String = "en-US") -> TimeExpressionParser? {
        guard let now = Timestamp(rfc3339: now), let zone = TimeZone(identifier: zone) else { return nil }
        return TimeExpressionParser(now: now, timeZone: zone, locale: locale)
    }
}

extension ParsedTime {
    var summary: String {
        var parts = [kind.rawValue]
        if let local { parts.append(endLocal.map { "\(local)..\($0)" } ?? local) }
        if let minutes { parts.append("\(minutes)min") }
        if let rrule { parts.append(rrule) }
        if ambiguous { parts.append("?") }
        return parts.joined(separator: " ")
    }

    /// Takes the instants apart once more, by Foundation's calendar instead of our arithmetic, and compares. Holds the
    /// other invariants of a reading too. `nil` when all is well.
    func zoneDisagreement(_ zone: TimeZone) -> String? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        for (local, utc, instant) in [(local, utc, startsAt), (endLocal, endUtc, endsAt)] {
            guard let local, let utc else { continue }
            guard let stamp = Timestamp(rfc3339: utc), stamp == instant else {
                return "\(utc) isn't \(String(describing: instant))"
            }
            let date = Date(timeIntervalSince1970: Double(stamp.milliseconds) / 1000)
            let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
            let shown =
                "\((parts.year ?? 0).padded(4))-\((parts.month ?? 0).padded(2))-\((parts.day ?? 0).padded(2))"
                + "T\((parts.hour ?? 0).padded(2)):\((parts.minute ?? 0).padded(2))"
            guard shown == local else { return "\(utc) is \(shown), not \(local)" }
        }
        if let startsAt, let endsAt, endsAt <= startsAt { return "ends before it starts" }
        let fitsKind =
            switch kind {
            case .instant: local != nil && utc != nil && endLocal == nil && rrule == nil
            case .date: local?.count == 10 && utc == nil && endLocal == nil && rrule == nil
            case .interval: local != nil && utc != nil && endLocal != nil && endUtc != nil && rrule == nil
            case .duration: minutes != nil && local == nil && utc == nil
            case .recurrence: rrule != nil && local != nil || ambiguous
            case .none: self == .none
            }
        return fitsKind && (!ambiguous || note != nil) ? nil : "not a proper \(kind): \(summary)"
    }
}
