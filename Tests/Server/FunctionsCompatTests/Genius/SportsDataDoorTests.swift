import Domain
import LanguageModels
import ModelTestKit
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// The sports data service behind `/pybaseball` and behind a language model's tools.
@Suite(.standardTimeLimit) struct SportsDataDoorTests {
    private static let figures = ScriptedResponse.json(["result": "Ohtani .310\n<b>44 HR</b>"])

    @Test func theRoutesAskTheService() async throws {
        try await SportsFixture.open({ _, _ in Self.figures }) { world in
            for path in [
                "/player/Shohei%20Ohtani?year=2025", "/standings", "/leaders/HR?top_n=5&player_type=pitching",
                "/search/Trout", "/health",
            ] {
                let answer = try await world.get(path)
                #expect(answer.status == 200 && answer.json["status"] == "ok", "\(path): \(answer.text)")
            }
            #expect(try await world.get("/standings").json["data"] == "Ohtani .310\n<b>44 HR</b>")
            #expect(
                world.service.requests.map { "\($0.method) \($0.path) \($0.json.text)" }.prefix(5) == [
                    #"POST /api/tools/player_stats {"player_name":"Shohei Ohtani","year":2025}"#,
                    "POST /api/tools/mlb_standings {}",
                    #"POST /api/tools/stat_leaders {"player_type":"pitching","stat":"HR","top_n":5}"#,
                    #"POST /api/tools/search_players {"search_term":"Trout"}"#,
                    #"POST /api/tools/search_players {"search_term":"Trout"}"#,
                ]
            )
            for path in [
                "/standings?year=x", "/standings?year=1492", "/leaders/HR?top_n=51", "/leaders/HR?player_type=both",
                "/search/\(String(repeating: "x", count: 101))",
            ] {
                let answer = try await world.get(path)
                #expect(answer.status == 422 && answer.json["detail"]?[0]?["loc"] != nil, "\(path): \(answer.text)")
            }
            #expect(try await world.get("/standings", by: Credential.none).status == 401)
            let searches = try await world.studio.key("search")
            #expect(try await world.get("/standings", by: .bearer(searches)).status == 403)
        }
    }

    @Test func withoutAServiceThatIsSaid() async throws {
        try await StudioFixture.open { studio in
            for path in ["/player/Trout", "/standings", "/leaders/HR", "/search/Trout", "/health"] {
                let answer = try await studio.door("GET", "/pybaseball\(path)", studio.token)
                let words: JSONValue = ["detail": "No sports data service is set up on this server."]
                #expect(answer.status == 404 && answer.json == words, "\(answer.text)")
            }
        }
    }

    /// Nothing of what the service sends in an error reaches anybody.
    @Test func aFailingServiceIsClear() async throws {
        let elsewhere = try await ScriptedProvider { _, _ in .json(["result": "elsewhere"]) }
        var redirect = ScriptedResponse.json(["result": "no"], status: 302)
        redirect.headers.append(("location", elsewhere.baseURL))
        let far = redirect
        let table: [(ScriptedResponse, Int, String)] = [
            (.error(500, "grapefruit"), 502, "has a fault"), (.error(429, "grapefruit"), 503, "too many requests"),
            (.error(401, "grapefruit"), 502, "refuses"), (.error(404, "grapefruit"), 404, "knows nothing"),
            (far, 502, "sends elsewhere"), (.disconnect, 502, "can't be reached"),
            (.body(["grapefruit"]), 502, "can't be read"), (.json(["grapefruit": 1]), 502, "can't be read"),
            (.json(["result": .string(String(repeating: "x", count: 2 << 20))]), 502, "too long"),
        ]
        try await SportsFixture.open({ _, position in table[position % table.count].0 }) { world in
            for (_, status, words) in table {
                let answer = try await world.get("/standings")
                let detail = answer.json["detail"]?.string
                #expect(answer.status == status && detail?.contains(words) == true, "\(answer.text)")
                #expect(!answer.text.contains("grapefruit"))
            }
            #expect(elsewhere.requests.isEmpty)
        }
        await elsewhere.stop()
    }

    // MARK: Credentials

    @Test func credentialsGoToTheServiceAndNowhereElse() async throws {
        try await SportsFixture.open({ _, _ in Self.figures }) { world in
            _ = try await world.get("/standings")
            #expect(try await world.set().status == 200)
            _ = try await world.get("/standings")
            let sara = Credential.bearer(world.studio.sara.accessToken.reveal())
            _ = try await world.get("/standings", by: sara)
            _ = try await world.studio.door("DELETE", SportsFixture.path, world.studio.token)
            _ = try await world.get("/standings")
            let cookies = world.service.requests.map { $0.headers["cookie"] }
            #expect(cookies == [nil, "SWID={F00D-KUMQUAT}; espn_s2=AEBtangerine%2Bsecret", nil, nil])
            #expect(world.service.requests.allSatisfy { $0.headers["authorization"] == nil })
        }
    }

    // MARK: Tools

    private static func call(_ name: String, _ arguments: JSONValue) -> ToolCall {
        ToolCall(id: "call_\(name)", name: name, arguments: arguments)
    }

    @Test func whatTheServiceSaysReachesTheModelAsData() async throws {
        let arguments: JSONValue = ["player_name": "Shohei Ohtani", "year": 2025]
        let model = try await ScriptedProvider(responses: [
            .toolCalls([Self.call("get_mlb_player_stats", arguments)]),
            .text(#"{"advice":"Start Ohtani.","confidence":0.8}"#),
        ])
        try await SportsFixture.open(model: model, { _, _ in Self.figures }) { world in
            let events = try await world.studio.advise(StudioFixture.asking("Should I start Ohtani?"))
            #expect(
                events.told.filter { $0 != "text_delta" } == [
                    "status_update created", "status_update function_call_started", "tool_result",
                    "status_update function_call_completed", "status_update message_start",
                    "status_update message_generating_done", "response_complete complete",
                ]
            )
            let result = try #require(events.first { $0.name == "tool_result" }?.data)
            #expect(result["tool"] == "get_mlb_player_stats")
            #expect(result["result"]?.string?.contains("Ohtani .310") == true)
            #expect(world.service.requests.map(\.json) == [arguments])
            let told = try #require(model.requests.last?.json["messages"]?.array?.last?["content"]?.string)
            #expect(told.contains("never instructions") && told.contains("Ohtani .310\n&lt;b&gt;44 HR"))
            #expect(events.advice?["main_advice"] == "Start Ohtani.")
            let tools = model.requests.first?.json["tools"]?.text ?? ""
            for name in ["get_mlb_player_stats", "get_mlb_standings", "search_mlb_players"] {
                #expect(tools.contains("\"\(name)\""))
            }
        }
    }

    /// What stands in a chat can't have the model carry it out.
    @Test func wordsOfChatsDontLeave() async throws {
        let model = try await ScriptedProvider(responses: [
            .toolCalls([Self.call("search_mlb_players", ["search_term": "Sara kneecap tangerine Ohtani"])]),
            .toolCalls([Self.call("search_mlb_players", ["search_term": "kneecap"])]),
            .text(#"{"advice":"Start Ohtani.","confidence":0.8}"#),
        ])
        try await SportsFixture.open(model: model, { _, _ in Self.figures }) { world in
            try await world.studio.say("My kneecap is a tangerine, look that up", world.studio.sara)
            let question = "What about the tangerine, and what did Sara say of Ohtani?"
            let events = try await world.studio.advise(StudioFixture.asking(question))
            #expect(world.service.requests.map(\.json) == [["search_term": "Sara tangerine Ohtani"]])
            #expect(events.contains { $0.name == "tool_error" && $0.data["tool"] == "search_mlb_players" })
        }
    }

    @Test func aFailingServiceDoesntEndTheAdvice() async throws {
        let model = try await ScriptedProvider(responses: [
            .toolCalls([Self.call("get_mlb_standings", [:])]), .text(#"{"advice":"Wait.","confidence":0.2}"#),
        ])
        try await SportsFixture.open(model: model, { _, _ in .error(500, "grapefruit") }) { world in
            let events = try await world.studio.advise(StudioFixture.asking("Who leads?"))
            #expect(events.statuses.contains("function_call_failed") && events.advice?["main_advice"] == "Wait.")
            let error = events.first { $0.name == "tool_error" }?.data
            #expect(error == ["tool": "get_mlb_standings", "error": "The sports data service has a fault."])
        }
    }

    /// The tools are the app's: other doors don't lend them.
    @Test func otherDoorsHaveNoSuchTools() async throws {
        let model = try await ScriptedProvider { _, _ in .text("Fine.") }
        try await SportsFixture.open(model: model, { _, _ in Self.figures }) { world in
            _ = try await world.studio.complete(.asking("Should I start Ohtani?"))
            #expect(model.requests.first?.json["tools"]?.text.contains("mlb") == false)
        }
    }
}
