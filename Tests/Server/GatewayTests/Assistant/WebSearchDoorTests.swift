import Domain
import LanguageModels
import ModelTestKit
import ServerTestKit
import SpotterServer
import Testing

/// The search of the web over real sockets: a scripted engine, a scripted model, a real server.
@Suite struct WebSearchDoorTests {
    private static let pages: JSONValue = [
        "results": [
            ["title": "Knee rehabilitation", "url": "https://www.nhs.uk/knee", "content": "Begin gently."],
            ["title": "Router", "url": "http://192.168.1.1/", "content": "never shown"],
        ]
    ]

    private static func with(
        _ engine: @escaping @Sendable (ScriptedProvider.Request, Int) -> ScriptedResponse,
        model: [ScriptedResponse]? = nil,
        _ body: @Sendable (AssistantFixture, ScriptedProvider) async throws -> Void
    ) async throws {
        let engine = try await ScriptedProvider(respond: engine)
        var provider: ScriptedProvider?
        if let model { provider = try await ScriptedProvider(responses: model) }
        let address = engine.baseURL.replacing("/v1", with: "")
        try await AssistantFixture.open(provider: provider) {
            $0.webSearch = WebSearchSettings(baseURL: address)
        } _: {
            try await body($0, engine)
        }
        await engine.stop()
        await provider?.stop()
    }

    @Test func theStreamTellsWhatIsSearched() async throws {
        let call = ToolCall(id: "1", name: "webSearch", arguments: ["query": "knee rehab Sara zebra"])
        let model: [ScriptedResponse] = [.toolCalls([call]), .text("Begin gently [2].")]
        try await Self.with({ _, _ in .json(Self.pages) }, model: model) { studio, engine in
            try await studio.say("My knee is a zebra secret", studio.sara)
            let reader = try await studio.stream("Search the web for knee rehab for Sara")
            let events = try await reader.rest()
            #expect(engine.requests.map(\.path) == ["/search?q=knee%20rehab&format=json"])
            let searches = events.filter { $0.name == "web.search" }.map(\.data)
            #expect(searches.map { $0["state"] } == ["started", "completed"])
            #expect(searches.first?["text"] == "Searching the web…" && searches.last?["results"] == 1)
            let completed = try #require(events.first("completed"))
            #expect(completed["text"] == "Begin gently [w1].")
            #expect(completed["webSources"]?[0]?["host"] == "www.nhs.uk")
            #expect(completed["webSources"]?[0]?["title"] == "Knee rehabilitation")
            #expect(completed["webSearches"]?[0]?["query"] == "knee rehab")
        }
    }

    @Test func withoutAModelTheResultsAreTheAnswer() async throws {
        try await Self.with({ _, _ in .json(Self.pages) }) { studio, engine in
            let answer = try await studio.ask("Search the web for knee rehab")
            #expect(answer.json["text"]?.string?.contains("“Begin gently.” [w1]") == true)
            #expect(answer.json["webSources"]?.array?.count == 1)
            let models = try await studio.request("GET", "/v1/assistant/models")
            #expect(models.json["searchesWeb"] == true)
            _ = try await studio.ask("Search the web for knee rehab", more: ["webSearch": false])
            #expect(engine.requests.count == 1)
        }
    }

    @Test(arguments: [
        ScriptedResponse.error(500, "boom zebra"), .body(["<html>zebra"], type: "text/html"), .disconnect,
    ])
    func aFaultOfTheEngineIsToldAndNothingBreaks(response: ScriptedResponse) async throws {
        try await Self.with({ _, _ in response }) { studio, _ in
            let answer = try await studio.ask("Search the web for knee rehab")
            #expect(answer.status == 200 && answer.json["kind"] == "nothing")
            #expect(answer.json["webSearches"]?[0]?["state"] == "failed")
            #expect(answer.json["text"]?.string?.contains("zebra") == false)
        }
    }
}
