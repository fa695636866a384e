import AsyncHTTPClient
import Domain
import Embedding
import Foundation
import ModelTestKit
import OpenAIClient
import Testing

/// A remote embedder against a server on a real socket.
@Suite struct RemoteEmbedderTests {
    typealias Respond = @Sendable (ScriptedProvider.Request, Int) -> ScriptedResponse

    /// Vectors of three numbers that begin with the text's own length, last text first, in what form was asked for.
    private static func answer(_ request: ScriptedProvider.Request, dimension: Int = 3) -> ScriptedResponse {
        let texts = request.json["input"]?.array ?? []
        let entries = texts.indices.reversed().map { index -> JSONValue in
            var vector = [Float](repeating: 0, count: dimension)
            vector[0] = Float(texts[index].string?.count ?? 0)
            vector[dimension - 1] = 1
            return ["object": "embedding", "index": .integer(index), "embedding": encoded(vector, for: request)]
        }
        return .json(["object": "list", "data": .array(entries), "model": "tiny", "usage": ["prompt_tokens": 1]])
    }

    private static func encoded(_ vector: [Float], for request: ScriptedProvider.Request) -> JSONValue {
        guard request.json["encoding_format"]?.string == "base64" else {
            return .array(vector.map { .number(Double($0)) })
        }
        let bytes = vector.flatMap { withUnsafeBytes(of: $0.bitPattern.littleEndian) { Array($0) } }
        return .string(Data(bytes).base64EncodedString())
    }

