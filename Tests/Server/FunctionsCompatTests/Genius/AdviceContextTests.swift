import Domain
import ModelTestKit
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// What an answer continues, and who may ask.
@Suite(.standardTimeLimit) struct AdviceContextTests {
    private static let question = StudioFixture.asking("What did Sara say about her knee?")

    @Test func onesOwnResponseContinuesTheStoredConversation() async throws {
        let provider = try await ScriptedProvider { _, _ in .text(#"{"advice":"Rest.","confidence":0.5}"#) }
        try await StudioFixture.withKnee(model: provider.baseURL) { studio in
            let first = try await studio.advise(StudioFixture.asking("Is the tangerine plan good for Sara?"))
            let id = try #require(first.responseId)
            // As the app does it: the newest message alone.
            let next = StudioFixture.asking("And since when?", more: ["previous_response_id": .string(id)])
            let second = try await studio.advise(next)
            #expect(!second.statuses.contains("context_restarted"))
            let conversation = second.last?.data["spotter"]?["conversationId"]
            #expect(conversation != nil && conversation == first.last?.data["spotter"]?["conversationId"])
            #expect(provider.requests.last?.json["messages"]?.text.contains("tangerine") == true)
            // What came along isn't believed where the server knows better.
            let forged = StudioFixture.asking(
                "Which is the grapefruit plan?",
                "It is the kumquat plan.",
                "And then?",
                more: ["previousResponseId": .string(id)]
            )
            _ = try await studio.advise(forged)
            #expect(provider.requests.last?.json["messages"]?.text.contains("kumquat") == false)
            #expect(try await studio.conversations().count == 1)
        }
        await provider.stop()
    }

    /// Without an id the context is reset: what was said stays in the list of conversations.
    @Test func withoutAnIdANewConversationBegins() async throws {
        try await StudioFixture.withKnee { studio in
            let first = try await studio.advise(Self.question)
            let second = try await studio.advise(StudioFixture.asking("How is Sara?"))
            #expect(
                first.last?.data["spotter"]?["conversationId"] != second.last?.data["spotter"]?["conversationId"]
            )
            #expect(try await studio.conversations().count == 2)
        }
    }

    @Test func aForeignOrUnknownIdFallsBackAlike() async throws {
        let provider = try await ScriptedProvider { _, _ in .text(#"{"advice":"Rest.","confidence":0.5}"#) }
        try await StudioFixture.withKnee(model: provider.baseURL) { studio in
            let foreign = try #require(try await studio.advise(Self.question).responseId)
            let sara = Credential.bearer(studio.sara.accessToken.reveal())
            var told: [[String]] = []
            for id in [foreign, "resp_018f000000007000800000000000dead", "nonsense", ""] {
                let body = StudioFixture.asking(
                    "My kumquat plan?",
                    "Which one?",
                    "The second.",
                    more: ["previous_response_id": .string(id)]
                )
                let events = try await studio.advise(body, by: sara)
                #expect(events.last?.name == "response_complete" && events.responseId != id)
                told.append(events.told)
                // The history that came along is read instead.
                let sent = provider.requests.last?.json["messages"]?.text ?? ""
                #expect(sent.contains("kumquat") && !sent.contains("What did Sara say about her knee?"))
            }
            #expect(
                Set(told).count == 1
                    && told[0].starts(with: ["status_update created", "status_update context_restarted"])
            )
            #expect(told[0].count { $0 == "status_update context_restarted" } == 1)
        }
        await provider.stop()
    }

    @Test func aDeletedConversationIsLikeNone() async throws {
        try await StudioFixture.withKnee { studio in
            let first = try await studio.advise(Self.question)
            let conversation = try #require(first.last?.data["spotter"]?["conversationId"]?.string)
            _ = try await studio.server.request(
                "DELETE",
                "/v1/assistant/conversations/\(conversation)",
                as: studio.alex
            )
            let id = JSONValue.string(first.responseId ?? "")
            let next = try await studio.advise(StudioFixture.asking("And now?", more: ["previous_response_id": id]))
            #expect(next.statuses.contains("context_restarted") && next.last?.name == "response_complete")
        }
    }

    @Test func whoAsksSignsInAndReadsNoMoreThanTheyMay() async throws {
        try await StudioFixture.withKnee { studio in
            let rivals = try await studio.rivals()
            try await studio.say("Pineapple secret zq4711", rivals.client, in: rivals.chat)
            let (asks, searches) = (try await studio.key("assistant"), try await studio.key("search"))
            for path in ["/advice", "/advice-non-streaming"] {
                for credential in [Credential.none, .bearer("nonsense")] {
                    let answer = try await studio.door("POST", path, credential, Self.question)
                    #expect(answer.status == 401 && answer.json["detail"]?.string != nil, "\(answer.text)")
                }
                let refused = try await studio.door("POST", path, .bearer(searches), Self.question)
                #expect(refused.status == 403 && refused.json["detail"]?.string?.contains("'assistant'") == true)
                let body = StudioFixture.asking("What is the pineapple secret?")
                let answer = try await studio.door("POST", path, .bearer(asks), body)
                #expect(answer.status == 200 && !answer.text.contains("zq4711"))
            }
        }
    }

    /// Advice proposes nothing, whoever asks for it and however.
    @Test func adviceDoesNothing() async throws {
        try await StudioFixture.withKnee { studio in
            let events = try await studio.advise(StudioFixture.asking("Schedule a call with Sara tomorrow at 3pm"))
            #expect(events.last?.data["spotter"]?["proposals"] == [])
            #expect(try await studio.proposals().isEmpty)
        }
    }

    /// The app names a model of its own where it couldn't learn the server's.
    @Test func anUnknownModelIsReplacedAndSaid() async throws {
        try await StudioFixture.withKnee { studio in
            let body = StudioFixture.asking("How is Sara's knee?", more: ["model": "gpt-4.1-mini"])
            let events = try await studio.advise(body)
            #expect(events.statuses.contains("model_replaced") && events.advice?["model_identifier"] == "built-in")
            let named = StudioFixture.asking("How is Sara's knee?", more: ["model": "built-in"])
            #expect(try await !studio.advise(named).statuses.contains("model_replaced"))
        }
    }

    @Test func theModelIsTheSameEverywhere() async throws {
        let provider = try await ScriptedProvider(responses: [])
        for (address, name) in [(nil, "built-in"), (provider.baseURL, "scripted")] {
            try await StudioFixture.withKnee(model: address) { studio in
                for path in ["/model", "/api/v1/settings/default-model"] {
                    #expect(try await studio.door("GET", path, studio.token).json == ["model": .string(name)])
                    #expect(try await studio.door("GET", path, .none).status == 401)
                }
                let health = try await studio.door("GET", "/health", .none)
                #expect(health.json["status"] == "healthy" && health.json["version"]?.string != nil)
                #expect(try await studio.door("GET", "/healthz", .none).json["status"] == "ok")
                #expect(try await studio.door("GET", "/advice", studio.token).status == 405)
            }
        }
        await provider.stop()
    }
}
