public import Domain
import Foundation

extension LocalTime {
    /// `Wed 11 Mar 09:15`; with the year if it isn't this one.
    public func moment(_ instant: Timestamp, now: Timestamp) -> String {
        let (day, today) = (day(instant), day(now))
        let year = day.suffix(5)
        return "\(today.hasSuffix(year) ? String(day.dropLast(5)) : day) \(clock(instant))"
    }

    /// The start of a day in this zone: 0 for today, 1 for tomorrow.
    public func startOfDay(_ offset: Int, now: Timestamp) -> Timestamp {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let today = calendar.startOfDay(for: Date(timeIntervalSince1970: Double(now.milliseconds) / 1000))
        let day = calendar.date(byAdding: .day, value: offset, to: today) ?? today
        return Timestamp(milliseconds: Int64(calendar.startOfDay(for: day).timeIntervalSince1970 * 1000))
    }
}
