import Domain
import Foundation
import ServerTestKit
import TestSupport
import Testing

/// Tasks, decisions and priorities of a chat over REST: stable, kept, invalidated, and only for its members.
@Suite(.standardTimeLimit) struct ChatInsightTests {
    private static func path(_ chat: ChatID) -> String { "/v1/chats/\(chat)/insights" }

    private func insights(_ studio: AssistantFixture, as user: TestUser? = nil) async throws -> JSONValue {
        let answer = try await studio.request("GET", Self.path(studio.chat), as: user)
        #expect(answer.status == 200, "\(answer.json.text)")
        return answer.json
    }

    private func items(_ studio: AssistantFixture, as user: TestUser? = nil) async throws -> [JSONValue] {
        try await insights(studio, as: user)["actionItems"]?.array ?? []
    }

    private func mark(_ id: String, _ done: Bool, _ studio: AssistantFixture, as user: TestUser? = nil) async throws
        -> AssistantFixture.Answer
    {
        try await studio.request(
            "PATCH",
            "/v1/chats/\(studio.chat)/action-items/\(id)",
            as: user,
            ["done": .bool(done)]
        )
    }

    @Test func aTaskHasItsDoerItsDateAndItsMessage() async throws {
        try await AssistantFixture.open { studio in
            let said = try await studio.say("I'll send you the new plan by Friday.", studio.alex)
            _ = try await studio.say("Could you film your squat tomorrow at 5pm?", studio.alex)
            let items = try await items(studio, as: studio.sara)
            let plan = try #require(items.first { $0["text"]?.string?.contains("plan") == true })
            #expect(plan["doer"] == ["userId": .string("\(studio.alex.id)"), "name": "Alex Moore"])
            #expect(plan["due"]?["date"] == "2026-03-13" && plan["due"]?["text"] == "by Friday")
            #expect(plan["due"]?["at"] == nil || plan["due"]?["at"] == .null)
            #expect(plan["citation"]?["messageId"]?.string == "\(said.id)")
            #expect(plan["done"] == false)
            // "5pm" is said in New York.
            let film = try #require(items.first { $0["text"]?.string?.contains("film") == true })
            #expect(film["doer"]?["userId"]?.string == "\(studio.sara.id)")
            #expect(film["due"]?["at"] == "2026-03-12T21:00:00.000Z")
        }
    }

    @Test func whatIsDoneStaysDoneAndItsIdStays() async throws {
        try await AssistantFixture.open { studio in
            let said = try await studio.say("Please weigh yourself on Sunday.", studio.alex)
            let id = try #require(try await items(studio).first?["id"]?.string)
            let marked = try await mark(id, true, studio, as: studio.sara)
            #expect(marked.status == 200 && marked.json["actionItem"]?["done"] == true)
            #expect(marked.json["actionItem"]?["doneBy"]?.string == "\(studio.sara.id)")
            // New messages, and an edit that adds a sentence before the task, change nothing of it.
            _ = try await studio.say("Thanks!", studio.sara)
            let edit: JSONValue = ["text": "Hi Sara! Please weigh yourself on Sunday."]
            let path = "/v1/chats/\(studio.chat)/messages/\(said.id)"
            #expect(try await studio.request("PATCH", path, edit).status == 200)
            let again = try await items(studio)
            #expect(again.count == 1 && again.first?["id"]?.string == id)
            #expect(again.first?["done"] == true)
            #expect(try await mark(id, false, studio).json["actionItem"]?["done"] == false)
            #expect(try await items(studio).first?["done"] == false)
        }
    }

    @Test func anEditReplacesTheTaskAndADeletionRemovesIt() async throws {
        try await AssistantFixture.open { studio in
            let said = try await studio.say("I'll bring the zanzibar bands tomorrow.", studio.sara)
            #expect(try await items(studio).count == 1)
            let path = "/v1/chats/\(studio.chat)/messages/\(said.id)"
            let edit: JSONValue = ["text": "I'll bring the blue bands tomorrow."]
            #expect(try await studio.request("PATCH", path, as: studio.sara, edit).status == 200)
            let edited = try await insights(studio)
            #expect(!edited.text.contains("zanzibar") && edited.text.contains("blue bands"))
            #expect(edited["actionItems"]?.array?.count == 1)
            #expect(try await studio.request("DELETE", path, as: studio.sara).status == 204)
            let deleted = try await insights(studio)
            #expect(deleted["actionItems"] == [] && !deleted.text.contains("bands"))
        }
    }

