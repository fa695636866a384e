import Domain
import Foundation
import ServerTestKit
import TestSupport
import Testing

/// Times are offered by number and chosen by reactions.
@Suite(.standardTimeLimit) struct MeetingVotesTests {
    private static func keycap(_ number: Int) -> String { "\(number)\u{FE0F}\u{20E3}" }

    private static func react(_ emoji: String, to message: String, by user: TestUser, on studio: AssistantFixture)
        async throws
    {
        let escaped = emoji.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let path = "/v1/chats/\(studio.chat)/messages/\(message)/reactions/\(escaped)"
        let answer = try await studio.request("PUT", path, as: user)
        #expect(answer.status < 300, "\(answer.json.text)")
    }

    @Test func whatIsOfferedIsVotedForAndBooked() async throws {
        try await AssistantFixture.open { studio in
            let times: JSONValue = ["startsAt": ["2026-03-13T14:00:00Z", "2026-03-12T16:30:00Z"], "minutes": 45]
            let asked = try await studio.request("POST", "/v1/chats/\(studio.chat)/meeting-votes", times).json
            let proposal = try #require(asked["proposals"]?[0])
            #expect(asked["proposals"]?.array?.count == 1 && proposal["tool"] == "sendMessage")
            let id = try #require(proposal["id"]?.string)
            let done = try await studio.request("POST", "/v1/assistant/proposals/\(id)/confirm").json
            let message = try #require(done["result"]?["messageId"]?.string)
            let path = "/v1/chats/\(studio.chat)/messages/\(message)/votes"
            let before = try await studio.request("GET", path).json
            // On the sender's clock, the earliest first, as they were meant.
            let starts = before["options"]?.array?.compactMap { $0["startsAt"]?.string }
            #expect(starts == ["2026-03-12T16:30:00.000Z", "2026-03-13T14:00:00.000Z"], "\(before.text)")
            #expect(before["leading"] == [] && before["waitingFor"] == [.string("\(studio.sara.id)")])
            #expect(before["options"]?[0]?["text"]?.string?.contains("Stockholm") == true)

            // With or without the selector, it's the same emoji.
            try await Self.react("2\u{20E3}", to: message, by: studio.sara, on: studio)
            let after = try await studio.request("GET", path, as: studio.sara).json
            #expect(after["leading"] == [2] && after["waitingFor"] == [])
            #expect(after["options"]?[1]?["voters"] == [.string("\(studio.sara.id)")])
            try await Self.react(Self.keycap(1), to: message, by: studio.alex, on: studio)
            #expect(try await studio.request("GET", path).json["leading"] == [1, 2])
            let chosen: JSONValue = ["startsAt": after["options"]?[1]?["startsAt"] ?? .null, "minutes": 45]
            let booked = try await studio.request("POST", "/v1/chats/\(studio.chat)/meeting-suggestions", chosen).json
            #expect(booked["proposals"]?.array?.map { $0["tool"]?.string } == ["scheduleCall", "sendMessage"])
        }
    }

    /// A message that somebody has typed counts as well, in any client.
    @Test func anybodysNumbersCount() async throws {
        try await AssistantFixture.open { studio in
            let text = "Which?\n\(Self.keycap(1)) Thursday 5pm\n\(Self.keycap(2)) the pool\n\(Self.keycap(2)) again"
            let said = try await studio.say(text, studio.sara)
            let path = "/v1/chats/\(studio.chat)/messages/\(said.id)/votes"
            let read = try await studio.request("GET", path).json
            #expect(read["options"]?.array?.compactMap { $0["text"]?.string } == ["Thursday 5pm", "the pool"])
            // In Stockholm.
            #expect(read["options"]?[0]?["startsAt"] == "2026-03-12T16:00:00.000Z")
            #expect(read["options"]?[1]?["startsAt"] == nil)
            #expect(read["waitingFor"] == [.string("\(studio.alex.id)")])
            // Another emoji is no vote.
            try await Self.react("👍", to: "\(said.id)", by: studio.alex, on: studio)
            #expect(try await studio.request("GET", path).json["leading"] == [])
        }
    }

    @Test func whatOffersNothingOrIsForeignIsNotFound() async throws {
        try await AssistantFixture.open { studio in
            let plain = try await studio.say("1 or 2, whatever", studio.sara)
            let offer = try await studio.say("\(Self.keycap(1)) a\n\(Self.keycap(2)) b", studio.sara)
            let chat = "/v1/chats/\(studio.chat)/messages"
            #expect(try await studio.request("GET", "\(chat)/\(plain.id)/votes").status == 404)
            let stranger = try await studio.server.register("Robin", role: .trainer)
            #expect(try await studio.request("GET", "\(chat)/\(offer.id)/votes", as: stranger).status == 404)
            for body: JSONValue in [
                ["startsAt": ["2026-03-12T16:30:00Z"]], ["startsAt": ["2020-03-12T16:30:00Z", "2026-03-12T16:30:00Z"]],
                ["startsAt": ["2026-03-12T16:30:00Z", "2026-03-12T16:30:00Z"]],
            ] {
                #expect(try await studio.request("POST", "/v1/chats/\(studio.chat)/meeting-votes", body).status == 400)
            }
            // Whose free times are told is a trainer's affair.
            let asked = try await studio.request("POST", "/v1/chats/\(studio.chat)/meeting-votes", as: studio.sara, [:])
            #expect(asked.status == 403)
        }
    }
}
