import Domain
import Foundation

/// A time zone's offsets, and the conversion from local time to instants.
struct ZoneRules {
    let zone: TimeZone

    enum Certainty: Equatable {
        case once
        /// The local time doesn't exist; this many minutes were added.
        case gap(minutes: Int)
        /// The local time occurs twice; this is the first occurrence.
        case fold
    }

    struct Local: Equatable {
        var date: CivilDate
        /// Seconds since midnight in local time.
        var second: Int
        var minute: Int { second / 60 }
    }

    func offset(at second: Int) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(second)))
    }

    func local(_ instant: Timestamp) -> Local {
        let utc = Int(instant.milliseconds).flooredDivision(by: 1000)
        let second = utc + offset(at: utc)
        let day = second.flooredDivision(by: 86_400)
        return Local(date: CivilDate(days: day), second: second - day * 86_400)
    }

    /// The instant of a local time. `second` counts from the date's midnight and may exceed the day.
    func instant(_ date: CivilDate, second: Int) -> (instant: Timestamp, certainty: Certainty) {
        let wall = date.days * 86_400 + second
        let before = offset(at: wall - 86_400)
        let after = offset(at: wall + 86_400)
        let fitting = Set([before, after]).map { wall - $0 }.filter { $0 + offset(at: $0) == wall }.sorted()
        if fitting.count > 1, let first = fitting.first { return (timestamp(first), .fold) }
        if let only = fitting.first { return (timestamp(only), .once) }
        return (timestamp(wall - before), .gap(minutes: (after - before) / 60))
    }

    private func timestamp(_ second: Int) -> Timestamp { Timestamp(milliseconds: Int64(second) * 1000) }
}

extension ZoneRules {
    init?(_ identifier: String) {
        guard let zone = TimeZone(identifier: identifier) else { return nil }
        self.init(zone: zone)
    }

    init?(secondsFromGMT seconds: Int) {
        guard let zone = TimeZone(secondsFromGMT: seconds) else { return nil }
        self.init(zone: zone)
    }
}
