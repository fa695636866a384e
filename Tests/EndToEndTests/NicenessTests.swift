import Foundation
import ServerHarness
import TestSupport
import Testing

/// A server that is measured gives way to what measures it.
@Suite(.longTimeLimit) struct NicenessTests {
    /// Also for root, whose threads could have another than their process.
    @Test func aServersNicenessIsThatOfAllItsThreads() async throws {
        var options = ServerProcessOptions.forMeasurement(executable: try BuiltExecutable.spotter.path)
        options.settings = ["SPOTTER_MODEL_DIR": "/nonexistent"]
        options.niceness = 5
        let niceness: [Int] = try await ServerProcess.with(options) { server in
            let tasks = "/proc/\(server.statistics.pid)/task"
            return try FileManager.default.contentsOfDirectory(atPath: tasks).compactMap { task -> Int? in
                // A thread may have ended by now.
                let text = try? String(contentsOfFile: "\(tasks)/\(task)/stat", encoding: .utf8)
                let fields = text?.split(separator: ")").last?.split(separator: " ")
                return fields?.dropFirst(16).first.flatMap { Int($0) }
            }
        }
        #expect(niceness.count > 1 && niceness.allSatisfy { $0 >= 5 }, "\(niceness)")
    }
}
