import ArgumentParser
import Benchmarks
import CommandLineSupport

/// Measures the time from the start of the process to the first response, and the memory at that time. With many
/// vectors, it measures the first search.
struct BenchStart: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start",
        abstract: "Start-up time and resident memory, with the example studio or with a million vectors.",
        discussion: """
            With --vectors, as many messages with made-up vectors are stored first, in chats of one trainer; measured is \
            then the first search over all of them, from the start of the process and by itself. The first start has \
            no files of vectors and reads the database; the later ones have them.

            Examples:
              spotter bench start --fixture fixtures/studio.jsonl
              spotter bench start --vectors 1000000 --chats 500
            """
    )

    @Option(help: "JSON lines to import first.") var fixture = "fixtures/studio.jsonl"
    @Option(help: "Starts to measure; the median counts.") var rounds = 5
    @Option(help: "Messages with made-up vectors (default: none).") var vectors: Int?
    @Option(help: "Chats that they are spread over.") var chats = 500
    @Flag(help: "One JSON document.") var json = false

    func run() async throws {
        guard (1...100).contains(rounds) else { throw ValidationError("--rounds 1-100") }
        guard vectors.map({ (1...10_000_000).contains($0) }) ?? true, (1...100_000).contains(chats) else {
            throw ValidationError("--vectors 1-10000000, --chats 1-100000")
        }
        do {
            let executable = SpotterExecutable(path: try SpotterPath.find())
            if let vectors {
                let first = FirstSearch(executable: executable, vectors: vectors, chats: chats, rounds: rounds) {
                    note($0)
                }
                let report = try await first.run()
                if json { return try outputJSON(report) }
                for line in report.lines { output(line) }
                return
            }
            let report = try await StartBenchmark(executable: executable).run(fixture: fixture, rounds: rounds)
            if json { return try outputJSON(report) }
            output(
                "start to first request served: \(Int(report.startupMs)) ms; resident memory: \(report.residentMegabytes) MB"
            )
        } catch {
            throw fail(error)
        }
    }
}
