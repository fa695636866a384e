import Domain
import Foundation
import ModelTestKit
import PostgreSQLTestKit
import ServerHarness
import ServerTestKit
import TestSupport
import Testing

/// A server over PostgreSQL, as an operator runs it: everything works as over a file, and is there after a restart.
@Suite(.longTimeLimit) struct ServedDatabaseTests {
    @Test func everythingIsThereAfterARestart() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let database = try PostgreSQLTestServer.shared.makeDatabase()
        // Texts about knees are near each other, and far from all others.
        let provider = try await ScriptedProvider { request, _ in
            let data = (request.json["input"]?.array ?? []).enumerated().map { index, text in
                let isNear = text.string?.contains("nee") ?? false
                return ["object": "embedding", "index": .integer(index), "embedding": isNear ? [1, 0] : [0, 1]]
                    as JSONValue
            }
            return .json(["object": "list", "data": .array(data), "model": "tiny", "usage": ["prompt_tokens": 1]])
        }
        let server = try await ServerProcess.start(
            try .served(
                by: database,
                on: folder,
                settings: [
                    "SPOTTER_EMBEDDING_BASE_URL": provider.baseURL, "SPOTTER_EMBEDDING_MODEL": "tiny",
                    "SPOTTER_EMBEDDING_DIMENSION": "2", "SPOTTER_EMBEDDING_FALLBACK": "false",
                ]
            )
        )
        let team = try await Team.make(on: server, clients: 2)
        for (index, text) in ["My knees hurt", "See you on Monday", "Bring shoes"].enumerated() {
            try await Self.send(text, "m\(index)", team, on: server)
        }
        for isRestarted in [false, true] {
            if isRestarted {
                #expect(await server.stop() == .code(0))
                try await server.restart()
            }
            #expect(try await team.history(on: server).map(\.text).count == 3)
            for mode in ["text", "semantic"] {
                try await until("\(mode)") {
                    try await Self.search("knee", mode, team, on: server) == ["My knees hurt"]
                }
            }
            let (ready, live) = (
                try await server.http.request("GET", "/readyz"), try await server.http.request("GET", "/healthz")
            )
            #expect(ready.status == 200 && live.status == 200, "\(ready.json)")
            let metrics = try await server.http.request("GET", "/metrics")
            let text = String(decoding: metrics.body, as: UTF8.self)
            #expect(metrics.status == 200 && text.contains("spotter_") && !text.contains("\nspotter_database_bytes "))
        }
        // Sent again, it's the same message.
        try await Self.send("My knees hurt", "m0", team, on: server, status: 200)
        #expect(await server.stop() == .code(0))

        let stored = ["--data", folder.path, "--database", database]
        let check = try await SpotterCommand.run(["admin", "check"] + stored)
        #expect(check.status == 0, "\(check)")
        #expect(try await SpotterCommand.run(["admin", "user", "list"] + stored).output.contains("p0@example.com"))
        let tried = try await SpotterCommand.run(["serve", "--check", "--port", "0"] + stored)
        #expect(tried.status == 0 && tried.output.contains("has the schema of this version"), "\(tried)")
        let exported = try await SpotterCommand.run(
            ["export", "p1@example.com", "--to", "\(folder.path)/p1.tar"] + stored
        )
        #expect(exported.status == 0, "\(exported)")
        await provider.stop()
    }

    @Test(.longTimeLimit) func whatCantBeOpenedIsOneLine() async throws {
        let (folder, other) = (TemporaryFolder(), TemporaryFolder())
        defer {
            folder.remove()
            other.remove()
        }
        let secured = try PostgreSQLTestServer.shared.makeSecuredDatabase(password: "right")
        func serve(_ data: String, _ address: String, _ settings: [String: String] = [:]) async throws -> SpotterCommand
        {
            let words = ["serve", "--port", "0", "--data", data, "--database", address]
            // The test's PostgreSQL syncs nothing, of which a warning tells.
            let quiet = settings.merging(["SPOTTER_LOG_LEVEL": "critical"]) { _, new in new }
            return try await SpotterCommand.run(words, settings: quiet)
        }
        // The last line, since a password in an address is noted before.
        func expectLine(_ run: SpotterCommand, _ part: String) {
            #expect(run.status == 1 && run.errors.split(separator: "\n").last?.contains(part) ?? false, "\(run)")
            #expect(run.errors.split(separator: "\n").filter { !$0.contains("note:") }.count == 1, "\(run)")
            #expect(!run.errors.contains("wrong"), "\(run)")
        }
        let new = "\(folder.path)/new"
        expectLine(try await serve(new, secured, ["PGPASSWORD": "wrong"]), "password authentication failed")
        let within = secured.replacing("secured@", with: "secured:wrong@")
        expectLine(try await serve(new, within), "password authentication failed")
        expectLine(try await serve(new, "postgres://spotter@127.0.0.1:1/spotter"), "127.0.0.1")
        let unknown = try await SpotterCommand.run(["serve", "--database", "mysql://localhost/spotter"])
        #expect(unknown.status == 1 && unknown.errors.contains("postgres://user@host/name"), "\(unknown)")

        // The right one, with its password in a variable; another folder's isn't opened, nor is the folder without it.
        let options = try ServerProcessOptions.served(by: secured, on: folder, settings: ["PGPASSWORD": "right"])
        let server = try await ServerProcess.start(options)
        let busy = try await SpotterCommand.run(["backup", folder.path, "--data", folder.path, "--database", secured])
        #expect(busy.status == 1 && busy.errors.contains("pg_dump"), "\(busy)")
        #expect(await server.stop() == .code(0))
        expectLine(try await serve(other.path, secured, ["PGPASSWORD": "right"]), "belongs to another data folder")
        let alone = try await SpotterCommand.run(["serve", "--port", "0", "--data", folder.path])
        expectLine(alone, "name it by --database")
        let empty = try PostgreSQLTestServer.shared.makeDatabase()
        expectLine(try await serve(folder.path, empty), "it holds nothing")
    }

    private static func send(
        _ text: String,
        _ id: String,
        _ team: Team,
        on server: ServerProcess,
        status: Int = 201
    ) async throws {
        let sent = try await server.http.request(
            "POST",
            "/v1/chats/\(team.chatId)/messages",
            token: team.tokens[1],
            json: ["clientMessageId": id, "text": text]
        )
        #expect(sent.status == status, "\(sent.json)")
    }

    private static func search(_ query: String, _ mode: String, _ team: Team, on server: ServerProcess) async throws
        -> [String]
    {
        let answer = try await server.http.request(
            "POST",
            "/v1/search",
            token: team.tokens[0],
            json: ["query": query, "mode": mode, "limit": 1]
        )
        let results = try #require(answer.json["results"] as? [[String: Any]])
        return results.compactMap { $0["text"] as? String }
    }
}

extension ServerProcessOptions {
    /// A server over PostgreSQL.
    static func served(
        by database: String,
        on folder: TemporaryFolder,
        settings: [String: String] = [:]
    ) throws -> ServerProcessOptions {
        var options = ServerProcessOptions(executable: try BuiltExecutable.spotter.path, folder: folder.path)
        options.more = ["--event-loops", "2", "--database", database]
        options.settings = [
            "SPOTTER_PASSWORD_LOG_ROUNDS": "4", "SPOTTER_LOG_LEVEL": "critical", "SPOTTER_MODEL_DIR": "/nonexistent",
        ].merging(settings) { _, new in new }
        return options
    }
}
