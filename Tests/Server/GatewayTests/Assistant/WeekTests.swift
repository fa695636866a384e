import Domain
import Foundation
import ServerTestKit
import TestSupport
import Testing

/// The weekly page over real sockets: on request for trainers, proposals only, and told of only to whoever asked for that.
@Suite(.standardTimeLimit) struct WeekTests {
    private static let path = "/v1/assistant/week"

    @Test func aReasonBecomesAMessageByItsConfirmation() async throws {
        try await AssistantFixture.open { studio in
            let said = try await studio.say("Can we move Friday to 10?", studio.sara)
            let page = try await studio.request("GET", Self.path).json
            let person = try #require(page["people"]?[0])
            #expect(person["displayName"] == "Sara Lindqvist" && person["chatId"]?.string == "\(studio.chat)")
            let reason = try #require(person["reasons"]?[0])
            #expect(reason["kind"] == "waiting" && reason["drafts"] == ["message"])
            #expect(reason["citations"]?[0]?["messageId"]?.string == "\(said.id)")
            #expect(reason["citations"]?[0]?["quote"] == "Can we move Friday to 10?")
            let id = try #require(reason["id"]?.string)
            let made = try await studio.request("POST", "\(Self.path)/reasons/\(id)/draft", [:]).json
            let proposal = try #require(made["proposals"]?[0])
            #expect(proposal["tool"] == "sendMessage" && proposal["state"] == "pending")
            let messages = "/v1/chats/\(studio.chat)/messages"
            #expect(try await studio.request("GET", messages).json["messages"]?.array?.count == 1)
            let confirm = "/v1/assistant/proposals/\(try #require(proposal["id"]?.string))/confirm"
            #expect(try await studio.request("POST", confirm).status == 200)
            let sent = try await studio.request("GET", messages, as: studio.sara).json["messages"]?.array
            #expect(sent?.count == 2 && sent?.last?["text"]?.string?.hasPrefix("Hi Sara, I've seen") == true)
            // It was answered: nobody is on the page, and the reason can't be proposed again.
            #expect(try await studio.request("GET", Self.path).json["people"] == [])
            #expect(try await studio.request("POST", "\(Self.path)/reasons/\(id)/draft", [:]).status == 404)
        }
    }

    @Test func clientsAndStrangersHaveNone() async throws {
        try await AssistantFixture.open { studio in
            _ = try await studio.say("Can we move Friday to zebra?", studio.sara)
            let page = try await studio.request("GET", Self.path).json
            let id = try #require(page["people"]?[0]?["reasons"]?[0]?["id"]?.string)
            let reason = "\(Self.path)/reasons/\(id)"
            let tess = try await studio.server.register("Tess", role: .trainer)
            #expect(try await studio.request("GET", Self.path, as: tess).json["people"] == [])
            #expect(try await studio.request("POST", "\(reason)/draft", as: tess, [:]).status == 404)
            #expect(try await studio.request("PUT", "\(reason)/dismissal", as: tess).status == 404)
            for (method, path) in [
                ("GET", Self.path), ("POST", "\(reason)/draft"), ("PUT", "\(reason)/dismissal"),
                ("DELETE", "\(reason)/dismissal"), ("GET", "/v1/me/proactive"), ("PATCH", "/v1/me/proactive"),
            ] {
                let body: JSONValue? = ["POST", "PATCH"].contains(method) ? [:] : nil
                let answer = try await studio.request(method, path, as: studio.sara, body)
                #expect(answer.errorCode == "forbidden", "\(method) \(path)")
            }
            // The same reason is still the trainer's to dismiss.
            #expect(try await studio.request("PUT", "\(reason)/dismissal").status == 204)
            #expect(try await studio.request("GET", Self.path).json["people"] == [])
            #expect(try await studio.request("DELETE", "\(reason)/dismissal").status == 204)
            // With the relation over, none of it is there.
            #expect(try await studio.request("DELETE", "/v1/contacts/\(studio.sara.id)").status == 204)
            let ended = try await studio.request("GET", Self.path).json
            #expect(ended["people"] == [] && !ended.text.contains("zebra"))
        }
    }

    @Test func settingsAreCheckedKeptAndExported() async throws {
        try await AssistantFixture.open { studio in
            let path = "/v1/me/proactive"
            let standard = try await studio.request("GET", path).json
            #expect(standard["proactive"]?["weekly"] == false && standard["nextAt"]?.string == nil)
            for body: JSONValue in [
                ["hour": 24], ["hour": -1], ["weekday": "monday"], ["weekly": "yes"], ["day": "mon"],
            ] {
                #expect(try await studio.request("PATCH", path, body).errorCode == "invalid_request", "\(body.text)")
            }
            let changed = try await studio.request("PATCH", path, ["weekly": true, "weekday": "sun", "hour": 18]).json
            // Sunday 15 March at 18:00 in New York.
            #expect(changed["nextAt"] == "2026-03-15T22:00:00.000Z")
            #expect(try await studio.request("GET", path).json == changed)
            let archive = try await ExportStudio.export(studio.alex, on: studio.server)
            #expect(try archive.json("assistant/proactive.json")["proactive"]?["weekday"] == "sun")
        }
    }

    /// The server is down at the hour. After its start sockets and the list of notices say so, once, over more restarts.
    @Test func theHourIsToldOnceOverRestarts() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let start = Timestamp(milliseconds: 1_773_234_900_000)
        try await TestServer.run(in: folder.path, startingAt: start) { server in
            let alex = try await server.register("Alex", role: .trainer)
            let body: [String: Any] = ["weekly": true, "weekday": "fri", "hour": 7]
            #expect(try await server.request("PATCH", "/v1/me/proactive", as: alex, json: body).status == 200)
        }
        for hours in [48, 49, 50] as [Int64] {
            try await TestServer.run(in: folder.path, startingAt: start.adding(minutes: hours * 60)) { server in
                let login = ["email": "alex@example.com", "password": "secret-Alex"]
                let token =
                    try await server.request("POST", "/v1/auth/login", json: login).json["accessToken"] as? String
                var notices: [[String: Any]] = []
                try await until("the hour is told") {
                    let answer = try await server.request("GET", "/v1/notices", token: token)
                    notices = answer.json["notices"] as? [[String: Any]] ?? []
                    return !notices.isEmpty
                }
                #expect(notices.map { $0["kind"] as? String } == ["week.ready"])
                #expect(notices.first?["text"] as? String == "Your weekly page is ready: nobody waits for you")
            }
        }
    }
}
