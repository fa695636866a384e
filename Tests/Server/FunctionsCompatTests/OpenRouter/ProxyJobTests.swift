import Domain
import ModelTestKit
import ServerTestKit
import Storage
import Synchronization
import TestSupport
import Testing

@testable import SpotterServer

/// Videos: the server follows the provider's job, fetches what is ready and shows it to nobody but its owner.
@Suite(.standardTimeLimit) struct ProxyJobTests {
    /// A provider that makes videos: what it says of a job is what the test has set last.
    private final class Maker: Sendable {
        let state = Mutex<JSONValue>(["status": "pending"])
        let video = VideoBytes.film

        func set(_ value: JSONValue) { state.withLock { $0 = value } }

        func provider() async throws -> ScriptedProvider {
            try await ScriptedProvider { [self] request, _ in
                switch (request.method, request.path) {
                case ("POST", _): return .json(["id": "up-job.1", "status": "pending"])
                case ("GET", "/v1/jobs/up-job.1"):
                    let json = state.withLock { $0 }
                    return json == .null ? .error(404, "no such job") : .json(json)
                case ("GET", "/v1/videos/1"):
                    var response = ScriptedResponse.body([], type: "video/mp4")
                    response.headers.append(("x-test", "1"))
                    response.pieces = [video]
                    return response
                default: return .error(404, "no such path")
                }
            }
        }
    }

    private static func begin(_ studio: StudioFixture) async throws -> String {
        let answer = try await studio.forward(
            model: "bytedance/seedance-2.0",
            messages: .asking("Generate a 10 second video at 1080p: a squat")
        )
        #expect(answer.status == 200 && answer.json["status"] == "processing", "\(answer.text)")
        return try #require(answer.json["id"]?.string)
    }

    /// The job once `condition` holds.
    private static func job(
        _ id: String,
        _ studio: StudioFixture,
        until condition: (JSONValue) -> Bool
    ) async throws -> JSONValue {
        var job = JSONValue.null
        try await until("the job is as it should become") {
            let answer = try await studio.proxy("GET", "jobs/\(id)")
            // Never 404 for a live job, whatever the provider says.
            #expect(answer.status == 200, "\(answer.text)")
            job = answer.json
            return condition(job) || answer.status != 200
        }
        return job
    }

    @Test func aVideoIsMadeFetchedAndShownToItsOwnerOnly() async throws {
        let maker = Maker()
        let provider = try await maker.provider()
        try await StudioFixture.proxying(provider) { studio in
            let id = try await Self.begin(studio)
            #expect(id != "up-job.1")
            maker.set(.null)
            _ = try await Self.job(id, studio) { $0["status"] == "processing" }
            maker.set(["status": "running", "progress": 0.4])
            _ = try await Self.job(id, studio) { $0["progress"] == 0.4 }
            let address = provider.baseURL + "/videos/1"
            maker.set(["status": "completed", "video_url": .string(address)])
            let done = try await Self.job(id, studio) { $0["status"] == "completed" }
            let url = try #require(done["video_url"]?.string)
            #expect(url.hasPrefix(studio.server.baseURL + "/v1/media/"))
            let path = String(url.dropFirst(studio.server.baseURL.count))
            let own = try await studio.server.request("GET", path, as: studio.alex)
            #expect(own.status == 200 && [UInt8](own.body) == maker.video)
            #expect(own.headers["content-type"] == "video/mp4")
            #expect(try await studio.server.request("GET", path, as: studio.sara).status == 404)
            // The user's token never went anywhere, the server's only to the provider.
            let token = studio.alex.accessToken.reveal()
            #expect(!provider.requests.contains { $0.headers.values.contains { $0.contains(token) } })
            // Of nobody else's, and of no other name.
            let sara = Credential.bearer(studio.sara.accessToken.reveal())
            for (name, credential) in [
                (id, sara), ("up-job.1", studio.token), (studio.alex.id.description, studio.token), ("1", studio.token),
            ] {
                let answer = try await studio.proxy("GET", "jobs/\(name)", by: credential)
                #expect([400, 404].contains(answer.status) && answer.hasReadableError, "\(name): \(answer.text)")
            }
            #expect(try await studio.proxy("GET", "jobs/\(id)", by: sara).status == 404)
            #expect(try await studio.usage()["requests"] == 1)
        }
    }

