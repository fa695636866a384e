import Foundation
import PostgreSQLTestKit
import ServerHarness
import ServerTestKit
import TestSupport
import Testing

/// Two servers over one database, as an operator runs them.
@Suite(.longTimeLimit) struct ClusterTests {
    private static let cluster = ["SPOTTER_CLUSTER": "true"]

    @Test func aSecondServerJoins() async throws {
        let folders = [TemporaryFolder(), TemporaryFolder()]
        defer { for folder in folders { folder.remove() } }
        let database = try PostgreSQLTestServer.shared.makeDatabase()
        func options(_ number: Int) throws -> ServerProcessOptions {
            try .served(by: database, on: folders[number], settings: Self.cluster)
        }
        let first = try await ServerProcess.start(options(0))
        let team = try await Team.make(on: first, clients: 2)

        // A folder of its own, with neither the mark nor the keys, then with the mark alone.
        try await expectRefusal(options(1), "copy the file database and the folder keys")
        try Self.copy("database", folders)
        try await expectRefusal(options(1), "must be the same as on the other servers")
        try Self.copy("keys", folders)
        let second = try await ServerProcess.start(options(1))

        for (number, server) in [first, second, first, second].enumerated() {
            try await Self.send("m\(number)", team, on: server, status: 201)
        }
        for (number, server) in [second, first, second, first].enumerated() {
            try await Self.send("m\(number)", team, on: server, status: 200)
        }
        let histories = [try await team.history(on: first), try await team.history(on: second)]
        #expect(histories[0] == histories[1] && histories[0].map(\.seq) == [1, 2, 3, 4])

        // What one of them was doing is undone or done.
        first.kill()
        _ = await first.exit()
        try await Self.send("m4", team, on: second, status: 201)
        try await first.restart()
        try await Self.send("m4", team, on: first, status: 200)
        for server in [first, second] { #expect(await server.stop() == .code(0)) }

        let check = try await SpotterCommand.run(["admin", "check", "--data", folders[1].path, "--database", database])
        #expect(check.status == 0, "\(check)")
    }

    @Test func oneThatIsAloneLetsNoneIn() async throws {
        let folders = [TemporaryFolder(), TemporaryFolder()]
        defer { for folder in folders { folder.remove() } }
        let database = try PostgreSQLTestServer.shared.makeDatabase()
        let alone = try await ServerProcess.start(.served(by: database, on: folders[0]))
        for name in ["database", "keys"] { try Self.copy(name, folders) }
        let shared = try ServerProcessOptions.served(by: database, on: folders[1], settings: Self.cluster)
        await expectRefusal(shared, "in use by another spotter")
        #expect(await alone.stop() == .code(0))
        let words = ["serve", "--port", "0", "--data", folders[1].path, "--cluster"]
        let without = try await SpotterCommand.run(words)
        #expect(without.status == 1 && without.errors.contains("cluster needs a database"), "\(without)")
        // A bus without others to hear, whose password isn't printed.
        let bus = ["serve", "--port", "0", "--data", folders[1].path, "--bus", "nats://spotter:hidden-1@127.0.0.1"]
        let lonely = try await SpotterCommand.run(bus)
        #expect(lonely.status == 1 && lonely.errors.contains("set cluster, too"), "\(lonely)")
        #expect(!lonely.errors.contains("hidden-1") && !lonely.output.contains("hidden-1"))
    }

    /// The consistency check with servers that are killed, frozen and parted, and a standby that takes over.
    @Test func nothingIsLostWhateverIsTakenAway() async throws {
        let arguments = [
            "bench", "check", "--nodes", "2", "--seeds", "4", "--spread", "seeds", "--server-binary",
            try BuiltExecutable.spotter.path, "--database", "own", "--bus", "own",
            // Other tests share the processors.
            "--resumption", "15",
        ]
        let check = try await SpotterCommand.run(arguments)
        #expect(check.status == 0 && check.output.contains("whole: 4 seeds"), "\(check)")
    }

    private func expectRefusal(_ options: ServerProcessOptions, _ part: String) async {
        let ended = await #expect(throws: ServerProcess.Ended.self) { _ = try await ServerProcess.start(options) }
        #expect(ended?.errors.contains(part) ?? false, "\(String(describing: ended))")
    }

    private static func copy(_ name: String, _ folders: [TemporaryFolder]) throws {
        let target = "\(folders[1].path)/\(name)"
        try? FileManager.default.removeItem(atPath: target)
        try FileManager.default.copyItem(atPath: "\(folders[0].path)/\(name)", toPath: target)
    }

    private static func send(_ id: String, _ team: Team, on server: ServerProcess, status: Int) async throws {
        let sent = try await server.http.request(
            "POST",
            "/v1/chats/\(team.chatId)/messages",
            token: team.tokens[1],
            json: ["clientMessageId": id, "text": "text of \(id)"]
        )
        #expect(sent.status == status, "\(sent.json)")
    }
}
