import ArgumentParser
import Domain
import Foundation
import Loading

/// From the start of the process to the first request served, and what it then takes of memory.
struct BenchStart: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start",
        abstract: "Start-up time and resident memory with the example studio.",
        discussion: "Example:\n  spotter bench start --fixture fixtures/studio.jsonl"
    )

    @Option(help: "JSON lines to import first.") var fixture = "fixtures/studio.jsonl"
    @Option(help: "Starts to measure; the median counts.") var rounds = 5
    @Flag(help: "One JSON document.") var json = false

    private struct Report: Encodable {
        let startupMs: Double
        let residentMegabytes: Double
    }

    func run() async throws {
        guard (1...100).contains(rounds) else { throw ValidationError("--rounds 1-100") }
        do {
            var times: [Double] = []
            var memory: [Double] = []
            for _ in 0..<rounds {
                let folder = MeasuredServer.temporaryFolder()
                try OwnExecutable.run(["import", fixture, "--data", folder])
                let server = try MeasuredServer(executable: OwnExecutable.path(), folder: folder)
                defer { server.stop() }
                _ = try await RestClient(address: server.address).get("/readyz")
                times.append(server.startup.milliseconds)
                memory.append(Double(server.figures.residentBytes ?? 0) / 1_048_576)
            }
            let report = Report(
                startupMs: Sample(times).median.rounded(places: 0),
                residentMegabytes: Sample(memory).median.rounded(places: 1)
            )
            if json { return try outputJSON(report) }
            output(
                "start to first request served: \(Int(report.startupMs)) ms; resident memory: \(report.residentMegabytes) MB"
            )
        } catch {
            throw fail(error)
        }
    }
}
