import Foundation
import ServerHarness

/// The resources that a server uses at one moment of a long run.
package struct SoakSample: Encodable, Sendable {
    package let seconds: Double
    package let residentBytes: Int
    package let anonymousBytes: Int
    package let descriptors: Int
    package let threads: Int
    package let walBytes: Int
    package let cpuSeconds: Double

    init(at seconds: Double, _ statistics: ProcessStatistics, folder: String) {
        self.seconds = seconds.rounded(places: 1)
        residentBytes = statistics.residentBytes ?? 0
        anonymousBytes = statistics.anonymousBytes ?? 0
        descriptors = statistics.descriptors
        threads = statistics.threads
        let wal = try? FileManager.default.attributesOfItem(atPath: "\(folder)/spotter.db-wal")
        walBytes = (wal?[.size] as? NSNumber)?.intValue ?? 0
        cpuSeconds = statistics.cpuSeconds
    }
}

/// The results of a long run.
package struct SoakReport: Encodable, Sendable {
    /// Changes per hour in the second half, when caches have been filled.
    package struct Slopes: Encodable, Sendable {
        package let residentBytes: Double?
        package let anonymousBytes: Double?
        package let descriptors: Double?
        package let threads: Double?
        package let walBytes: Double?
    }

    package let minutes: Double
    package let messagesPerSecond: Double
    package let deliveriesPerSecond: Double
    package let reconnections: Int
    package let p50Ms: Double?
    package let p99Ms: Double?
    package let p999Ms: Double?
    package let missing: Int
    package let duplicated: Int
    package let outOfOrder: Int
    package let failures: Int
    package let firstFailure: String?
    package let slopesPerHour: Slopes
    package let first: SoakSample?
    package let last: SoakSample?

    /// The keys of `--json`.
    private enum CodingKeys: String, CodingKey {
        case minutes, messagesPerSecond, deliveriesPerSecond, reconnections, p50Ms, p99Ms, p999Ms, missing
        case failures, firstFailure, slopesPerHour, first, last
        case duplicated = "doubled"
        case outOfOrder = "disordered"
    }
}

extension SoakReport.Slopes {
    init(_ samples: [SoakSample]) {
        let half = samples.suffix((samples.count + 1) / 2)
        func slope(_ figure: (SoakSample) -> Int) -> Double? {
            var trend = Trend()
            for sample in half { trend.add(at: sample.seconds, Double(figure(sample))) }
            return trend.slopePerHour?.rounded(places: 2)
        }
        self.init(
            residentBytes: slope(\.residentBytes),
            anonymousBytes: slope(\.anonymousBytes),
            descriptors: slope(\.descriptors),
            threads: slope(\.threads),
            walBytes: slope(\.walBytes)
        )
    }
}
