import Domain
import ServerTestKit
import Testing

/// The assistant's answer over REST and as a stream, with the built-in model.
@Suite struct AssistantDoorTests {
    static let schedule = "Schedule a call with Sara tomorrow at 3pm"

    // MARK: The whole answer

    @Test func anAnswerHasEveryKeyWithItsSources() async throws {
        try await AssistantFixture.open { studio in
            let said = try await studio.say("My knee hurts since Sunday", studio.sara)
            let answer = try await studio.ask("What did Sara say about her knee?")
            #expect(answer.status == 200)
            #expect(
                answer.json.keys == [
                    "conversationId", "messageId", "kind", "text", "citations", "proposals", "needs", "model", "usage",
                    "webSources", "webSearches", "advice",
                ]
            )
            #expect(answer.json.object?["needs"] == .null && answer.json["proposals"] == [])
            #expect(answer.json["model"] == "built-in")
            #expect(answer.json["usage"] == ["inputTokens": 0, "cachedInputTokens": 0, "outputTokens": 0])
            #expect(answer.json["text"]?.string?.contains("My knee hurts since Sunday") == true)
            #expect(
                answer.json["citations"]?[0] == [
                    "messageId": .string(said.id.description), "chatId": .string(studio.chat.description),
                    "clientMessageId": .string(said.clientMessageId), "senderName": "Sara Lindqvist",
                    "sentAt": .string(said.createdAt.description), "quote": "My knee hurts since Sunday",
                ]
            )
        }
    }

    @Test func aWishBecomesAProposalInBothZones() async throws {
        try await AssistantFixture.open { studio in
            let answer = try await studio.ask(Self.schedule)
            let proposal = try #require(answer.json["proposals"]?[0])
            #expect(answer.json["proposals"]?.array?.count == 1)
            #expect(proposal.keys == ["id", "tool", "arguments", "summary", "state", "expiresAt", "version"])
            #expect(proposal["tool"] == "scheduleCall" && proposal["state"] == "pending")
            #expect(
                proposal["summary"]
                    == "Call with Sara Lindqvist, Thu 12 Mar 15:00 (New York) = 20:00 Stockholm, 30 min"
            )
            #expect(
                proposal["arguments"] == [
                    "clientId": .string(studio.sara.id.description), "startsAt": "2026-03-12T19:00:00.000Z",
                    "durationMinutes": 30, "eventType": "call", "title": "Call with Sara Lindqvist",
                    "timezone": "America/New_York",
                ]
            )
            #expect(try await studio.events().isEmpty)
        }
    }

    @Test(
        arguments: [
            ("Schedule a call with Sam tomorrow at 3pm", "selection", ["kind", "about", "prompt", "options"]),
            (schedule, "conflict", ["kind", "conflictsWith", "suggestions", "proposed"]),
            ("Schedule a call with Sara", "clarification", ["kind", "missing", "prompt"]),
            ("Schedule a call with Veronica tomorrow at 3pm", "notFound", ["kind", "about", "name"]),
        ] as [(String, JSONValue, Set<String>)]
    )
    func whatIsMissingIsNeeded(message: String, kind: JSONValue, keys: Set<String>) async throws {
        try await AssistantFixture.open { studio in
            _ = try await studio.client("Sam Lee")
            _ = try await studio.client("Sam Fox")
            let taken: JSONValue = [
                "eventType": "adhoc", "title": "Dentist", "startsAt": "2026-03-12T19:00:00Z",
                "endsAt": "2026-03-12T20:00:00Z",
            ]
            #expect(try await studio.request("POST", "/v1/calendar/events", taken).status == 201)
            let answer = try await studio.ask(message).json
            let needs = try #require(answer["needs"], "\(answer.text)")
            #expect(needs["kind"] == kind && needs.keys == keys)
            #expect(answer["proposals"] == [] && answer["text"]?.string?.isEmpty == false)
            switch kind {
            case "selection":
                #expect(needs["options"]?.array?.count == 2)
                #expect(needs["options"]?[0]?.keys == ["id", "title", "subtitle"])
            case "conflict":
                #expect(needs["conflictsWith"]?[0]?.keys == ["eventId", "title", "startsAt", "endsAt"])
                #expect(needs["suggestions"]?.array?.count == 3)
                #expect(needs["proposed"]?["tool"] == "scheduleCall")
            case "clarification": #expect(needs["missing"] == ["time"])
            default: #expect(needs["name"] == "Veronica")
            }
            #expect(try await studio.events().count == 1)
        }
    }

    @Test func badQuestionsAreRefused() async throws {
        try await AssistantFixture.open { studio in
            let hers = try await studio.ask("hello", as: studio.sara)
            let foreign = try #require(hers.json["conversationId"])
            let cases: [(JSONValue, Int, String)] = [
                ([:], 400, "invalid_request"), (["message": 5], 400, "invalid_request"),
                (["message": "  "], 400, "invalid_request"),
                (["message": .string(String(repeating: "a", count: 4001))], 400, "invalid_request"),
                (["message": "hi", "timezone": "Mars/Olympus"], 400, "invalid_request"),
                (["message": "hi", "model": "none such"], 400, "invalid_request"),
                (["message": "hi", "conversationId": foreign], 404, "not_found"),
                (["message": "hi", "conversationId": "0195871a-0000-7000-8000-000000000000"], 404, "not_found"),
                (["message": "hi", "parentId": "nothing"], 400, "invalid_request"),
            ]
            for (body, status, code) in cases {
                let answer = try await studio.request("POST", "/v1/assistant/query", body)
                #expect(answer.status == status && answer.errorCode == code, "\(body.text.prefix(80))")
                // A refusal is an ordinary answer, also where a stream was asked for.
                await #expect(throws: ServerEventReader.Refused.self) {
                    _ = try await ServerEventReader.open(
                        studio.server.baseURL + "/v1/assistant/query",
                        token: studio.alex.accessToken.reveal(),
                        body: body
                    )
                }
            }
            #expect(try await studio.server.request("POST", "/v1/assistant/query", body: "{}").status == 401)
        }
    }

    // MARK: The stream

    @Test func aQuotingAnswerStreamsInOrder() async throws {
        try await AssistantFixture.open { studio in
            try await studio.say("My knee hurts since Sunday", studio.sara)
            let reader = try await studio.stream("What did Sara say about her knee?")
            let events = try await reader.rest()
            #expect(events.names.first == "started")
            #expect(events.names.dropFirst().first == "retrieved")
            #expect(events.names.suffix(2) == ["usage", "completed"])
            #expect(events.names.dropFirst(2).dropLast(2).allSatisfy { $0 == "text.delta" })
            let completed = try #require(events.first("completed"))
            #expect(events.first("started") == Self.ids(of: completed))
            #expect(events.text == completed["text"]?.string && !events.text.isEmpty)
            #expect(events.first("retrieved")?["citations"] == completed["citations"])
            #expect(events.first("usage") == completed["usage"])
        }
    }

    @Test(
        arguments: [(schedule, "proposal"), ("Schedule a call with Sara", "needs")]
    )
    func anActionStreamsWhatItCameTo(message: String, event: String) async throws {
        try await AssistantFixture.open { studio in
            let reader = try await studio.stream(message)
            let events = try await reader.rest()
            #expect(events.names.first == "started")
            #expect(events.names.suffix(2) == ["usage", "completed"])
            #expect(events.names.count { $0 == event } == 1)
            let completed = try #require(events.first("completed"))
            let outcome = event == "needs" ? completed["needs"] : completed["proposals"]?[0]
            #expect(events.first(event) == outcome)
            #expect(events.text == completed["text"]?.string)
        }
    }

    /// The whole answer, the stream, and the stream of an answer that is over say the same.
    @Test func anAnswerThatIsOverCanBeStreamedAgain() async throws {
        try await AssistantFixture.open { studio in
            try await studio.say("My knee hurts since Sunday", studio.sara)
            let answer = try await studio.ask("What did Sara say about her knee?").json
            let id = try #require(answer["messageId"]?.string)
            let reader = try await studio.reattach(id)
            let events = try await reader.rest()
            #expect(events.names == ["started", "retrieved", "text.delta", "usage", "completed"])
            #expect(events.first("completed") == answer)
            // Somebody else's doesn't exist.
            await #expect(throws: ServerEventReader.Refused.self) {
                _ = try await studio.reattach(id, as: studio.sara)
            }
            #expect(try await studio.request("POST", "/v1/assistant/messages/\(id)/stop").status == 200)
            let foreign = try await studio.request("POST", "/v1/assistant/messages/\(id)/stop", as: studio.sara)
            #expect(foreign.status == 404)
        }
    }

    private static func ids(of answer: JSONValue) -> JSONValue {
        .object(answer.object?.filter { ["conversationId", "messageId"].contains($0.key) } ?? [:])
    }
}
