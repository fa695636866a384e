import ArgumentParser
import CommandLineSupport
import Domain
import Foundation
import LoadTest
import ServerHarness

/// The process of the hostile account, which `spotter bench hostile` starts.
struct HostileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "hostile-account", shouldDisplay: false)

    @Argument(help: "A JSON file that says whom to attack, and how.") var target: String

    func run() throws {
        let target = try JSONDecoder().decode(HostileTarget.self, from: Data(contentsOf: URL(filePath: target)))
        try outputJSON(try HostileClient(target).run())
    }

    /// Runs it in a process that takes what processor time the others leave.
    static func run(_ target: HostileTarget) async throws -> HostileDeeds {
        let file = TemporaryFolderPath.make("spotter-hostile")
        try JSONEncoder().encode(target).write(to: URL(filePath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        let process = try await ChildProcess.start(
            "nice",
            ["-n", "19", try SiblingExecutable.path("spotter-bench"), "hostile-account", file],
            showsErrors: true
        )
        var text = ""
        for await line in process.lines { text += line }
        guard await process.exit() == .code(0) else {
            throw SpotterError(.unavailable, "the hostile account ended: \(process.errors)")
        }
        return try JSONDecoder().decode(HostileDeeds.self, from: Data(text.utf8))
    }
}
