import Foundation
import ServerHarness
import ServerTestKit
import TestSupport
import Testing

/// What an operator meets: a server that starts says where, one that can't says why in one line.
@Suite(.longTimeLimit, .serialized)
struct StartTests {
    @Test func secondServerOnTheFolderIsRefused() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let first = try await ServerProcess.start(on: folder)
        let line = try await refusal { try await ServerProcess.start(on: folder) }
        #expect(line.contains("in use by another spotter (pid ") && line.contains(folder.path))
        #expect(try await first.http.request("GET", "/healthz").status == 200)
    }

    @Test func busyPortIsNamed() async throws {
        let (one, other) = (TemporaryFolder(), TemporaryFolder())
        defer {
            one.remove()
            other.remove()
        }
        let first = try await ServerProcess.start(on: one)
        let line = try await refusal { try await ServerProcess.start(on: other, ["--port", "\(first.port)"]) }
        #expect(line.contains("port \(first.port) is in use"))
    }

    /// Also for root, who may write wherever there's a folder.
    @Test(arguments: ["file", "file/below", "no-database"])
    func unusableFolderIsNamed(kind: String) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        try Data("x".utf8).write(to: URL(filePath: "\(folder.path)/file"))
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/no-database",
            withIntermediateDirectories: false
        )
        try Data(repeating: 0x5A, count: 8192).write(to: URL(filePath: "\(folder.path)/no-database/spotter.db"))
        let path = "\(folder.path)/\(kind)"
        let line = try await refusal { try await ServerProcess.start(on: folder, ["--data", path]) }
        #expect(line.contains("can't use the da") && line.contains(path))
    }

    @Test func damagedWeightsTurnSearchByMeaningOff() async throws {
        let (folder, model) = (TemporaryFolder(), TemporaryFolder())
        defer {
            folder.remove()
            model.remove()
        }
        try Data("not weights".utf8).write(to: URL(filePath: "\(model.path)/model.safetensors"))
        let server = try await ServerProcess.start(on: folder, ["--log-level", "warning"], modelFolder: model.path)
        let team = try await Team.make(on: server, clients: 2)
        let path = "/v1/chats/\(team.chatId)/messages"
        let message = ["clientMessageId": "1", "text": "My knees hurt"]
        #expect(try await server.http.request("POST", path, token: team.tokens[1], json: message).status == 201)
        let search = try await server.http.request(
            "POST",
            "/v1/search",
            token: team.tokens[0],
            json: ["query": "knee", "mode": "semantic"]
        )
        #expect(search.json["mode"] as? String == "text")
        #expect((search.json["degraded"] as? String)?.contains("spotter model fetch") == true)
        #expect((search.json["results"] as? [Any])?.count == 1)
        server.terminate()
        let errors = await server.end().errors
        #expect(errors.contains("search by meaning is off") && errors.contains("damaged"))
    }

    @Test func nowShiftsTheClock() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let server = try await ServerProcess.start(on: folder, ["--now", "2031-02-03T04:05:00Z"])
        let team = try await Team.make(on: server, clients: 2)
        let time = try await server.socket(token: team.tokens[0]).hello().json["serverTime"] as? String
        #expect(time?.hasPrefix("2031-02-03T04:0") == true)
    }

    /// The one line on standard error of a server that must not start.
    private func refusal(_ start: () async throws -> ServerProcess) async throws -> String {
        let ended = try await #require(throws: ServerProcess.Ended.self) { _ = try await start() }
        #expect(ended.status == 1)
        #expect(ended.errors.hasPrefix("spotter: ") && ended.errors.split(separator: "\n").count == 1)
        return ended.errors
    }
}
