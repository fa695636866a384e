import Domain
import Foundation

/// The day and the month of a moment, in UTC.
struct UsageWindows: Sendable, Hashable {
    let day: Range<Timestamp>
    let month: Range<Timestamp>

    init(at now: Timestamp) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        func interval(_ unit: Calendar.Component) -> Range<Timestamp> {
            let date = Date(timeIntervalSince1970: Double(now.milliseconds) / 1000)
            guard let found = calendar.dateInterval(of: unit, for: date) else { return now..<now.adding(minutes: 1440) }
            let bounds = [found.start, found.end].map {
                Timestamp(milliseconds: Int64($0.timeIntervalSince1970) * 1000)
            }
            return bounds[0]..<max(bounds[0], bounds[1])
        }
        day = interval(.day)
        month = interval(.month)
    }
}
