import Domain
import Foundation

/// The order of day and month in an export. It follows the phone's region, which the file doesn't contain.
enum DateOrder: Sendable, Hashable {
    case dayFirst, monthFirst

    /// Determined by dates that are only valid in one order; otherwise by the locale; otherwise by the order in which
    /// the dates ascend, if only one does.
    static func detect(in entries: [WhatsAppEntry], locale: String?) throws(ImportFailure) -> DateOrder {
        let open = entries.filter { !$0.header.isYearFirst }
        let dayFirst = open.first { ($0.header.date.first ?? 0) > 12 }
        let monthFirst = open.first { $0.header.date.dropFirst().first ?? 0 > 12 }
        switch (dayFirst, monthFirst) {
        case (.some, nil): return .dayFirst
        case (nil, .some): return .monthFirst
        case (let day?, let month?):
            throw ImportFailure(
                line: max(day.line, month.line),
                "the date here contradicts that on line \(min(day.line, month.line)): one has the day first, the other "
                    + "the month"
            )
        case (nil, nil): break
        }
        if let locale { return Self.order(of: locale) }
        let fitting = [DateOrder.dayFirst, .monthFirst].filter { $0.isAscending(open) }
        if open.isEmpty { return .dayFirst }
        guard fitting.count == 1, let order = fitting.first else {
            throw ImportFailure(
                line: open.first?.line,
                "the dates of this export can be read as day/month or month/day; say which, with the locale en-GB or "
                    + "en-US"
            )
        }
        return order
    }

    /// Month first only in the regions that write dates so.
    private static func order(of locale: String) -> DateOrder {
        let region = Locale(identifier: locale).region?.identifier
        return ["US", "PH", "PW", "FM", "MH", "GU", "AS", "PR", "VI", "UM"].contains(region) ? .monthFirst : .dayFirst
    }

    private func isAscending(_ entries: [WhatsAppEntry]) -> Bool {
        var latest = (0, 0, 0)
        for entry in entries {
            guard let date = calendarDate(entry.header) else { return false }
            if date < latest { return false }
            latest = date
        }
        return true
    }

    /// Year, month and day, which may not be an existing date.
    func calendarDate(_ header: WhatsAppHeader) -> (year: Int, month: Int, day: Int)? {
        guard header.date.count == 3 else { return nil }
        let (first, second, third) = (header.date[0], header.date[1], header.date[2])
        if header.isYearFirst { return (first, second, third) }
        let year = third < 100 ? 2000 + third : third
        return self == .dayFirst ? (year, second, first) : (year, first, second)
    }
}

/// Converts the local times of a phone to instants.
struct LocalTimeConverter {
    let zone: TimeZone
    private var latest = Timestamp.earliest

    init(zone: TimeZone) { self.zone = zone }

    /// If a local time occurs twice, the first instant, unless it is before the previous message. If it is skipped, the
    /// instant is later by the skipped time.
    /// - Parameter wall: the local time as if it were UTC.
    mutating func instant(of localTime: Timestamp) -> Timestamp {
        let offsets = [-86_400, 86_400].map { offset(at: localTime.adding(seconds: $0)) }
        let candidates = offsets.map { localTime.adding(seconds: -$0) }
        let valid = zip(candidates, offsets).filter { offset(at: $0) == $1 }.map(\.0).sorted()
        let instant = valid.first { $0 >= latest } ?? valid.first ?? candidates[0]
        latest = instant
        return instant
    }

    private func offset(at instant: Timestamp) -> Int64 {
        Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)))
    }
}
