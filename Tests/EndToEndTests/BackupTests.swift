import Foundation
import ServerHarness
import ServerTestKit
import TestSupport
import Testing

/// `spotter backup` and `spotter restore` as an operator runs them, killed in the middle, too.
@Suite(.longTimeLimit, .serialized)
struct BackupTests {
    /// Backups of a server under load: each restores, with everything that was acked before it began.
    @Test func aBackupUnderLoadHoldsWhatWasAcked() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let data = try Self.subfolder("data", of: folder)
        let server = try await ServerProcess.start(on: data)
        let team = try await Team.make(on: server, clients: 3)
        let first = try await Self.send(50, team, on: server)
        // The backup begins under load, and may end while the server stops.
        async let load = Load(target: 300).run(team, on: server, round: 1) { $0.terminate() }
        let archive = "\(folder.path)/a.tar"
        #expect(try await Self.spotter(["backup", archive, "--data", data.path]).exit == .code(0))
        _ = try await load
        #expect(await server.exit() == .code(0))
        let restored = try Self.subfolder("restored", of: folder)
        #expect(try await Self.spotter(["restore", archive, "--data", restored.path]).exit == .code(0))
        let again = try await ServerProcess.start(on: restored)
        let history = try await team.history(on: again)
        #expect(Set(first).subtracting(history) == [])
    }

    @Test func aKilledBackupLeavesNoFileOfItsName() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let data = try Self.subfolder("data", of: folder)
        let server = try await ServerProcess.start(on: data)
        let team = try await Team.make(on: server, clients: 2)
        let acked = try await Self.send(50, team, on: server)
        for round in 0..<5 {
            let archive = "\(folder.path)/\(round).tar"
            try await Self.kill(["backup", archive, "--data", data.path], when: "\(archive).partial", after: round)
            if !FileManager.default.fileExists(atPath: archive) {
                #expect(try await Self.spotter(["backup", archive, "--data", data.path]).exit == .code(0))
            }
            let target = "\(folder.path)/restored-\(round)"
            #expect(try await Self.spotter(["restore", archive, "--data", target]).exit == .code(0))
        }
        #expect(Set(acked).subtracting(try await team.history(on: server)) == [], "the server hasn't noticed")
    }

    @Test func aKilledRestoreLeavesNoFolderOfItsName() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let data = try Self.subfolder("data", of: folder)
        let server = try await ServerProcess.start(on: data)
        let team = try await Team.make(on: server, clients: 2)
        let acked = try await Self.send(50, team, on: server)
        #expect(await server.stop() == .code(0))
        let archive = "\(folder.path)/a.tar"
        #expect(try await Self.spotter(["backup", archive, "--data", data.path]).exit == .code(0))
        for round in 0..<5 {
            let target = try Self.subfolder("restored-\(round)", of: folder)
            let arguments = ["restore", archive, "--data", target.path]
            try await Self.kill(arguments, when: "\(target.path).partial", after: round * 3)
            if try target.names().isEmpty { #expect(try await Self.spotter(arguments).exit == .code(0)) }
            let again = try await ServerProcess.start(on: target)
            #expect(Set(acked).subtracting(try await team.history(on: again)) == [])
            #expect(await again.stop() == .code(0))
        }
    }

    /// The folder of an older release, killed at moments of its first start.
    @Test func aKilledMigrationLosesNothing() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        #expect(
            try await ChildProcess.run("tar", ["xzf", Repository.firstRelease.path, "-C", folder.path]) == .code(0)
        )
        let data = "\(folder.path)/data"
        for round in 0..<6 {
            try await Self.kill(
                ["serve", "--data", data, "--port", "0"],
                when: "\(data)/spotter.db-shm",
                after: round * 20
            )
        }
        let archive = "\(folder.path)/a.tar"
        let server = try await ServerProcess.start(on: folder, ["--data", data])
        let backup = try await Self.spotter(["backup", archive, "--data", data, "--json"])
        #expect(await server.stop() == .code(0))
        let report = try JSONSerialization.jsonObject(with: Data(backup.output.utf8)) as? [String: Any]
        let counts = report?["counts"] as? [String: Int] ?? [:]
        #expect(counts == ["users": 4, "chats": 4, "messages": 40, "files": 2])
    }

    @Test func mistakesAreOneLine() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        try folder.write([1], to: "there.tar")
        let path = folder.path
        for arguments in [
            ["backup", "\(path)/new.tar", "--data", "\(path)/nowhere"],
            ["backup", "\(path)/there.tar", "--data", path],
            ["restore", "\(path)/nothing.tar", "--data", "\(path)/new"],
            ["restore", "\(path)/there.tar", "--data", "\(path)/new"],
        ] {
            let run = try await Self.spotter(arguments)
            #expect(run.exit == .code(1), "\(arguments)")
            #expect(run.errors.hasPrefix("spotter: ") && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        }
        #expect(try folder.names() == ["there.tar"], "nothing was created")
    }

    // MARK: Messages

    private static func send(_ count: Int, _ team: Team, on server: ServerProcess) async throws -> [StoredMessage] {
        var sent: [StoredMessage] = []
        for number in 0..<count {
            let answer = try await server.http.request(
                "POST",
                "/v1/chats/\(team.chatId)/messages",
                token: team.tokens[number % team.tokens.count],
                json: ["clientMessageId": "m\(number)", "text": "text of m\(number)"]
            )
            sent.append(try #require((answer.json["message"] as? [String: Any]).flatMap(StoredMessage.init)))
        }
        return sent
    }

    // MARK: Processes

    private static var environment: [String: String] {
        ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("SPOTTER_") }
            .merging(["SPOTTER_MODEL_DIR": "/nonexistent"]) { _, new in new }
    }

    private static func subfolder(_ name: String, of folder: TemporaryFolder) throws -> TemporaryFolder {
        try TemporaryFolder(at: folder.url.appending(path: name))
    }

    private static func spotter(_ arguments: [String]) async throws -> (
        exit: ChildProcess.Exit, output: String, errors: String
    ) {
        let child = try await ChildProcess.start(
            try BuiltExecutable.spotter.path,
            arguments,
            environment: environment
        )
        var lines: [String] = []
        for await line in child.lines { lines.append(line) }
        return (await child.exit(), lines.joined(separator: "\n"), child.errors)
    }

    /// Kills a command once `path` is there, some turns later; it may have ended by then.
    private static func kill(_ arguments: [String], when path: String, after turns: Int) async throws {
        let watch = try FolderWatch([URL(filePath: path).deletingLastPathComponent().path])
        let child = try await ChildProcess.start(
            try BuiltExecutable.spotter.path,
            arguments,
            environment: environment
        )
        let killer = Task {
            for await _ in watch.changes where FileManager.default.fileExists(atPath: path) { break }
            for _ in 0..<turns * 50 { await Task.yield() }
            child.send(signal: SIGKILL)
        }
        _ = await child.exit()
        killer.cancel()
    }
}
