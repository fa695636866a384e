import Domain
import ServerHarness

/// Search latency over HTTP: on an imported fixture, or over many made-up messages.
package struct SearchBenchmark: Sendable {
    package struct Report: Encodable, Sendable {
        package let mode: String
        package let searches: Int
        package let p50Ms: Double
        package let p99Ms: Double
        /// Processor time of the server, per search.
        package let cpuMs: Double
        /// Of the server, after these searches.
        package let anonymousMegabytes: Double
        package let residentMegabytes: Double
    }

    private static let queries = [
        "who has knee trouble", "giving up tobacco", "high cholesterol", "hiking in the Alps", "heart medicine",
        "newborn keeps parents awake", "worn-out sneakers", "wildlife encounter", "osteoporosis", "invoice paid",
    ]
    private static let warmUp = 10

    private let executable: SpotterExecutable

    package init(executable: SpotterExecutable) { self.executable = executable }

    /// - Returns: one report per mode, over `count` searches each, in many messages with made-up words and vectors.
    package func run(
        messages: Int,
        chats: Int,
        count: Int,
        progress: @escaping @Sendable (String) -> Void
    ) async throws -> [Report] {
        // One to three words that many messages have and that name no time.
        let words = MadeUpMessages.commonWords.filter { !["today", "morning", "week", "day", "tomorrow"].contains($0) }
        let queries = (0..<10).map { words[$0..<$0 + 1 + $0 % 3].joined(separator: " ") }
        let madeUp = MadeUpServer(executable: executable, messages: messages, chats: chats, progress: progress)
        return try await madeUp.measure { rest, token, server, isWarmUp in
            var reports: [Report] = []
            for mode in ["text", "semantic", "hybrid"] {
                let count = isWarmUp ? 1 : count
                reports.append(try await measure(mode, count, queries, rest, token, server.statistics))
            }
            return reports
        }
    }

    /// - Returns: one report per mode, over `count` searches each.
    package func run(fixture: String, count: Int) async throws -> [Report] {
        let options = ServerProcessOptions.forMeasurement(executable: executable.path)
        try await executable.importFile(fixture, into: options.folder)
        return try await ServerProcess.with(options) { server in
            let rest = RESTClient(baseURL: server.url, timeoutSeconds: 120)
            let token = try await SpotterExecutable.logIn(rest, email: "alex@example.com", password: "spotter-demo")
            try await rest.waitUntilIndexed()
            var reports: [Report] = []
            for mode in ["text", "semantic", "hybrid"] {
                reports.append(try await measure(mode, count, Self.queries, rest, token, server.statistics))
            }
            return reports
        }
    }

    private func measure(
        _ mode: String,
        _ count: Int,
        _ queries: [String],
        _ rest: RESTClient,
        _ token: String,
        _ statistics: ProcessStatistics
    ) async throws -> Report {
        var latencies: [Double] = []
        var cpuBefore = statistics.cpuSeconds
        for number in 0..<count + Self.warmUp {
            if number == Self.warmUp { cpuBefore = statistics.cpuSeconds }
            let begin = ContinuousClock.now
            _ = try await rest.post(
                "/v1/search",
                ["query": queries[number % queries.count], "mode": mode],
                token: token
            )
            if number >= Self.warmUp { latencies.append((ContinuousClock.now - begin).milliseconds) }
        }
        let sample = Sample(latencies)
        return Report(
            mode: mode,
            searches: count,
            p50Ms: sample.median.rounded(places: 2),
            p99Ms: sample.quantile(0.99).rounded(places: 2),
            cpuMs: ((statistics.cpuSeconds - cpuBefore) * 1000 / Double(count)).rounded(places: 1),
            anonymousMegabytes: (Double(statistics.anonymousBytes ?? 0) / 1_048_576).rounded(places: 0),
            residentMegabytes: (Double(statistics.residentBytes ?? 0) / 1_048_576).rounded(places: 0)
        )
    }
}
