/// How long messages took from their ack until a search found them.
package struct FoundReport: Encodable, Sendable {
    /// Messages that were searched for.
    package var messages = 0
    /// Of these, messages that no search found in time.
    package var neverFound = 0
    package var p50Ms: Double?
    package var p99Ms: Double?
    package var maxMs: Double?

    init(_ latencies: LatencyHistogram, of messages: Int) {
        self.messages = messages
        neverFound = messages - latencies.count
        p50Ms = ScenarioReport.milliseconds(latencies.quantile(0.5))
        p99Ms = ScenarioReport.milliseconds(latencies.quantile(0.99))
        maxMs = ScenarioReport.milliseconds(latencies.quantile(1))
    }
}