    @Test func aYesDecidesWhatWasProposedAndGoesWithIt() async throws {
        try await AssistantFixture.open { studio in
            let proposed = try await studio.say("Shall we move to Thursdays at 18:00?", studio.alex)
            _ = try await studio.say("Yes, that works for me", studio.sara)
            let decision = try #require(try await insights(studio)["decisions"]?.array?.first)
            #expect(decision["text"] == "Shall we move to Thursdays at 18:00?")
            #expect(decision["decidedBy"]?.string == "\(studio.sara.id)")
            #expect(decision["citations"]?.array?.count == 2)
            let path = "/v1/chats/\(studio.chat)/messages/\(proposed.id)"
            #expect(try await studio.request("DELETE", path).status == 204)
            #expect(try await insights(studio)["decisions"] == [])
        }
    }

    @Test func theChatsPriorityQuotesItsReason() async throws {
        try await AssistantFixture.open { studio in
            _ = try await studio.say("Good morning!", studio.sara)
            #expect(try await insights(studio)["priority"]?["level"] == "low")
            _ = try await studio.say("I have chest pain and my arm feels numb", studio.sara)
            let urgent = try await insights(studio)
            #expect(urgent["priority"]?["level"] == "urgent" && urgent["priority"]?["reason"] == "danger")
            #expect(urgent["priority"]?["citation"]?["quote"] == "I have chest pain and my arm feels numb")
            #expect(urgent["priority"]?["waitingSince"]?.string != nil)
            #expect(urgent["priorityMessages"]?.array?.count == 1)
            // For its sender nothing waits, nor after an answer.
            #expect(try await insights(studio, as: studio.sara)["priority"]?["reason"] == "nothing")
            _ = try await studio.say("Call 112 at once", studio.alex)
            #expect(try await insights(studio)["priority"]?["level"] == "low")
        }
    }

    @Test func whoIsntAMemberSeesNothing() async throws {
        try await AssistantFixture.open { studio in
            _ = try await studio.say("I'll send you the plan by Friday.", studio.alex)
            let id = try #require(try await items(studio).first?["id"]?.string)
            let stranger = try await studio.server.register("Zed", role: .trainer)
            let other = try await studio.client("Mike Chen")
            for user in [stranger, other.user] {
                #expect(try await studio.request("GET", Self.path(studio.chat), as: user).errorCode == "not_a_member")
                #expect(try await mark(id, true, studio, as: user).status == 404)
                let meetings = "/v1/chats/\(studio.chat)/meeting-suggestions"
                #expect(try await studio.request("GET", meetings, as: user).errorCode == "not_a_member")
            }
            // A task of another chat isn't found in one's own.
            let path = "/v1/chats/\(other.chat)/action-items/\(id)"
            #expect(try await studio.request("PATCH", path, ["done": true]).errorCode == "not_found")
            // Nor is anything by somebody who has left.
            let leave = "/v1/chats/\(studio.chat)/members/\(studio.sara.id)"
            #expect(try await studio.request("DELETE", leave, as: studio.sara).status == 204)
            let former = try await studio.request("GET", Self.path(studio.chat), as: studio.sara)
            #expect(former.errorCode == "not_a_member")
        }
    }

    @Test func theSummaryHasTheSameIds() async throws {
        try await AssistantFixture.open { studio in
            _ = try await studio.say("I'll send you the plan by Friday.", studio.alex)
            _ = try await studio.say("Agreed, 6am on Tuesdays it is.", studio.sara)
            let insights = try await insights(studio)
            let summary = try await studio.request("POST", "/v1/chats/\(studio.chat)/summary", [:]).json
            #expect(summary["actionItems"]?[0]?["id"] == insights["actionItems"]?[0]?["id"])
            #expect(summary["decisions"]?[0]?["id"] == insights["decisions"]?[0]?["id"])
            #expect(summary["decisions"]?[0]?["text"] == "Sara Lindqvist: Agreed, 6am on Tuesdays it is.")
        }
    }
}
