import ClientProfiles
import Domain
import Foundation
import Messaging
import ModelTestKit
import Notifications
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// What Firebase's triggers did after a write happens by itself.
@Suite(.standardTimeLimit) struct TriggerTests {
    /// `generateEmbedding`: a message is found as soon as it is stored, and is gone when it is deleted.
    @Test func aMessageIsFoundWithoutAnybodyAskingForIt() async throws {
        try await StudioFixture.open { studio in
            let said = try await studio.say("My knee hurts since Sunday", studio.sara)
            let data: JSONValue = ["query": "knee", "userId": .string(studio.alex.id.description)]
            #expect(try await studio.call("semanticSearch", data).result?["count"] == 1)
            let path = "/v1/chats/\(studio.chat)/messages/\(said.id)"
            #expect(try await studio.server.request("DELETE", path, as: studio.sara).status == 204)
            #expect(try await studio.call("semanticSearch", data).result?["count"] == 0)
        }
    }

    /// `extractProfileInfoOnMessage`: what a client says of themselves is in their profile, with its source; what their
    /// trainer says isn't.
    @Test func whatAClientSaysIsInTheirProfile() async throws {
        try await StudioFixture.open { studio in
            let said = try await studio.say("I tore my left hamstring last week", studio.sara)
            try await studio.say("I tore my right biceps last week", studio.alex)
            try await studio.server.server.useCases.profileFollower.readPending()
            let path = "/v1/clients/\(studio.sara.id)/profile"
            let answer = try await studio.server.request("GET", path, as: studio.alex)
            let text = String(decoding: answer.body, as: UTF8.self)
            #expect(answer.status == 200 && text.contains("hamstring") && text.contains("\(said.id)"), "\(text)")
            #expect(!text.contains("biceps"))
        }
    }

    /// `onMessageCreate`: the other one is told, with what opens the chat; the sender isn't.
    @Test func theOtherOneIsTold() async throws {
        let service = try await ScriptedProvider { _, _ in .json([:]) }
        let origin = try #require(Origin(String(service.baseURL.dropLast(service.baseURL.hasSuffix("/v1") ? 3 : 0))))
        try await TestServer.run(configure: {
            $0.notifications.origins = [origin]
            $0.notifications.batchingDelay = .zero
        }) { server in
            let (alex, sara, chat) = try await server.pair()
            for user in [alex, sara] {
                let hook: [String: Any] = ["kind": "webhook", "url": service.baseURL + "/\(user.id)"]
                #expect(try await server.request("POST", "/v1/me/notifications", as: user, json: hook).status == 201)
            }
            let message: [String: Any] = ["clientMessageId": "1", "text": "Hello"]
            let path = "/v1/chats/\(chat.id)/messages"
            #expect(try await server.request("POST", path, as: alex, json: message).status == 201)
            await service.requestArrived()
            #expect(service.requests.count == 1)
            let told = try #require(service.requests.first)
            #expect(told.path.hasSuffix("\(sara.id)"))
            #expect(told.json["type"] == "new_message" && told.json["chatId"]?.string == "\(chat.id)")
            #expect(told.json["body"] == "Hello" && told.json["badge"] == 1)
        }
        await service.stop()
    }

    /// `onCalendarEventCreate`: an event that a callable made is in the calendar that other programs read.
    @Test func anEventIsInTheCalendarForOtherPrograms() async throws {
        try await StudioFixture.open { studio in
            let parameters: JSONValue = [
                "clientId": .string(studio.sara.id.description), "clientName": "Sara Lindqvist",
                "dateTime": "2026-03-12T15:00:00", "duration": 30, "query": "call", "timezone": "America/New_York",
            ]
            let made = try await studio.execute("scheduleCall", parameters)
            let id = try #require(made["data"]?["eventId"]?.string)
            let calendar = try await studio.server.request("GET", "/v1/calendar/events.ics", as: studio.alex)
            let text = String(decoding: calendar.body, as: UTF8.self)
            #expect(text.contains("BEGIN:VEVENT") && text.contains(id), "\(text.prefix(400))")
            #expect(text.components(separatedBy: "BEGIN:VEVENT").count == 2, "once")
        }
    }
}
