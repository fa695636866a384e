import ServerHarness

/// What a hostile account cost the others.
package struct HostileReport: Encodable, Sendable {
    /// Milliseconds of one kind of request, without the hostile account and with it.
    package struct Kind: Encodable, Sendable {
        package let name: String
        package let quietP50Ms: Double
        package let quietP99Ms: Double
        package let hostileP50Ms: Double
        package let hostileP99Ms: Double
        package let count: Int
        package let failed: Int
        package var ratio: Double { hostileP99Ms / max(0.01, quietP99Ms) }

        private enum CodingKeys: String, CodingKey {
            case name, quietP50Ms, quietP99Ms, hostileP50Ms, hostileP99Ms, ratio, count, failed
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try container.encode(quietP50Ms, forKey: .quietP50Ms)
            try container.encode(quietP99Ms, forKey: .quietP99Ms)
            try container.encode(hostileP50Ms, forKey: .hostileP50Ms)
            try container.encode(hostileP99Ms, forKey: .hostileP99Ms)
            try container.encode(ratio.rounded(places: 2), forKey: .ratio)
            try container.encode(count, forKey: .count)
            try container.encode(failed, forKey: .failed)
        }
    }

    package static let maxRatio = 3.0
    package static let maxBytes = 600_000_000

    package let attacks: [HostileAttack]
    package let kinds: [Kind]
    /// The most that the server held.
    package let residentBytes: Int
    /// With the processes that decode pictures for it.
    package let residentBytesWithWorkers: Int
    /// Processors that the server took, with the hostile account.
    package let processors: Double
    package let deeds: [String: HostileDeeds.Deed]
    package let isSound: Bool
    package let notes: [String]

    init(
        attacks: [HostileAttack],
        quiet: HostileLoad.Phase,
        hostile: HostileLoad.Phase,
        peak: MemoryWatch.Peak,
        deeds: HostileDeeds
    ) {
        self.attacks = attacks
        let sends = Self.kind(
            "send",
            quiet.sends.counters.acknowledgement,
            hostile.sends.counters.acknowledgement,
            failed: hostile.sends.counters.refused + hostile.sends.counters.lost
        )
        let reads = Self.kind("REST", quiet.reads.latencies, hostile.reads.latencies, failed: hostile.reads.failed)
        kinds = [sends, reads]
        (residentBytes, residentBytesWithWorkers) = (peak.server, peak.all)
        processors = ((hostile.sends.serverSeconds ?? 0) / hostile.sends.seconds).rounded(places: 2)
        self.deeds = deeds.deeds
        notes = [hostile.sends.counters.firstFailure, hostile.reads.firstFailure].compactMap { $0 }
        isSound =
            kinds.allSatisfy { $0.count > 0 && $0.failed == 0 && $0.ratio < Self.maxRatio }
            && peak.all < Self.maxBytes
    }

    private static func kind(
        _ name: String,
        _ quiet: LatencyHistogram,
        _ hostile: LatencyHistogram,
        failed: Int
    ) -> Kind {
        let milliseconds = { ScenarioReport.milliseconds($0) ?? .infinity }
        return Kind(
            name: name,
            quietP50Ms: milliseconds(quiet.quantile(0.5)),
            quietP99Ms: milliseconds(quiet.quantile(0.99)),
            hostileP50Ms: milliseconds(hostile.quantile(0.5)),
            hostileP99Ms: milliseconds(hostile.quantile(0.99)),
            count: hostile.count,
            failed: failed
        )
    }
}
