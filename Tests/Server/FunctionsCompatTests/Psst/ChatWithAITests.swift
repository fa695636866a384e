import Domain
import LanguageModels
import ModelTestKit
import ServerTestKit
import SpotterServer
import Testing

@Suite struct ChatWithAITests {
    static func ask(
        _ studio: StudioFixture,
        _ message: JSONValue,
        conversation: JSONValue = nil,
        timezone: JSONValue = "America/New_York"
    ) async throws -> CallableAnswer {
        try await studio.call(
            "chatWithAI",
            [
                "userId": .string(studio.alex.id.description), "message": message, "conversationId": conversation,
                "timezone": timezone,
            ]
        )
    }

    @Test func refusalsInTheOriginalsOrderAndWords() async throws {
        try await StudioFixture.open { studio in
            let foreign = JSONValue.string(studio.sara.id.description)
            let mismatch = Refusal.denied("User ID does not match authenticated user")
            for data: JSONValue in [["message": "hi"], ["userId": foreign], ["userId": foreign, "message": 1]] {
                let answer = try await studio.call("chatWithAI", data)
                #expect(answer.refusal == mismatch)
            }
            let noString = Refusal.invalid("Message must be a non-empty string")
            let tooLong = Refusal.invalid("Message is too long. Maximum 4000 characters allowed.")
            let long = JSONValue.string(String(repeating: "a", count: 4001))
            let cases: [(JSONValue, Refusal)] = [
                (nil, noString), (5, noString), (" \n", .invalid("Message cannot be empty")), (long, tooLong),
            ]
            for (message, refusal) in cases {
                let answer = try await Self.ask(studio, message, conversation: "error-saving")
                #expect(answer.refusal == refusal)
            }
            let longest = try await Self.ask(studio, .string(String(repeating: "a", count: 4000)))
            #expect(longest.result?.isSuccess == true)
        }
    }

    @Test func aConversationGoesOn() async throws {
        try await StudioFixture.open { studio in
            try await studio.say("My knee hurts since Sunday", studio.sara)
            let first = try await Self.ask(studio, "What did Sara say about her knee?")
            let result = try #require(first.result)
            #expect(result.isSuccess && result["functionCall"] == nil)
            #expect(result.keys.isSuperset(of: ["success", "response", "conversationId", "tokensUsed"]))
            #expect(result["response"]?.string?.contains("My knee hurts since Sunday") == true)
            #expect(result["tokensUsed"]?.int != nil)
            let id = try #require(result["conversationId"])
            let second = try await Self.ask(studio, "What is on tomorrow?", conversation: id)
            #expect(second.result?["conversationId"] == id)
            let path = "/v1/assistant/conversations/\(id.string ?? "")"
            let tree = try await studio.server.request("GET", path, as: studio.alex)
            #expect(JSONValue.parse([UInt8](tree.body))?["turns"]?.array?.count == 4)
            // An empty id is none.
            #expect(try await Self.ask(studio, "hello", conversation: "").result?["conversationId"] != id)
        }
    }

    @Test func conversationsThatAreNotOnesOwnAreDenied() async throws {
        try await StudioFixture.open { studio in
            let hers = try await studio.call(
                "chatWithAI",
                ["userId": .string(studio.sara.id.description), "message": "hello"],
                as: studio.sara
            )
            let id = try #require(hers.result?["conversationId"])
            for conversation: JSONValue in [id, "0195871a-0000-7000-8000-000000000000", "error-saving"] {
                let answer = try await Self.ask(studio, "hello", conversation: conversation)
                #expect(answer.refusal == .denied("You do not have access to this conversation"))
            }
        }
    }

    @Test(
        arguments: [
            ("America/New_York", "2026-03-12T19:00:00.000Z"), ("Europe/Stockholm", "2026-03-12T14:00:00.000Z"),
        ] as [(JSONValue, JSONValue)]
    )
    func aWishComesBackAsAFunctionCallAndNothingElse(zone: JSONValue, instant: JSONValue) async throws {
        try await StudioFixture.open { studio in
            let message: JSONValue = "schedule a call with Sara tomorrow at 3pm"
            let result = try #require(try await Self.ask(studio, message, timezone: zone).result)
            #expect(result["functionCall"]?["name"] == "scheduleCall")
            let parameters = try #require(result["functionCall"]?["parameters"])
            #expect(parameters["clientId"]?.string == studio.sara.id.description)
            #expect(parameters["clientName"] == "Sara Lindqvist" && parameters["dateTime"] == "2026-03-12T15:00:00")
            #expect(parameters["timezone"] == zone && parameters["duration"] == 30)
            #expect(try await studio.events().isEmpty)
            #expect(try await studio.proposals().map { $0["state"] } == ["pending"])

            #expect(try await studio.execute("scheduleCall", parameters).isSuccess)
            #expect(try await studio.events().map { $0["startsAt"] } == [instant])
        }
    }

