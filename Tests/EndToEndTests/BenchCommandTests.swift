import Foundation
import ServerHarness
import ServerTestKit
import TestSupport
import Testing

/// `spotter bench` and `spotter demo` are done by the programs `spotter-bench` and `spotter-demo` beside `spotter`.
@Suite(.longTimeLimit)
struct BenchCommandTests {
    private func run(_ program: String, _ arguments: [String]) async throws -> (
        exit: ChildProcess.Exit, lines: [String], errors: String
    ) {
        let child = try await ChildProcess.start(program, arguments)
        var lines: [String] = []
        for await line in child.lines { lines.append(line) }
        return (await child.exit(), lines, child.errors)
    }

    @Test(arguments: [
        ["bench", "--help"], ["bench", "check", "--help"], ["bench", "web", "--help"], ["demo", "--help"],
    ])
    func helpIsThatOfTheProgram(arguments: [String]) async throws {
        let spotter = try BuiltExecutable.spotter.path
        let program = try #require(arguments.first)
        let expected = try await run("\(spotter)-\(program)", Array(arguments.dropFirst()))
        let found = try await run(spotter, arguments)
        #expect(found.exit == .code(0) && found.lines == expected.lines && found.lines.count > 5)
    }

    @Test func argumentsAndExitCodePassThrough() async throws {
        let found = try await run(try BuiltExecutable.spotter.path, ["bench", "check", "--seeds", "0"])
        #expect(found.exit == .code(64))
        #expect(found.errors.contains("--seeds 1-10000000"))
    }

    /// The script gets what was asked for; its output and exit code are the command's.
    @Test func theWebAppIsMeasuredByItsScript() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let script = "\(folder.path)/web-bench"
        try "#!/bin/sh\necho \"$@\"\nexit 3\n".write(toFile: script, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        let spotter = try BuiltExecutable.spotter.path
        let arguments = ["bench", "web", "--scripts", folder.path, "--messages", "10", "--json"]
        let found = try await run(spotter, arguments)
        #expect(found.exit == .code(3))
        #expect(found.lines.last == "\(spotter) --messages 10 --runs 20 --slowdown 4.0 --json")
        let missing = try await run(spotter, ["bench", "web", "--scripts", "\(folder.path)/none"])
        #expect(missing.exit == .code(1) && missing.errors.contains("web-bench"))
        #expect(try await run(spotter, ["bench", "web", "--runs", "0"]).exit == .code(64))
    }

    /// A check that is killed leaves no servers behind. This one's is a script, whose port says that the check has seen it.
    @Test func whatACheckHasStartedEndsWithIt() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let relay = try await TCPRelay.start(to: .port(1))
        try await relay.set(.stalled)
        let (script, process) = ("\(folder.path)/server", "\(folder.path)/process")
        try "#!/bin/sh\necho $$ >'\(process)'\necho listening on http://127.0.0.1:\(relay.port)\nexec sleep 600\n"
            .write(toFile: script, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        let program = try BuiltExecutable.spotter.path + "-bench"
        let check = try await ChildProcess.start(program, ["check", "--seeds", "1", "--server-binary", script])
        try await until("it asks its server") { try await relay.connections > 0 }
        let text = try String(contentsOfFile: process, encoding: .utf8)
        let server = ProcessStatistics(pid: try #require(Int32(text.trimmingCharacters(in: .newlines))))
        #expect(server.arguments == ["sleep", "600"])
        check.send(signal: SIGKILL)
        #expect(await check.exit() == .signal(SIGKILL))
        await until("its server has ended") { server.arguments.isEmpty }
        try await relay.close()
    }

    @Test(arguments: ["bench", "demo"])
    func oneLineSaysHowToBuildWhatIsMissing(command: String) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let copy = "\(folder.path)/spotter"
        try FileManager.default.copyItem(atPath: try BuiltExecutable.spotter.path, toPath: copy)
        let found = try await run(copy, [command, "--seeds", "1"])
        #expect(found.exit == .code(1))
        #expect(found.errors.hasPrefix("spotter: ") && found.errors.split(separator: "\n").count == 1)
        #expect(found.errors.contains("--product spotter-\(command)"))
    }
}
