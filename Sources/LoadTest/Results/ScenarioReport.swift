/// What a scenario found; what doesn't apply is left out.
package struct ScenarioReport: Encodable, Sendable {
    package let scenario: String
    package let description: String
    package var messagesPerSecond: Double?
    package var deliveriesPerSecond: Double?
    package var loginsPerSecond: Double?
    /// Until the last of all was done, in milliseconds.
    package var allDoneMs: Double?
    package var p50Ms: Double?
    package var p99Ms: Double?
    package var p999Ms: Double?
    /// The same with everybody keeping up, where the scenario has somebody who doesn't.
    package var p99WithoutSlowMs: Double?
    package var ackP50Ms: Double?
    package var ackP99Ms: Double?
    package var serverCpuSecondsPer100k: Double?
    package var bytesPerConnection: Double?
    package var anonymousBytesPerConnection: Double?
    package var fsyncsPerMessage: Double?
    /// Bytes that were sent to a reader who doesn't keep up, until it was cut off.
    package var cutOffBytes: Int?
    /// From the kill to a server that listens again.
    package var restartMs: Double?
    package var acked: Int?
    /// Acked messages that weren't there after a `kill -9`.
    package var ackedLost: Int?
    /// Deliveries that didn't come, came twice, or came out of order.
    package var missing: Int?
    package var doubled: Int?
    package var disordered: Int?
    package var limitedBy: String?
    /// The busiest thread of the load, as a share of the time.
    package var loadThreadShare: Double?
    package var serverThreadShare: Double?
    package var serverProcessors: Double?
    package var notes: [String] = []

    init(_ scenario: String, _ description: String) {
        (self.scenario, self.description) = (scenario, description)
    }

    /// Rates, times and costs of a stretch in which messages were sent.
    mutating func fill(_ measured: Measured) {
        let tally = measured.tally
        messagesPerSecond = (Double(tally.acked) / measured.seconds).rounded(places: 0)
        deliveriesPerSecond = (Double(tally.delivered) / measured.seconds).rounded(places: 0)
        fill(latencies: tally.delivery)
        ackP50Ms = Self.milliseconds(tally.acknowledgement.quantile(0.5))
        ackP99Ms = Self.milliseconds(tally.acknowledgement.quantile(0.99))
        fill(costs: measured, per: tally.delivered)
        fsyncsPerMessage = measured.syncsPerSecond.map {
            ($0 * measured.seconds / Double(max(1, tally.acked))).rounded(places: 4)
        }
        if tally.refused > 0 { notes.append("\(tally.refused) sends refused: \(tally.firstFailure ?? "")") }
        if tally.lost > 0 { notes.append("\(tally.lost) connections lost: \(tally.firstFailure ?? "")") }
    }

    mutating func fill(latencies: Histogram) {
        p50Ms = Self.milliseconds(latencies.quantile(0.5))
        p99Ms = Self.milliseconds(latencies.quantile(0.99))
        p999Ms = Self.milliseconds(latencies.quantile(0.999))
    }

    mutating func fill(costs measured: Measured, per count: Int) {
        serverCpuSecondsPer100k = measured.serverSeconds.map {
            ($0 / Double(max(1, count)) * 100_000).rounded(places: 3)
        }
        if measured.tally.threadTime > 0 { loadThreadShare = measured.loadThreadShare.rounded(places: 2) }
        serverThreadShare = measured.serverThreadShare?.rounded(places: 2)
        serverProcessors = measured.serverSeconds.map { ($0 / measured.seconds).rounded(places: 2) }
        limitedBy = measured.limit?.rawValue
        notes += measured.notes
    }

    mutating func fill(_ check: DeliveryCheck) {
        (missing, doubled, disordered) = (check.missing, check.doubled, check.disordered)
    }

    static func milliseconds(_ microseconds: Int64?) -> Double? {
        microseconds.map { (Double($0) / 1000).rounded(places: $0 < 10_000 ? 3 : 1) }
    }
}

extension Double {
    func rounded(places: Int) -> Double {
        let factor = (0..<places).reduce(1.0) { product, _ in product * 10 }
        return (self * factor).rounded() / factor
    }
}