    @Test(
        arguments: [
            (["status": "failed", "error": "too rude"], "too rude"),
            (["status": "error", "error": ["message": "too rude"]], "too rude"),
            (["status": "completed", "video_url": "http://169.254.169.254/latest/meta-data"], "doesn't fetch"),
            (["status": "completed", "video_url": "file:///etc/passwd"], "doesn't fetch"),
            (["status": "completed"], "doesn't say where"),
        ] as [(JSONValue, String)]
    )
    func whatFailsIsToldAsAText(state: JSONValue, words: String) async throws {
        let maker = Maker()
        let provider = try await maker.provider()
        maker.set(state)
        try await StudioFixture.proxying(provider) { studio in
            let id = try await Self.begin(studio)
            let job = try await Self.job(id, studio) { $0["status"] == "failed" }
            #expect(job["error"]?.string?.contains(words) == true && job["video_url"] == nil, "\(job)")
        }
    }

    @Test func aJobSurvivesARestart() async throws {
        let maker = Maker()
        let provider = try await maker.provider()
        let folder = TemporaryFolder()
        defer { folder.remove() }
        func configure(_ configuration: inout ServerConfiguration) {
            configuration.proxiesModels = true
            configuration.otherLanguageModels = StudioFixture.models(at: provider.baseURL)
            configuration.videoInterval = .zero
        }
        let (id, user) = try await TestServer.run(in: folder.path, configure: configure) { server in
            let alex = try await server.register("Alex Moore", role: .trainer)
            let body = #"{"model":"bytedance/seedance-2.0","messages":[{"role":"user","content":"a squat"}]}"#
            let answer = try await server.request("POST", "/api/chat/completions", as: alex, body: body)
            let json = try #require(JSONValue.parse([UInt8](answer.body)))
            return (try #require(json["id"]?.string), alex)
        }
        maker.set(["status": "success", "video_url": .string(provider.baseURL + "/videos/1")])
        try await TestServer.run(in: folder.path, configure: configure) { server in
            var job = JSONValue.null
            try await until("the job is over") {
                let answer = try await server.request("GET", "/api/jobs/\(id)", as: user)
                job = try #require(JSONValue.parse([UInt8](answer.body)))
                #expect(answer.status == 200, "\(job)")
                return job["status"] != "processing"
            }
            #expect(job["status"] == "completed", "\(job)")
        }
        // Its owner's deletion takes it along.
        try await TestServer.run(in: folder.path, configure: configure) { server in
            let password = #"{"password":"secret-Alex Moore"}"#
            #expect(try await server.request("DELETE", "/v1/me", as: user, body: password).status == 204)
            let left = try await server.server.database.read { connection in
                try connection.first("SELECT count(*) FROM video_jobs") { try $0.int(0) }
            }
            #expect(left == 0)
        }
        await provider.stop()
    }

    @Test func aStreamOfAVideoIsRefusedAndSoAreTooMany() async throws {
        let maker = Maker()
        let provider = try await maker.provider()
        try await StudioFixture.proxying(provider) { studio in
            let stream = try await studio.forward(["stream": true], model: "bytedance/seedance-2.0")
            #expect(stream.status == 400)
            for _ in 0..<4 { _ = try await Self.begin(studio) }
            let more = try await studio.forward(model: "bytedance/seedance-2.0")
            #expect(more.status == 429 && more.headers["retry-after"] == "30")
        }
    }
}

/// A film that is whole, box by box.
enum VideoBytes {
    static let film: [UInt8] = {
        let head = box("ftyp", Array("isom\0\0\0\0isommp41".utf8))
        let movie = box("moov", box("mvhd", [UInt8](repeating: 7, count: 100)))
        return head + box("mdat", Array("picture-data".utf8)) + movie
    }()

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let size = 8 + content.count
        return (0..<4).map { UInt8(size >> (24 - 8 * $0) & 255) } + Array(type.utf8) + content
    }
}