    /// What the app confirms is what was proposed: the same proposal, not another one like it.
    @Test(
        arguments: [
            "Schedule a call with Sara tomorrow at 3pm",
            "Book a training session with Sara on Friday at 10am",
            "Schedule a 45 minute call with Sara tomorrow at 3pm about her training",
            "Book Sara for tomorrow at 3pm",
            "Remind me to send the plan tomorrow at 9am",
            "Remind me to ask Sara about her knee tomorrow at 9am",
            "Remind me every Monday at 9am to send the plans",
            "Tell Sara that I'm ten minutes late",
            "Move my dentist appointment to Friday at 10am",
            "Cancel my dentist appointment",
        ]
    )
    func confirmingExecutesTheSameProposal(message: String) async throws {
        try await StudioFixture.open { studio in
            try await studio.event("2026-03-12T15:00:00Z", "2026-03-12T16:00:00Z")
            let answer = try await Self.ask(studio, .string(message))
            let call = try #require(answer.result?["functionCall"], "\(answer.json.text)")
            let name = try #require(call["name"]?.string)
            var parameters = try #require(call["parameters"]?.object)
            for (key, value) in parameters { if let number = value.int { parameters[key] = .wrapped(number) } }
            let result = try await studio.execute(name, .object(parameters))
            #expect(result.isSuccess, "\(result.text)")
            let proposals = try await studio.proposals()
            #expect(proposals.map { $0["state"] } == ["executed"], "\(JSONValue.array(proposals).text)")
            #expect(proposals.first?["id"] == result["actionId"])
            #expect(try await studio.audit().map { $0["door"] } == ["callable", "chat"])
        }
    }

    @Test func aWishThatCollidesLeadsToTheConflictCard() async throws {
        try await StudioFixture.open { studio in
            try await studio.event("2026-03-12T19:00:00Z", "2026-03-12T20:00:00Z")
            let answer = try await Self.ask(studio, "schedule a call with Sara tomorrow at 3pm")
            let parameters = try #require(answer.result?["functionCall"]?["parameters"])
            #expect(try await studio.execute("scheduleCall", parameters).failure == "CONFLICT_DETECTED")
            #expect(try await studio.events().count == 1)
        }
    }

    // MARK: With a language model

    @Test(
        arguments: [
            (
                ScriptedResponse.error(429, "slow down", headers: [("retry-after", "60")]),
                Refusal(
                    429,
                    "RESOURCE_EXHAUSTED",
                    "Too many requests. Please wait 30 seconds and try again."
                )
            ),
            (
                ScriptedResponse.error(400, "bad"),
                .invalid("Invalid request format. Please try rephrasing your message.")
            ),
        ]
    )
    func aProvidersErrorIsNeverTheUsers(response: ScriptedResponse, refusal: Refusal) async throws {
        let provider = try await ScriptedProvider { _, _ in response }
        try await StudioFixture.open(
            model: .init(baseURL: provider.baseURL, apiKey: Secret("sk-secret-zq4711"), model: "scripted")
        ) { studio in
            let answer = try await Self.ask(studio, "How is Sara?")
            #expect(answer.refusal == refusal)
            #expect(!answer.json.text.contains("zq4711"))
        }
        await provider.stop()
    }

    @Test func withoutTheModelTheBuiltInOneAnswersAndSaysSo() async throws {
        let provider = try await ScriptedProvider { _, _ in .error(401, "Incorrect API key provided: sk-secret-zq4711")
        }
        try await StudioFixture.open(
            model: .init(baseURL: provider.baseURL, apiKey: Secret("sk-secret-zq4711"), model: "scripted")
        ) { studio in
            let answer = try await Self.ask(studio, "How is Sara?")
            #expect(answer.result?["response"]?.string?.contains("built-in assistant answers:") == true)
            #expect(!answer.json.text.contains("zq4711"))
        }
        await provider.stop()
    }

    @Test func aModelsAnswerCountsItsTokens() async throws {
        let provider = try await ScriptedProvider { _, _ in
            .text("Sara is well.", usage: .init(inputTokens: 120, outputTokens: 9))
        }
        try await StudioFixture.open(model: .init(baseURL: provider.baseURL, apiKey: nil, model: "scripted")) {
            studio in
            let result = try #require(try await Self.ask(studio, "How is Sara?").result)
            #expect(result["response"] == "Sara is well." && result["tokensUsed"] == 129)
        }
        await provider.stop()
    }
}
