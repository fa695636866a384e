import Domain
import ModelTestKit
import Testing

@testable import LanguageModels

@Suite struct LocalModelServerTests {
    private func provider(_ status: Int, _ body: String) async throws -> ScriptedProvider {
        var response = ScriptedResponse()
        response.status = status
        response.headers = [("Content-Type", "application/json")]
        response.pieces = [Array(body.utf8)]
        return try await ScriptedProvider(responses: [response])
    }

    private func port(of provider: ScriptedProvider) throws -> Int {
        try #require(provider.baseURL.split(separator: ":").last?.split(separator: "/").first.flatMap { Int($0) })
    }

    @Test func aServerIsFoundAndAskedForItsModelsOnly() async throws {
        let ollama = try await provider(200, #"{"object":"list","data":[{"id":"llama3.1:8b","object":"model"}]}"#)
        // A server of Spotter's own is one that wants a token.
        let other = try await provider(401, #"{"error":{"message":"no token"}}"#)
        let (port, otherPort) = (try port(of: ollama), try port(of: other))
        let found = await LocalModelServer.find(ports: [otherPort, port])
        #expect(found == [LocalModelServer(port: port, model: "llama3.1:8b")])
        #expect(found.first?.baseURL == ollama.baseURL)
        #expect(ollama.requests.map(\.path) == ["/v1/models"] && ollama.requests.map(\.method) == ["GET"])
        await ollama.stop()
        await other.stop()
    }

    @Test func nobodyListens() async throws {
        let gone = try await provider(200, "")
        let port = try port(of: gone)
        await gone.stop()
        #expect(await LocalModelServer.find(ports: [port]).isEmpty)
    }

    @Test(arguments: [
        (#"{"data":[{"id":"a model; rm -rf /"},{"id":"qwen2.5"}]}"#, "qwen2.5" as String?),
        (#"{"data":[{"id":"--help"}]}"#, nil), (#"{"data":[]}"#, nil), (#"[]"#, nil), ("<html>", nil), ("", nil),
        (#"{"data":[{"id":7}, 3, {"name":"x"}]}"#, nil), (#"{"data":[{"id":"meta/llama-3"}]}"#, "meta/llama-3"),
    ]) func onlyNamesThatCanStandInACommandAreTold(body: String, model: String?) {
        #expect(LocalModelServer.firstModel(in: Array(body.utf8)) == model)
    }
}
