import Domain
import Foundation

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
