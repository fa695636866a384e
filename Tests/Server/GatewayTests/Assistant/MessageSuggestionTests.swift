import Domain
import Foundation
import ServerTestKit
import TestSupport
import Testing

/// What a message suggests: a reminder, related messages, a meeting. Nothing happens without a confirmation.
@Suite(.standardTimeLimit) struct MessageSuggestionTests {
    private static func reminder(_ message: MessageID) -> String { "/v1/messages/\(message)/reminder-suggestion" }

    @Test func aReminderIsSuggestedFromTheMessagesWords() async throws {
        try await AssistantFixture.open { studio in
            let said = try await studio.say("Could you send me the grocery list tomorrow at 3pm?", studio.sara)
            let path = Self.reminder(said.id)
            let read = try await studio.request("GET", path).json
            // 3pm in Stockholm.
            #expect(read["dueAt"] == "2026-03-12T14:00:00.000Z" && read["dueText"] == "tomorrow at 3pm")
            #expect(read["text"] == "Send Sara the grocery list")
            #expect(read["topic"] == "nutrition" && read["clientId"]?.string == "\(studio.sara.id)")
            #expect(read["doubts"] == [])
            #expect(try await studio.request("GET", "/v1/assistant/proposals").json["proposals"] == [])
            let proposed = try await studio.request("POST", path, [:]).json
            let proposal = try #require(proposed["proposals"]?[0])
            #expect(proposal["tool"] == "setReminder" && proposal["state"] == "pending")
            #expect(try await studio.request("GET", "/v1/reminders").json["reminders"] == [])
            let id = try #require(proposal["id"]?.string)
            let confirmed = try await studio.request("POST", "/v1/assistant/proposals/\(id)/confirm")
            #expect(confirmed.json["result"]?["reminderId"]?.string != nil)
            let reminders = try await studio.request("GET", "/v1/reminders").json
            #expect(reminders["reminders"]?[0]?["text"] == "Send Sara the grocery list")
        }
    }

    @Test(
        arguments: [
            ("I'll pay the invoice by Friday", "2026-03-13T13:00:00.000Z"),
            ("The grips feel slippery", "2026-03-12T13:00:00.000Z"),
            ("I ordered it yesterday", "2026-03-12T13:00:00.000Z"),
        ] as [(String, JSONValue)]
    )
    func aGuessedTimeIsTold(text: String, dueAt: JSONValue) async throws {
        try await AssistantFixture.open { studio in
            let said = try await studio.say(text, studio.sara)
            let read = try await studio.request("GET", Self.reminder(said.id)).json
            #expect(read["dueAt"] == dueAt, "\(read.text)")
            #expect(read["doubts"]?[0]?["kind"] == "noTime")
            let proposal = try await studio.request("POST", Self.reminder(said.id), [:]).json["proposals"]?[0]
            #expect(proposal?["doubts"]?[0]?["kind"] == "noTime")
            let chosen: JSONValue = ["dueAt": "2026-03-20T09:00:00Z", "text": "Ask"]
            let own = try await studio.request("POST", Self.reminder(said.id), chosen).json["proposals"]?[0]
            #expect(own?["arguments"]?["dueAt"] == "2026-03-20T09:00:00.000Z" && own?["doubts"] == nil)
        }
    }

    @Test func aProposalGoesWithItsMessage() async throws {
        try await AssistantFixture.open { studio in
            let said = try await studio.say("I'll bring the zanzibar bands tomorrow", studio.sara)
            let made = try await studio.request("POST", Self.reminder(said.id), [:]).json
            let id = try #require(made["proposals"]?[0]?["id"]?.string)
            #expect(made.text.contains("zanzibar"))
            let path = "/v1/chats/\(studio.chat)/messages/\(said.id)"
            #expect(try await studio.request("DELETE", path, as: studio.sara).status == 204)
            let left = try await studio.request("GET", "/v1/assistant/proposals/\(id)").json
            #expect(!left.text.contains("zanzibar") && left["proposal"]?["state"] == "cancelled")
            #expect(try await !studio.request("GET", "/v1/assistant/audit").json.text.contains("zanzibar"))
            #expect(try await studio.request("GET", Self.reminder(said.id)).errorCode == "not_found")
        }
    }

