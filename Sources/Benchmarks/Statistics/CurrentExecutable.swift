import Domain
import Foundation

/// This program, run again as a server or as another of its subcommands.
enum OwnExecutable {
    static func path() throws -> String { try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") }

    /// Runs another subcommand and waits for it.
    static func run(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: try path())
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw SpotterError(.unavailable, "spotter \(arguments.first ?? "") failed")
        }
    }
}
