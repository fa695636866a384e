import Domain
import Gateway
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// What the shipped app stumbles over, where no other suite of this folder is about it. docs/compat/firebase.md lists
/// them all.
@Suite(.standardTimeLimit) struct PitfallTests {
    /// The app takes an `error` for the text of the answer, even if there is a `result`.
    @Test func anAnswerHasAResultOrAnErrorAndAnActionId() async throws {
        try await StudioFixture.open { studio in
            try await studio.event("2026-03-13T19:00:00Z", "2026-03-13T20:00:00Z")
            let sara: [String: JSONValue] = [
                "clientId": .string(studio.sara.id.description), "clientName": "Sara Lindqvist", "query": "call",
            ]
            func call(_ time: String) -> JSONValue { .object(sara.merging(["dateTime": .string(time)]) { $1 }) }
            let calls: [(String, JSONValue, Bool)] = [
                ("scheduleCall", call("2026-03-12T15:00:00"), true), ("scheduleCall", call("yesterday"), false),
                ("scheduleCall", call("2026-03-13T15:00:00"), false),
                ("scheduleCall", ["clientName": "Sara", "dateTime": "2026-03-12T17:00:00"], false),
                ("setReminder", ["reminderText": "Plan", "dateTime": "2026-03-12T09:00:00"], true),
                ("sendMessage", ["chatId": .string(studio.chat.description), "messageText": "Hi"], true),
                ("sendMessage", ["chatId": "nowhere", "messageText": "Hi"], false),
                ("searchMessages", ["query": "Hi"], true), ("searchMessages", ["query": " "], false),
                ("cancelEvent", ["eventId": "none"], false),
            ]
            for (function, parameters, succeeds) in calls {
                let answer = try await studio.execute(function, parameters)
                #expect(answer.isSuccess == succeeds, "\(function) \(answer.text)")
                #expect((answer["error"] == nil) == succeeds && (answer["result"] != nil) == succeeds)
                #expect(answer["actionId"]?.string != nil)
                // What acted has an entry in the audit log under its id, without any conversation.
                if succeeds, function != "searchMessages" {
                    #expect(try await studio.audit().contains { $0["proposalId"] == answer["actionId"] })
                }
            }
        }
    }

    /// `success: false` becomes "invalid response" there: what went wrong has a code of the protocol.
    @Test func chatWithAISucceedsOrHasACode() async throws {
        try await StudioFixture.open { studio in
            let messages: [JSONValue] = [
                "hello", "Schedule a call with Nobody tomorrow at 3pm", "Schedule a call with Sara yesterday",
                "Cancel my event", "?", "", nil, 5, "Tell Sara", "Remind me",
            ]
            for message in messages {
                let answer = try await ChatWithAITests.ask(studio, message)
                if answer.http == 200 {
                    #expect(answer.result?["success"] == true && answer.result?["response"]?.string?.isEmpty == false)
                } else {
                    #expect(answer.refusal.map { $0.status != "INTERNAL" } == true, "\(answer.json.text)")
                }
            }
        }
    }

    /// The app sends a message's own text to see what belongs to it.
    @Test func aMessageIsNoContextOfItself() async throws {
        try await StudioFixture.open { studio in
            try await studio.say("My knee hurts since Sunday", studio.sara)
            try await studio.say("The knee brace arrives on Sunday", studio.sara)
            let id = JSONValue.string(studio.alex.id.description)
            for query: JSONValue in ["My knee hurts since Sunday", " My knee hurts since Sunday\n"] {
                let data: JSONValue = ["query": query, "userId": id, "limit": .wrapped(1)]
                let results = try await studio.call("semanticSearch", data).result?["results"]?.array
                #expect(results?.compactMap { $0["text"] } == ["The knee brace arrives on Sunday"])
            }
        }
    }

    /// Times are milliseconds in a search, and ISO 8601 with fractional seconds everywhere else.
    @Test func timesHaveTheFormOfTheirPlace() async throws {
        try await StudioFixture.open { studio in
            try await studio.say("My knee hurts", studio.sara)
            let found = try await studio.execute("searchMessages", ["query": "knee"])
            #expect(found["data"]?["messages"]?[0]?["timestamp"]?.int.map { $0 > 1_700_000_000_000 } == true)
            let parameters: JSONValue = [
                "clientId": .string(studio.sara.id.description), "clientName": "Sara Lindqvist",
                "dateTime": "2026-03-12T15:00:00", "query": "call", "timezone": "America/New_York",
            ]
            let made = try await studio.execute("scheduleCall", parameters)
            #expect(made["data"]?["startTime"] == "2026-03-12T19:00:00.000Z")
            let id = try #require(made["data"]?["eventId"])
            let moved = try await studio.execute(
                "rescheduleEvent",
                ["eventId": id, "newDateTime": "2026-03-12T21:00:00Z"]
            )
            #expect(moved["data"]?["newStartTime"] == "2026-03-12T21:00:00.000Z")
            let reminder = try await studio.execute(
                "setReminder",
                ["reminderText": "Plan", "dateTime": "2026-03-12T09:00:00", "timezone": "America/New_York"]
            )
            #expect(reminder["data"]?["dueDate"] == "2026-03-12T13:00:00.000Z")
        }
    }

    /// A hint when the same call may succeed, as a header and for the app.
    @Test func whoCallsTooOftenIsToldHowLongToWait() async throws {
        try await TestServer.run(configure: {
            $0.stopLimitClock()
            $0.limits.searches = Rate(1, perSeconds: 60)
        }) { server in
            let alex = try await server.register("Alex Moore", role: .trainer)
            let bearer = [("Authorization", "Bearer \(alex.accessToken.reveal())")]
            let body = #"{"data":{"query":"knee","userId":"\#(alex.id)"}}"#
            #expect(try await server.send("POST", "/semanticSearch", headers: bearer, body: body).http == 200)
            let late = try await server.send("POST", "/semanticSearch", headers: bearer, body: body)
            #expect(late.http == 429 && late.json["error"]?["status"] == "RESOURCE_EXHAUSTED")
            let wait = try #require(late.json["error"]?["details"]?["retryAfterMs"]?.int)
            #expect(wait > 0 && late.headers["retry-after"] == "\((wait + 999) / 1000)")
        }
    }
}