    @Test func aForeignMessageSuggestsNothing() async throws {
        try await AssistantFixture.open { studio in
            let said = try await studio.say("I'll bring the bands tomorrow", studio.sara)
            let stranger = try await studio.server.register("Zed", role: .trainer)
            #expect(try await studio.request("GET", Self.reminder(said.id), as: stranger).status == 404)
            #expect(try await studio.request("POST", Self.reminder(said.id), as: stranger, [:]).status == 404)
            let related = "/v1/messages/\(said.id)/related"
            #expect(try await studio.request("GET", related, as: stranger).status == 404)
        }
    }

    @Test func relatedMessagesAreOthersAndOnesOwnToRead() async throws {
        try await AssistantFixture.open { studio in
            let said = try await studio.say("My knee hurts after the long run", studio.sara)
            let near = try await studio.say("Is the knee sore from the run?", studio.alex)
            let other = try await studio.client("Mike Chen")
            let foreign = try await studio.say("My knee hurts after the long run", other.user, in: other.chat)
            let path = "/v1/messages/\(said.id)/related"
            func ids(_ user: TestUser) async throws -> [String] {
                let answer = try await studio.request("GET", path, as: user).json
                return answer["results"]?.array?.compactMap { $0["messageId"]?.string } ?? []
            }
            let trainers = try await ids(studio.alex)
            #expect(!trainers.contains("\(said.id)") && trainers.contains("\(near.id)"))
            #expect(trainers.contains("\(foreign.id)"))
            let clients = try await ids(studio.sara)
            #expect(clients.contains("\(near.id)") && !clients.contains("\(foreign.id)"))
        }
    }

    @Test func aMeetingIsSuggestedWhereBothAreFree() async throws {
        try await AssistantFixture.open { studio in
            _ = try await studio.say("Can we find a time for a 45 minute call tomorrow?", studio.sara)
            let path = "/v1/chats/\(studio.chat)/meeting-suggestions"
            let taken: JSONValue = [
                "eventType": "adhoc", "title": "Dentist", "startsAt": "2026-03-12T12:00:00Z",
                "endsAt": "2026-03-12T16:00:00Z",
            ]
            #expect(try await studio.request("POST", "/v1/calendar/events", taken).status == 201)
            let read = try await studio.request("GET", path).json
            #expect(read["meeting"]?["citation"]?["quote"]?.string?.hasPrefix("Can we find") == true)
            #expect(read["minutes"] == 45 && read["eventType"] == "call")
            let slots = try #require(read["slots"]?.array)
            // Tomorrow, in working hours in New York, before 21:00 in Stockholm, after the dentist's.
            let starts = slots.compactMap { $0["startsAt"]?.string }
            #expect(!starts.isEmpty && starts.allSatisfy { $0 >= "2026-03-12T16:00" && $0 <= "2026-03-12T19:15" })
            #expect(slots[0]["text"]?.string?.contains("Stockholm") == true)
            let start = try #require(slots[0]["startsAt"])
            let proposed = try await studio.request("POST", path, ["startsAt": start]).json
            let proposals = try #require(proposed["proposals"]?.array)
            #expect(proposals.map { $0["tool"]?.string } == ["scheduleCall", "sendMessage"])
            for proposal in proposals {
                let id = try #require(proposal["id"]?.string)
                #expect(try await studio.request("POST", "/v1/assistant/proposals/\(id)/confirm").status == 200)
            }
            let messages = try await studio.request("GET", "/v1/chats/\(studio.chat)/messages", as: studio.sara).json
            #expect(messages["messages"]?.array?.last?["text"]?.string?.contains("Stockholm") == true)
            // What is taken isn't offered any more, and can't be proposed.
            let after = try await studio.request("GET", path).json
            #expect(after["slots"]?.array?.contains { $0["startsAt"] == start } == false)
            let twice = try await studio.request("POST", path, ["startsAt": start]).json
            #expect(twice["proposals"] == [] && twice["needs"]?["kind"] == "conflict")
            #expect(try await studio.request("GET", path, as: studio.sara).errorCode == "forbidden")
        }
    }
}
