import Foundation
import ServerHarness
import ServerTestKit
import TestSupport
import Testing

/// The audit log of a real server: verified and sealed anew by an operator, and sealed first by a server that is killed.
@Suite(.longTimeLimit, .serialized)
struct AuditCommandTests {
    @Test func anOperatorVerifiesAndSealsAnew() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let data = ["--data", folder.path]
        let server = try await ServerProcess.start(on: folder)
        let team = try await Team.make(on: server, clients: 2)
        for text in ["Remind me tomorrow at 9 to buy milk", "Remind me tomorrow at 10 to call Anna"] {
            try await Self.confirm(text, team.tokens[0], on: server)
        }
        #expect(await server.stop() == .code(0))
        let token = try await SpotterCommand.run(["admin", "token"] + data).output
        let intact = try await SpotterCommand.run(["admin", "audit", "verify"] + data)
        #expect(intact.status == 0 && intact.output.hasPrefix("4 entries, intact"), "\(intact)")

        try await server.restart()
        let remote = ["admin", "audit", "verify", "--json", "--server", server.url]
        let asked = try await SpotterCommand.run(remote, settings: ["SPOTTER_ADMIN_TOKEN": token])
        #expect(asked.status == 0 && asked.output.contains(#""entries":4"#), "\(asked)")
        let refused = try await SpotterCommand.run(["admin", "audit", "reseal", "--yes"] + data)
        #expect(refused.status == 1 && refused.errors.contains("in use"), "\(refused)")
        #expect(await server.stop() == .code(0))

        // Without the key nothing can be proved, and no new key is made.
        try FileManager.default.removeItem(atPath: "\(folder.path)/keys/audit.key")
        let broken = try await SpotterCommand.run(["admin", "audit", "verify"] + data)
        #expect(broken.status == 1 && broken.output.hasPrefix("broken at entry 1"), "\(broken)")
        let unsure = try await SpotterCommand.run(["admin", "audit", "reseal"] + data)
        #expect(unsure.status == 64 && unsure.errors.contains("--yes"))
        let nowhere = try await SpotterCommand.run(["admin", "audit", "reseal", "--yes", "--data", folder.path + "/no"])
        #expect(nowhere.status == 1 && nowhere.errors.split(separator: "\n").count == 1)
        let sealed = try await SpotterCommand.run(["admin", "audit", "reseal", "--yes"] + data)
        #expect(sealed.status == 0 && sealed.output.hasPrefix("4 entries"), "\(sealed)")
        #expect(try await SpotterCommand.run(["admin", "audit", "verify"] + data).status == 0)
        try await server.restart()
        try await Self.confirm("Remind me tomorrow at 11 to rest", team.tokens[0], on: server)
        #expect(await server.stop() == .code(0))
        let after = try await SpotterCommand.run(["admin", "audit", "verify"] + data)
        #expect(after.status == 0 && after.output.hasPrefix("6 entries"), "\(after)")
    }

    /// The folder of a release without a key: its first start makes the key and seals what was logged.
    @Test(arguments: 1...8)
    func aFirstSealingThatIsKilledLosesNothing(changes: Int) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        #expect(
            try await ChildProcess.run("tar", ["xzf", Repository.firstRelease.path, "-C", folder.path]) == .code(0)
        )
        let data = "\(folder.path)/data"
        try FileManager.default.createDirectory(
            atPath: "\(data)/keys",
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        // The key is written, the log is sealed with it, and it gets its name. The server is killed at one of the changes
        // in between, to the keys or to the database.
        let (keys, database) = (try FolderWatch(["\(data)/keys"]), try FolderWatch(["\(data)/keys", data]))
        let child = try await SpotterCommand.start(["serve", "--data", data, "--port", "0"])
        let killer = Task {
            _ = await keys.changes.first { _ in true }
            for await _ in database.changes.prefix(changes - 1) {}
            child.send(signal: SIGKILL)
        }
        // Changes that come at once are told as one: the last moments may be after the sealing, when nothing changes.
        _ = await child.lines.first { $0.contains("listening on ") }
        killer.cancel()
        child.send(signal: SIGKILL)
        _ = await child.exit()
        let server = try await ServerProcess.start(on: folder, ["--data", data])
        #expect(await server.stop() == .code(0))
        let found = try await SpotterCommand.run(["admin", "audit", "verify", "--data", data])
        #expect(found.status == 0 && found.output.contains("intact"), "\(found)")
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(data)/keys")
        #expect(files.filter { $0.hasPrefix("audit") } == ["audit.key"])
    }

    private static func confirm(_ text: String, _ token: String, on server: ServerProcess) async throws {
        let answer = try await server.http.request(
            "POST",
            "/v1/assistant/query",
            token: token,
            headers: ["Accept": "application/json"],
            body: String(decoding: try JSONSerialization.data(withJSONObject: ["message": text]), as: UTF8.self)
        )
        let proposal = try #require((answer.json["proposals"] as? [[String: Any]])?.first?["id"] as? String)
        let done = try await server.http.request("POST", "/v1/assistant/proposals/\(proposal)/confirm", token: token)
        try #require(done.isSuccess, "\(done.json)")
    }
}
