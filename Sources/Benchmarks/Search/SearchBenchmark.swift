import Domain
import NIOCore
import ServerHarness

/// Search latency on an imported fixture, over HTTP.
package struct SearchBenchmark: Sendable {
    package struct Report: Encodable, Sendable {
        package let mode: String
        package let searches: Int
        package let p50Ms: Double
        package let p99Ms: Double
    }

    private static let queries = [
        "who has knee trouble", "giving up tobacco", "high cholesterol", "hiking in the Alps", "heart medicine",
        "newborn keeps parents awake", "worn-out sneakers", "wildlife encounter", "osteoporosis", "invoice paid",
    ]
    private static let warmUp = 10

    private let executable: SpotterExecutable

    package init(executable: SpotterExecutable) { self.executable = executable }

    /// - Returns: one report per mode, over `count` searches each.
    package func run(fixture: String, count: Int) async throws -> [Report] {
        let options = ServerProcessOptions.forMeasurement(executable: executable.path)
        try await executable.importFile(fixture, into: options.folder)
        return try await ServerProcess.with(options) { server in
            let rest = RESTClient(baseURL: server.url, timeoutSeconds: 120)
            let token = try await SpotterExecutable.logIn(rest, email: "alex@example.com", password: "spotter-demo")
            try await waitUntilIndexed(rest)
            var reports: [Report] = []
            for mode in ["text", "semantic", "hybrid"] {
                reports.append(try await measure(mode, count, rest, token))
            }
            return reports
        }
    }

    private func measure(_ mode: String, _ count: Int, _ rest: RESTClient, _ token: String) async throws -> Report {
        var latencies: [Double] = []
        for number in 0..<count + Self.warmUp {
            let begin = ContinuousClock.now
            _ = try await rest.post(
                "/v1/search",
                ["query": Self.queries[number % Self.queries.count], "mode": mode],
                token: token
            )
            if number >= Self.warmUp { latencies.append((ContinuousClock.now - begin).milliseconds) }
        }
        let sample = Sample(latencies)
        return Report(
            mode: mode,
            searches: count,
            p50Ms: sample.median.rounded(places: 2),
            p99Ms: sample.quantile(0.99).rounded(places: 2)
        )
    }

    /// Imported messages are embedded after the start, which would disturb the measurement.
    private func waitUntilIndexed(_ rest: RESTClient) async throws {
        for _ in 0..<600 {
            let line = String(buffer: try await rest.get("/metrics")).split(separator: "\n").first {
                $0.hasPrefix("spotter_embedding_queue ")
            }
            if line?.hasSuffix(" 0.0") == true { return }
            try await Task.sleep(for: .milliseconds(100))
        }
        throw SpotterError(.unavailable, "the messages were not embedded within a minute; run `spotter model fetch`")
    }
}
