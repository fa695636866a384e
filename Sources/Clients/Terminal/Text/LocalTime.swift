public import Domain
public import Foundation

/// Formats instants for people, in one time zone.
public struct LocalTime: Sendable {
    private let calendar: Calendar

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    public init(_ zone: TimeZone = .current) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        self.calendar = calendar
    }

    public var zone: TimeZone { calendar.timeZone }

    private func parts(_ instant: Timestamp) -> DateComponents {
        let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
        return calendar.dateComponents([.year, .month, .day, .weekday, .hour, .minute], from: date)
    }

    /// `09:15`
    public func clock(_ instant: Timestamp) -> String {
        let parts = parts(instant)
        return "\(Self.twoDigits(parts.hour)):\(Self.twoDigits(parts.minute))"
    }

    /// Minutes since midnight.
    func minuteOfDay(_ instant: Timestamp) -> Int {
        let parts = parts(instant)
        return (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
    }

    /// `Wed 11 Mar 2026`
    public func day(_ instant: Timestamp) -> String {
        let parts = parts(instant)
        let day = Self.name(Self.days, parts.weekday)
        return "\(day) \(parts.day ?? 0) \(Self.name(Self.months, parts.month)) \(parts.year ?? 0)"
    }

    /// `Wed 11 Mar 2026 09:15`
    public func dateTime(_ instant: Timestamp) -> String { "\(day(instant)) \(clock(instant))" }

    /// The time if it's today, otherwise the day. For lists.
    public func compact(_ instant: Timestamp, now: Timestamp) -> String {
        day(instant) == day(now) ? clock(instant) : day(instant)
    }

    private static func twoDigits(_ value: Int?) -> String {
        let text = String(value ?? 0)
        return text.count < 2 ? "0" + text : text
    }

    private static func name(_ names: [String], _ ordinal: Int?) -> String {
        guard let ordinal, names.indices.contains(ordinal - 1) else { return "?" }
        return names[ordinal - 1]
    }
}
