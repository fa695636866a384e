public import Domain
public import Foundation

/// A time on the command line: RFC 3339, or a date, which means its start in the local time zone.
public enum TimeArgument {
    public static func parse(_ text: String, in zone: TimeZone = .current) -> Timestamp? {
        if let exact = Timestamp(rfc3339: text) { return exact }
        // Rejects dates that don't exist.
        guard text.utf8.count == 10, Timestamp(rfc3339: text + "T00:00:00Z") != nil else { return nil }
        let parts = text.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3 else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let components = DateComponents(year: parts[0], month: parts[1], day: parts[2])
        return calendar.date(from: components).map {
            Timestamp(milliseconds: Int64($0.timeIntervalSince1970 * 1000))
        }
    }
}
