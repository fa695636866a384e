import Foundation
import ServerHarness
import TestSupport

/// A run of the built `spotter` to its end.
struct SpotterCommand {
    let exit: ChildProcess.Exit
    let lines: [String]
    let errors: String

    var status: Int32 { exit.status }
    var output: String { lines.joined(separator: "\n") }

    /// - Parameter settings: additional variables. It inherits none of this process's `SPOTTER_…`, and has no model.
    static func run(_ arguments: [String], settings: [String: String] = [:]) async throws -> SpotterCommand {
        let child = try await start(arguments, settings: settings)
        var lines: [String] = []
        for await line in child.lines { lines.append(line) }
        return SpotterCommand(exit: await child.exit(), lines: lines, errors: child.errors)
    }

    static func start(_ arguments: [String], settings: [String: String] = [:]) async throws -> ChildProcess {
        let environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("SPOTTER_") }
            .merging(["SPOTTER_MODEL_DIR": "/nonexistent"]) { _, new in new }.merging(settings) { _, new in new }
        return try await ChildProcess.start(try BuiltExecutable.spotter.path, arguments, environment: environment)
    }
}
