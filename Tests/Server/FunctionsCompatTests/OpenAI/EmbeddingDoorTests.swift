import Domain
import Foundation
import ModelTestKit
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// Vectors and transcriptions by OpenAI's contracts.
@Suite(.standardTimeLimit) struct EmbeddingDoorTests {
    private static func open(_ body: @Sendable (StudioFixture) async throws -> Void) async throws {
        let provider = try await ScriptedProvider { request, _ in
            let texts = request.json["input"]?.array ?? []
            let data = texts.enumerated().map { index, text -> JSONValue in
                let first = text.string == "first"
                return ["object": "embedding", "index": .integer(index), "embedding": first ? [1, 0] : [0.6, 0.8]]
            }
            return .json(["object": "list", "data": .array(data), "model": "tiny", "usage": ["prompt_tokens": 1]])
        }
        try await TestServer.run {
            $0.loadsModel = true
            $0.embedding.remote = .init(baseURL: provider.baseURL, model: "tiny")
            $0.embedding.remote?.dimension = 2
            $0.embedding.fallsBack = false
        } _: { server in
            let alex = try await server.register("Alex Moore", role: .trainer)
            let sara = try await server.register("Sara", role: .client)
            try await body(StudioFixture(server: server, alex: alex, sara: sara, chat: .init(high: 0, low: 0)))
        }
        await provider.stop()
    }

    private func embed(_ studio: StudioFixture, _ body: JSONValue) async throws -> DoorAnswer {
        let key = Credential.bearer(try await studio.key("search"))
        return try await studio.door("POST", "/openai/v1/embeddings", key, body)
    }

    @Test func vectorsComeAsNumbersAndAsBytes() async throws {
        try await Self.open { studio in
            for name in ["spotter-embedding", "tiny"] {
                let answer = try await embed(studio, ["model": .string(name), "input": ["first", "second"]])
                #expect(answer.json["object"] == "list" && answer.json["model"] == "tiny", "\(answer.text)")
                let data = try #require(answer.json["data"]?.array)
                #expect(data.map { $0["index"] } == [0, 1] && data.allSatisfy { $0["object"] == "embedding" })
                #expect(data[0]["embedding"] == [1, 0])
                #expect(answer.json["usage"]?["prompt_tokens"]?.int ?? 0 > 0)
            }
            let packed = try await embed(
                studio,
                ["model": "tiny", "input": "second", "encoding_format": "base64", "dimensions": 2]
            )
            let bytes = try #require(packed.json["data"]?[0]?["embedding"]?.string.flatMap { Data(base64Encoded: $0) })
            let values = stride(from: 0, to: bytes.count, by: 4).map { start in
                Float(bitPattern: bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
            }
            #expect(values == [0.6, 0.8])
        }
    }

    @Test(
        arguments: [
            (["model": "tiny", "input": "x", "dimensions": 3], "dimensions"),
            (["model": "tiny", "input": [1, 2]], "input"),
            (["model": "tiny", "input": [[1, 2]]], "input"), (["model": "tiny", "input": ["x", " "]], "input"),
            (["model": "tiny", "input": []], "input"), (["model": "tiny"], "input"), (["input": "x"], "model"),
            (["model": "tiny", "input": "x", "encoding_format": "int8"], "encoding_format"),
        ] as [(JSONValue, String)]
    )
    func whatIsntOursIsRefused(body: JSONValue, param: String) async throws {
        try await Self.open { studio in
            let answer = try await embed(studio, body)
            #expect(answer.status == 400 && answer.error?["param"]?.string == param, "\(answer.text)")
        }
    }

    @Test func anotherModelIsntFound() async throws {
        try await Self.open { studio in
            let answer = try await embed(studio, ["model": "text-embedding-3-small", "input": "x"])
            #expect(answer.status == 404 && answer.error?["code"] == "model_not_found")
            #expect(try await studio.complete(.asking("hello"), ["model": "tiny"]).status == 404)
        }
    }

    @Test func geminiEmbedsOneAndSeveral() async throws {
        try await Self.open { studio in
            let key = Credential.header(try await studio.key("search"))
            let path = "/v1beta/models/spotter-embedding"
            let content: JSONValue = ["parts": [["text": "first"]]]
            let one = try await studio.door("POST", "\(path):embedContent", key, ["content": content])
            #expect(one.json == ["embedding": ["values": [1, 0]]], "\(one.text)")
            let requests: JSONValue = [
                "requests": [["model": "models/x", "content": content], ["content": ["parts": [["text": "second"]]]]]
            ]
            let two = try await studio.door("POST", "\(path):batchEmbedContents", key, requests)
            #expect(two.json["embeddings"]?.array?.count == 2 && two.json["embeddings"]?[0]?["values"] == [1, 0])
            let short: JSONValue = ["content": content, "output_dimensionality": 1]
            let refused = try await studio.door("POST", "\(path):embedContent", key, short)
            #expect(refused.status == 400 && refused.error?["status"] == "INVALID_ARGUMENT")
        }
    }

    @Test func aRecordingIsTranscribed() async throws {
        let service = try await ScriptedProvider { _, _ in
            .json(["text": "My knee hurts", "language": "english", "duration": 2.0])
        }
        try await TestServer.run {
            $0.transcription.baseURL = service.baseURL
        } _: { server in
            let alex = try await server.register("Alex Moore", role: .trainer)
            let studio = StudioFixture(server: server, alex: alex, sara: alex, chat: .init(high: 0, low: 0))
            let path = "/openai/v1/audio/transcriptions"
            let answer = try await RESTClient(baseURL: server.baseURL).request(
                "POST",
                path,
                token: alex.accessToken.reveal(),
                headers: ["Content-Type": "audio/wav"],
                body: TestRecording.text(seconds: 2)
            )
            let json = JSONValue.parse([UInt8](answer.body))
            #expect(answer.status == 200 && json?["text"] == "My knee hurts" && json?["task"] == "transcribe")
            let narrow = Credential.bearer(try await studio.key("assistant", "search"))
            #expect(try await studio.door("POST", path, narrow, [:]).status == 403)
            let broken = try await studio.door("POST", path, studio.token, ["file": "x"])
            #expect(broken.status == 400 && broken.error?["type"] == "invalid_request_error")
        }
        await service.stop()
    }
}
