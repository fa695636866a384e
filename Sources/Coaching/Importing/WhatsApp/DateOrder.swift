import Foundation

/// The order of day, month and year in an export. It follows the phone's region, which the file doesn't contain.
public enum DateOrder: String, Sendable, Codable, CaseIterable {
    case dayFirst = "dmy"
    case monthFirst = "mdy"
    case yearFirst = "ymd"

    /// Month first only in the regions that write dates so.
    init(locale: String) {
        let region = Locale(identifier: locale).region?.identifier
        self =
            ["US", "PH", "PW", "FM", "MH", "GU", "AS", "PR", "VI", "UM"].contains(region) ? .monthFirst : .dayFirst
    }

    /// For users, such as `day/month/year`.
    var description: String {
        switch self {
        case .dayFirst: "day/month/year"
        case .monthFirst: "month/day/year"
        case .yearFirst: "year/month/day"
        }
    }

    func fields(_ date: [Int]) -> (year: Int, month: Int, day: Int)? {
        guard date.count == 3 else { return nil }
        return switch self {
        case .dayFirst: (date[2], date[1], date[0])
        case .monthFirst: (date[2], date[0], date[1])
        case .yearFirst: (date[0], date[1], date[2])
        }
    }
}
