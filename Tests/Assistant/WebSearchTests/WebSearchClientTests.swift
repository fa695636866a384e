import AsyncHTTPClient
import Domain
import ModelTestKit
import OpenAIClient
import Testing

@testable import WebSearch

/// A search engine behind a real socket that plays a script.
@Suite struct WebSearchClientTests {
    private static func with(
        _ responses: [ScriptedResponse],
        kind: WebSearchKind = .searxng,
        key: String? = nil,
        timeouts: ModelTimeouts = ModelTimeouts(firstByte: .seconds(3600), idle: .seconds(3600), total: .seconds(3600)),
        clock: any Clock<Duration> = ContinuousClock(),
        _ body: (WebSearchClient, ScriptedProvider) async throws -> Void
    ) async throws {
        let provider = try await ScriptedProvider(responses: responses)
        let client = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: .modelService())
        let engine = try WebSearchClient(
            configuration: .init(
                kind: kind,
                baseURL: provider.baseURL.replacing("/v1", with: ""),
                apiKey: key.map { Secret($0) },
                timeouts: timeouts
            ),
            httpClient: client,
            clock: clock
        )
        let result: Result<Void, any Error>
        do { result = .success(try await body(engine, provider)) } catch { result = .failure(error) }
        await provider.stop()
        try await client.shutdown()
        try result.get()
    }

    private static let pages: JSONValue = [
        "query": "knee rehab",
        "results": [
            [
                "title": "Knee <b>rehab</b>", "url": "https://www.nhs.uk/knee",
                "content": "Begin&nbsp;gently,\n  daily.",
            ],
            ["title": "Again", "url": "https://www.nhs.uk/knee", "content": "twice"],
            ["title": "Router", "url": "http://192.168.1.1/reboot", "content": "no"], "no object",
            ["url": "https://physio.org/a", "content": "Cycle first."],
        ],
    ]

    private static func failure(_ engine: WebSearchClient) async -> WebSearchError.Reason? {
        do {
            _ = try await engine.results(for: "knee", limit: 5)
            return nil
        } catch {
            return (error as? WebSearchError)?.reason
        }
    }

    @Test func searxngIsAskedAsItIsDocumented() async throws {
        try await Self.with([.json(Self.pages)]) { engine, provider in
            let results = try await engine.results(for: "knee rehab & more+", limit: 5)
            let request = try #require(provider.requests.first)
            #expect(request.method == "GET" && request.path == "/search?q=knee%20rehab%20%26%20more%2B&format=json")
            #expect(request.headers["authorization"] == nil)
            #expect(results.map(\.title) == ["Knee rehab", "physio.org"])
            #expect(results.map(\.host) == ["www.nhs.uk", "physio.org"])
            #expect(results.map(\.snippet) == ["Begin gently, daily.", "Cycle first."])
        }
    }

    @Test func tavilyIsAskedAsItIsDocumented() async throws {
        try await Self.with([.json(Self.pages), .json(Self.pages)], kind: .tavily, key: "tvly-1") { engine, provider in
            #expect(try await engine.results(for: "knee rehab", limit: 1).count == 1)
            let request = try #require(provider.requests.first)
            #expect(request.method == "POST" && request.path == "/search")
            #expect(request.headers["authorization"] == "Bearer tvly-1")
            #expect(request.json["query"] == "knee rehab" && request.json["max_results"] == 1)
        }
    }

    @Test(arguments: [
        (302, WebSearchError.Reason.redirected), (401, .refused), (403, .refused), (429, .tooManySearches),
        (432, .tooManySearches), (504, .timeout), (500, .failed), (404, .failed),
    ])
    func aRefusalIsTold(status: Int, reason: WebSearchError.Reason) async throws {
        var response = ScriptedResponse.json(["results": []], status: status)
        // Where it sends is asked nothing.
        response.headers.append((name: "location", value: "http://127.0.0.1:1/search"))
        try await Self.with([response, .json(Self.pages)]) { engine, provider in
            #expect(await Self.failure(engine) == reason)
            #expect(provider.requests.count == 1)
        }
    }

    @Test(arguments: ["", "<html>", "[]", "{}", #"{"results":{}}"#, #"{"results":[1"#, #"{"results":null}"#])
    func whatIsNoListOfResultsIsTold(body: String) async throws {
        try await Self.with([.body([body], type: "application/json")]) { engine, _ in
            #expect(await Self.failure(engine) == .unreadable)
        }
    }

    @Test func anEmptyListIsNoFailure() async throws {
        try await Self.with([.json(["results": []])]) { engine, _ in
            let results = try await engine.results(for: "knee", limit: 5)
            #expect(results.isEmpty)
        }
    }

    @Test func anAnswerWithoutEndIsCutOff() async throws {
        let piece = String(repeating: "x", count: 1 << 16)
        try await Self.with([.body(Array(repeating: piece, count: 32))]) { engine, _ in
            #expect(await Self.failure(engine) == .tooLong)
        }
    }

    @Test func aBrokenAnswerAndNoAnswerAreTold() async throws {
        try await Self.with([.json(Self.pages).cut(after: 0, .disconnect), .disconnect]) { engine, _ in
            #expect(await Self.failure(engine) == .unreachable)
            #expect(await Self.failure(engine) == .unreachable)
        }
    }

    /// Silence until the first byte is awaited no longer, and the beginning of an answer until the search has taken too long.
    @Test(arguments: [(ScriptedResponse.hang, 8), (ScriptedResponse.body(["{"]).cut(after: 1, .hang), 12)])
    func whoNeverAnswersIsGivenUp(response: ScriptedResponse, seconds: Int) async throws {
        let clock = TestClock()
        let timeouts = ModelTimeouts(firstByte: .seconds(8), idle: .seconds(5), total: .seconds(12))
        try await Self.with([response], timeouts: timeouts, clock: clock) { engine, provider in
            async let failure = Self.failure(engine)
            await provider.requestArrived()
            clock.advance(by: .seconds(seconds))
            #expect(await failure == .timeout)
        }
    }

    @Test func whoLeavesCancelsTheSearch() async throws {
        try await Self.with([.hang]) { engine, provider in
            let search = Task { try await engine.results(for: "knee", limit: 5) }
            await provider.requestArrived()
            search.cancel()
            await #expect(throws: CancellationError.self) { try await search.value }
            await provider.clientHungUp()
        }
    }

    @Test(arguments: ["", "localhost", "ftp://host", "http://", "http://user:word@host"])
    func anAddressThatCantBeOneIsTold(base: String) {
        #expect(throws: WebSearchError.self) { try WebSearchWire(kind: .searxng, base: base, apiKey: nil) }
    }

    @Test func theKeyIsCheckedAtTheStart() {
        #expect(throws: WebSearchError.self) {
            try WebSearchWire(kind: .tavily, base: "https://api.tavily.com", apiKey: Secret("two\nlines"))
        }
    }
}
