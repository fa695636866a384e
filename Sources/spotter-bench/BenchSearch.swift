import ArgumentParser
import Benchmarks
import CommandLineSupport
import Foundation

/// Measures the latency of a search over the example studio, over HTTP, including the embedding of the query.
struct BenchSearch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search latency on the example studio.",
        discussion: "Example:\n  spotter bench search --fixture fixtures/studio.jsonl"
    )

    @Option(help: "JSON lines to import first.") var fixture = "fixtures/studio.jsonl"
    @Option(help: "Searches of each mode.") var count = 200
    @Flag(help: "One JSON document.") var json = false

    func run() async throws {
        guard (1...100_000).contains(count) else { throw ValidationError("--count 1-100000") }
        do {
            let benchmark = SearchBenchmark(executable: SpotterExecutable(path: try SpotterPath.find()))
            let reports = try await benchmark.run(fixture: fixture, count: count)
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
}