    private func withEmbedder(
        dimension: Int? = 3,
        retries: Int = 0,
        sleeps: Sleeps = Sleeps(),
        change: (inout RemoteEmbedder.Configuration) -> Void = { _ in },
        respond: @escaping Respond,
        _ body: (RemoteEmbedder, ScriptedProvider) async throws -> Void
    ) async throws {
        let provider = try await ScriptedProvider(respond: respond)
        let client = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: .modelService())
        var configuration = RemoteEmbedder.Configuration(baseURL: provider.baseURL, model: "tiny")
        configuration.retry = sleeps.policy(retries: retries)
        // A busy machine isn't a server that doesn't answer.
        configuration.timeouts = ModelTimeouts(firstByte: .seconds(300), idle: .seconds(300), total: .seconds(600))
        change(&configuration)
        let outcome: Result<Void, any Error>
        do {
            let embedder = try await RemoteEmbedder(configuration, dimension: dimension, httpClient: client)
            outcome = .success(try await body(embedder, provider))
        } catch {
            outcome = .failure(error)
        }
        await provider.stop()
        try await client.shutdown()
        try outcome.get()
    }

    private static func length(_ vector: [Float]) -> Float {
        vector[0] / vector[vector.count - 1]
    }

    @Test func asksInOpenAIsMannerAndOrdersByIndex() async throws {
        try await withEmbedder(change: { $0.apiKey = Secret("sk-1") }, respond: { request, _ in Self.answer(request) })
        {
            embedder,
            provider in
            let vectors = try await embedder.embed(["a", "bbbb", "cc", ""])
            #expect(vectors.map { Self.length($0).rounded() } == [1, 4, 2, 1])
            let request = try #require(provider.requests.first)
            #expect(request.method == "POST")
            #expect(request.path == "/v1/embeddings")
            #expect(request.headers["authorization"] == "Bearer sk-1")
            #expect(request.json["model"]?.string == "tiny")
            #expect(request.json["encoding_format"]?.string == "base64")
            #expect(request.json["input"]?.array?.count == 4)
            #expect(request.json["dimensions"] == nil)
        }
    }

    @Test func theDimensionIsAskedOfTheServerOnceAndStandsInTheModelsName() async throws {
        try await withEmbedder(dimension: nil, respond: { request, _ in Self.answer(request, dimension: 5) }) {
            embedder,
            provider in
            #expect(embedder.model == EmbeddingModel(name: "tiny/5", dimension: 5))
            #expect(provider.requests.count == 1)
            let vectors = try await embedder.embed(["ok"])
            #expect(vectors[0].count == 5)
        }
    }

    @Test func requestsHoldSoManyTextsAndSoManyCharacters() async throws {
        let change: (inout RemoteEmbedder.Configuration) -> Void = {
            $0.batch = 3
            $0.batchCharacters = 10
        }
        try await withEmbedder(change: change, respond: { request, _ in Self.answer(request) }) { embedder, provider in
            let texts = [1, 1, 1, 1, 6, 6, 20, 2].map { String(repeating: "x", count: $0) }
            let vectors = try await embedder.embed(texts)
            #expect(vectors.map { Int(Self.length($0).rounded()) } == texts.map(\.count))
            #expect(provider.requests.map { $0.json["input"]?.array?.count } == [3, 2, 1, 1, 1])
            let none = try await embedder.embed([])
            #expect(none.isEmpty)
        }
    }

    @Test func asksAgainAfterARefusalThatPassesAsLateAsTheServerWants() async throws {
        let sleeps = Sleeps()
        let respond: Respond = { request, position in
            switch position {
            case 0: .error(429, "slow down", headers: [("retry-after", "2")])
            case 1: .error(503, "loading")
            case 2: .disconnect
            default: Self.answer(request)
            }
        }
        try await withEmbedder(retries: 3, sleeps: sleeps, respond: respond) { embedder, provider in
            let vectors = try await embedder.embed(["abc"])
            #expect(vectors.count == 1)
            #expect(provider.requests.count == 4)
            #expect(sleeps.all == [.seconds(2), .seconds(1), .seconds(2)])
        }
    }

    @Test(
        arguments: [
            (401, .authentication), (403, .authentication), (404, .misconfigured), (400, .rejected),
            (413, .rejected), (422, .rejected), (500, .unavailable), (429, .rateLimited(retryAfter: nil)),
        ] as [(Int, ModelError.Code)]
    )
    func whatWasRefusedSaysWhyAndShowsNoKey(status: Int, code: ModelError.Code) async throws {
        try await withEmbedder(
            change: { $0.apiKey = Secret("sk-very-secret") },
            respond: { _, _ in .error(status, "bad key sk-very-secret") }
        ) { embedder, provider in
            let failure = await #expect(throws: ModelError.self) { try await embedder.embed(["a", "b"]) }
            #expect(failure?.code == code)
            #expect(failure?.message.contains("very-secret") == false)
            #expect(provider.requests.count == 1)
        }
    }

    @Test func oneBadTextDoesntKeepTheOthersFromTheirVectors() async throws {
        let respond: Respond = { request, _ in
            let texts = request.json["input"]?.array ?? []
            return texts.contains { ($0.string?.count ?? 0) > 100 } ? .error(400, "too long") : Self.answer(request)
        }
        try await withEmbedder(respond: respond) { embedder, provider in
            var texts = (1...16).map { String(repeating: "x", count: $0) }
            texts[11] = String(repeating: "y", count: 101)
            let results = try await embedder.embedEach(texts)
            for (index, result) in results.enumerated() {
                switch result {
                case .success(let vector): #expect(Int(Self.length(vector).rounded()) == texts[index].count)
                case .failure(let error):
                    #expect(index == 11)
                    #expect((error as? ModelError)?.code == .rejected)
                }
            }
            #expect(results.filter { (try? $0.get()) == nil }.count == 1)
            #expect(provider.requests.count == 9)
        }
    }

    @Test func aServerThatKnowsNoBase64IsAskedForFloatsFromThenOn() async throws {
        let respond: Respond = { request, _ in
            request.json["encoding_format"] == nil
                ? Self.answer(request) : .error(400, "unsupported parameter: encoding_format")
        }
        try await withEmbedder(respond: respond) { embedder, provider in
            for _ in 0..<2 {
                let vectors = try await embedder.embed(["abc"])
                #expect(vectors.count == 1)
            }
            #expect(provider.requests.count == 3)
        }
    }

    @Test func aServerThatIgnoresBase64MayAnswerWithFloats() async throws {
        let floats: JSONValue = ["data": [["index": 0, "embedding": [0, 0.5, 0]]]]
        try await withEmbedder(respond: { _, _ in .json(floats) }) { embedder, _ in
            let vectors = try await embedder.embed(["abc"])
            #expect(vectors == [[0, 1, 0]])
        }
    }

    @Test func anotherLengthThanWantedIsAskedForByNameThenRefused() async throws {
        try await withEmbedder(
            respond: { request, _ in Self.answer(request, dimension: request.json["dimensions"]?.int ?? 8) }
        ) { embedder, provider in
            let vectors = try await embedder.embed(["abc"])
            #expect(vectors[0].count == 3)
            #expect(provider.requests.count == 2)
        }
        try await withEmbedder(respond: { request, _ in Self.answer(request, dimension: 8) }) { embedder, _ in
            let failure = await #expect(throws: ModelError.self) { try await embedder.embed(["abc"]) }
            #expect(failure?.code == .protocolViolation)
            #expect(failure?.message.contains("8 numbers where 3") == true)
        }
    }

    @Test func aBodyThatBreaksOffIsAnErrorAtOnceOrAfterAnotherTry() async throws {
        let whole = ScriptedResponse.body(
            [#"{"data":[{"index":0,"emb"#, #"edding":[1,0,0]}]}"#],
            type: "application/json"
        )
        try await withEmbedder(respond: { _, _ in whole.cut(after: 1, .complete) }) { embedder, _ in
            let failure = await #expect(throws: ModelError.self) { try await embedder.embed(["abc"]) }
            #expect(failure?.code == .protocolViolation)
        }
        let respond: Respond = { _, position in position == 0 ? whole.cut(after: 1, .disconnect) : whole }
        try await withEmbedder(retries: 1, respond: respond) { embedder, _ in
            let vectors = try await embedder.embed(["abc"])
            #expect(vectors == [[1, 0, 0]])
        }
    }

    @Test func aServerThatNeverAnswersIsGivenUpOn() async throws {
        let timeouts = ModelTimeouts(firstByte: .milliseconds(50), idle: .seconds(1), total: .seconds(2))
        try await withEmbedder(change: { $0.timeouts = timeouts }, respond: { _, _ in .hang }) { embedder, _ in
            let failure = await #expect(throws: ModelError.self) { try await embedder.embed(["abc"]) }
            #expect(failure?.code == .timeout)
        }
    }

    @Test func aCancelledCallerGetsNoVectorsAndNoFailure() async throws {
        try await withEmbedder(respond: { _, _ in .hang }) { embedder, provider in
            let task = Task { try await embedder.embed(["abc"]) }
            await provider.requestArrived()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test(arguments: ["", "ftp://x/v1", "https://", "https://user:pw@host/v1"])
    func anAddressThatCantBeOneIsAMistakeInTheSettings(address: String) async throws {
        let client = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup)
        let failure = await #expect(throws: ModelError.self) {
            try await RemoteEmbedder(.init(baseURL: address, model: "m"), dimension: 3, httpClient: client)
        }
        #expect(failure?.code == .misconfigured)
        try await client.shutdown()
    }
}
