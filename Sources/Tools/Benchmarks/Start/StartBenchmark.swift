import Foundation
import ServerHarness

/// Measures the start-up time and memory of a server with an imported fixture.
package struct StartBenchmark: Sendable {
    package struct Report: Encodable, Sendable {
        package let startupMs: Double
        package let residentMegabytes: Double
    }

    private let executable: SpotterExecutable

    package init(executable: SpotterExecutable) { self.executable = executable }

    /// - Returns: the medians of `rounds` starts, each on a separate folder.
    package func run(fixture: String, rounds: Int) async throws -> Report {
        var times: [Double] = []
        var memory: [Double] = []
        for _ in 0..<rounds {
            let options = ServerProcessOptions.forMeasurement(executable: executable.path)
            try await executable.importFile(fixture, into: options.folder)
            let (time, resident) = try await ServerProcess.with(options) { server in
                _ = try await RESTClient(baseURL: server.url).get("/readyz")
                return (server.startup.milliseconds, Double(server.statistics.residentBytes ?? 0) / 1_048_576)
            }
            times.append(time)
            memory.append(resident)
        }
        return Report(
            startupMs: Sample(times).median.rounded(places: 0),
            residentMegabytes: Sample(memory).median.rounded(places: 1)
        )
    }
}
