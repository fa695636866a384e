import Foundation
import ServerHarness
import ServerTestKit
import TestSupport
import Testing

/// A person with a home of their own on this machine.
struct CommandPerson {
    let home: String
    var server: String

    init(_ name: String, in folder: TemporaryFolder, server: String) throws {
        home = "\(folder.path)/home-\(name)"
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        self.server = server
    }

    @discardableResult
    func spotter(_ arguments: String..., expecting status: Int32 = 0) async throws -> SpotterCommand {
        try await run(arguments, expecting: status)
    }

    /// What it says: its output, or its errors if it is to fail.
    @discardableResult
    func said(_ arguments: String..., expecting status: Int32 = 0) async throws -> String {
        let run = try await run(arguments, expecting: status)
        return status == 0 ? run.output : run.errors
    }

    @discardableResult
    func run(_ arguments: [String], expecting status: Int32) async throws -> SpotterCommand {
        let run = try await SpotterCommand.run(arguments, settings: settings)
        #expect(run.status == status, "\(arguments): \(run.output) \(run.errors)")
        return run
    }

    /// Makes an account.
    func register(_ arguments: String...) async throws { try await logIn(["--register"] + arguments) }

    func logIn(_ arguments: String...) async throws { try await logIn(arguments) }

    private func logIn(_ arguments: [String]) async throws {
        try await enter(["secret-1"], ["login", "--password-stdin"] + arguments)
    }

    /// Runs a command with lines of standard input.
    func enter(_ lines: [String], _ words: [String], expecting status: Int32 = 0) async throws {
        let program = try BuiltExecutable.spotter.path
        let command = ([program] + words).map { "'\($0)'" }.joined(separator: " ")
        let line = "printf '%s\\n' \(lines.joined(separator: " ")) | exec \(command)"
        let environment = ProcessInfo.processInfo.environment.merging(settings) { _, new in new }
        let child = try await ChildProcess.start("/bin/sh", ["-c", line], environment: environment)
        for await _ in child.lines {}
        #expect(await child.exit() == .code(status), "\(words): \(child.errors)")
    }

    /// What `spotter chat` prints for these lines.
    func chat(_ lines: String) async throws -> String {
        let program = try BuiltExecutable.spotter.path
        let line = "printf '\(lines.replacing("\n", with: "\\n"))' | exec '\(program)' chat"
        let environment = ProcessInfo.processInfo.environment.merging(settings) { _, new in new }
        let child = try await ChildProcess.start("/bin/sh", ["-c", line], environment: environment)
        var shown: [String] = []
        for await line in child.lines { shown.append(line) }
        #expect(await child.exit() == .code(0), "\(child.errors)")
        return shown.joined(separator: "\n")
    }

    private var settings: [String: String] {
        [
            "HOME": home, "XDG_CONFIG_HOME": home, "XDG_CACHE_HOME": home, "XDG_DATA_HOME": home,
            "SPOTTER_SERVER": server,
        ]
    }
}
