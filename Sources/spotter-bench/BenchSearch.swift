import ArgumentParser
import Domain
import Foundation
import Loading
import NIOCore

/// How long a search takes on the example studio, over HTTP, embedding of the query included.
struct BenchSearch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search latency on the example studio.",
        discussion: "Example:\n  spotter bench search --fixture fixtures/studio.jsonl"
    )

    @Option(help: "JSON lines to import first.") var fixture = "fixtures/studio.jsonl"
    @Option(help: "Searches of each mode.") var count = 200
    @Flag(help: "One JSON document.") var json = false

    private static let queries = [
        "who has knee trouble", "giving up tobacco", "high cholesterol", "hiking in the Alps", "heart medicine",
        "newborn keeps parents awake", "worn-out sneakers", "wildlife encounter", "osteoporosis", "invoice paid",
    ]

    private struct Report: Encodable {
        let mode: String
        let searches: Int
        let p50Ms: Double
        let p99Ms: Double
    }

    func run() async throws {
        guard (1...100_000).contains(count) else { throw ValidationError("--count 1-100000") }
        do {
            let folder = MeasuredServer.temporaryFolder()
            try OwnExecutable.run(["import", fixture, "--data", folder])
            let server = try MeasuredServer(executable: OwnExecutable.path(), folder: folder)
            defer { server.stop() }
            let rest = RestClient(address: server.address)
            let login = try await rest.post(
                "/v1/auth/login",
                ["email": "alex@example.com", "password": "spotter-demo"]
            )
            guard let token = login["accessToken"] as? String else {
                throw SpotterError(.unavailable, "the fixture has no alex@example.com to log in as")
            }
            try await waitUntilIndexed(rest)
            var reports: [Report] = []
            for mode in ["text", "semantic", "hybrid"] { reports.append(try await measure(mode, rest, token)) }
            if json { return try outputJSON(reports) }
            for report in reports {
                output(
                    "\(report.mode.padding(toLength: 9, withPad: " ", startingAt: 0)) p50 \(report.p50Ms) ms, p99 \(report.p99Ms) ms over \(report.searches) searches"
                )
            }
        } catch {
            throw fail(error)
        }
    }

    private func measure(_ mode: String, _ rest: RestClient, _ token: String) async throws -> Report {
        var latencies: [Double] = []
        for number in 0..<count + 10 {
            let begin = ContinuousClock.now
            _ = try await rest.post(
                "/v1/search",
                ["query": Self.queries[number % Self.queries.count], "mode": mode],
                token: token
            )
            if number >= 10 { latencies.append((ContinuousClock.now - begin).milliseconds) }
        }
        let sample = Sample(latencies)
        return Report(
            mode: mode,
            searches: count,
            p50Ms: sample.median.rounded(places: 2),
            p99Ms: sample.quantile(0.99).rounded(places: 2)
        )
    }

    /// Imported messages are embedded after the start; nothing is measured before that's done.
    private func waitUntilIndexed(_ rest: RestClient) async throws {
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
