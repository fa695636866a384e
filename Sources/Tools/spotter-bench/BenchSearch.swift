import ArgumentParser
import Benchmarks
import CommandLineSupport
import Foundation

/// Measures the latency of a search over the example studio, over HTTP, including the embedding of the query.
struct BenchSearch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search latency on the example studio, or in a million messages.",
        discussion: """
            With --messages, as many messages are made up first, in chats of one trainer, and searched for common words. \
            Their vectors are made up, too: embedding them would take a quarter of an hour.

            Examples:
              spotter bench search --fixture fixtures/studio.jsonl
              spotter bench search --messages 1000000 --chats 500
            """
    )

    @Option(help: "JSON lines to import first.") var fixture = "fixtures/studio.jsonl"
    @Option(help: "Searches of each mode.") var count = 200
    @Option(help: "Made-up messages instead of a file.") var messages: Int?
    @Option(help: "Chats that they are spread over.") var chats = 500
    @Flag(help: "One JSON document.") var json = false

    func run() async throws {
        guard (1...100_000).contains(count) else { throw ValidationError("--count 1-100000") }
        guard messages.map({ (1...10_000_000).contains($0) }) ?? true, (1...100_000).contains(chats) else {
            throw ValidationError("--messages 1-10000000, --chats 1-100000")
        }
        do {
            let benchmark = SearchBenchmark(executable: SpotterExecutable(path: try SpotterPath.find()))
            let reports =
                if let messages {
                    try await benchmark.run(messages: messages, chats: chats, count: count) { note($0) }
                } else {
                    try await benchmark.run(fixture: fixture, count: count)
                }
            if json { return try outputJSON(reports) }
            if let messages { output("\(messages) messages in \(chats) chats of one user, with made-up vectors") }
            for report in reports {
                output(
                    "\(report.mode.padding(toLength: 9, withPad: " ", startingAt: 0)) p50 \(report.p50Ms) ms, p99 \(report.p99Ms) ms over \(report.searches) searches, \(report.cpuMs) ms of processor time each; memory \(Int(report.anonymousMegabytes)) MB, with mapped files \(Int(report.residentMegabytes)) MB"
                )
            }
        } catch {
            throw fail(error)
        }
    }
}
