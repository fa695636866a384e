import AsyncHTTPClient
import Domain
import NIOHTTP1
import ServerTestKit
import SpotterAPI
import Testing

/// Who may use which tool on what.
@Suite struct MCPAccessTests {
    private static let scopes: [(String, [KeyScope], JSONValue)] = [
        ("search", [.search], ["query": "knee"]),
        ("read_chat", [.messagesRead], ["person": "Sara"]),
        ("client_profile", [.profile], ["person": "Sara"]),
        ("client_progress", [.profile], ["person": "Sara"]),
        ("agenda", [.calendarRead], .object([:])),
        ("who_waits", [.messagesRead], .object([:])),
        ("schedule", [.calendarWrite, .calendarRead], ["person": "Sara", "start": "2026-03-12T15:00"]),
        ("reschedule", [.calendarWrite, .calendarRead], ["person": "Sara", "start": "2026-03-12T15:00"]),
        ("cancel", [.calendarWrite, .calendarRead], ["person": "Sara"]),
        ("remind", [.calendarWrite], ["text": "x", "start": "2026-03-12T15:00"]),
        ("message", [.messagesWrite], ["person": "Sara", "text": "x"]),
    ]

    @Test func aKeySeesAndUsesOnlyWhatItsScopesAllow() async throws {
        try await StudioFixture.open { studio in
            let all = Set(KeyScope.allCases).subtracting([.admin])
            for (tool, needed, arguments) in Self.scopes {
                let able = try await MCPHost(studio, scopes: needed)
                #expect(try await able.tools().contains(tool))
                #expect(try await able.call(tool, arguments).status == 200)
                for scope in needed {
                    let unable = try await MCPHost(studio, scopes: Array(all.subtracting([scope])))
                    #expect(try await !unable.tools().contains(tool))
                    let answer = try await unable.call(tool, arguments)
                    #expect(answer.status == 403, "\(tool) without \(scope)")
                    #expect(answer.headers["www-authenticate"]?.contains("insufficient_scope") == true)
                    #expect(answer.headers["www-authenticate"]?.contains(scope.rawValue) == true)
                }
            }
        }
    }

    @Test func withoutAValidTokenNothingIsRead() async throws {
        try await StudioFixture.open { studio in
            for token in [nil, "", "sp_k_nothing", studio.alex.refreshToken.reveal()] {
                let answer = try await MCPHost(studio, token: token).modern("tools/list")
                #expect(answer.status == 401)
                #expect(answer.headers["www-authenticate"]?.hasPrefix("Bearer") == true)
                #expect(answer.result == nil)
            }
        }
    }

    @Test func pagesOfOthersAreRefused() async throws {
        try await StudioFixture.open { studio in
            let host = MCPHost(studio)
            let body = Array(MCPHost.message("server/discover").text.utf8)
            for origin in ["https://evil.example", "null", "http://rebound.example"] {
                let answer = try await host.send("POST", headers: [("Origin", origin)], body: body)
                #expect(answer.status == .forbidden)
            }
        }
    }

    @Test func anotherTrainersThingsAreNotThere() async throws {
        try await StudioFixture.open { studio in
            let rivals = try await studio.rivals()
            try await studio.say("My secret knee", rivals.client, in: rivals.chat)
            let event = try await studio.event("2026-03-12T15:00:00Z", "2026-03-12T16:00:00Z", as: rivals.trainer)
            let host = MCPHost(studio)
            let foreign: [(String, JSONValue)] = [
                ("read_chat", ["chatId": .string(rivals.chat.description)]),
                ("read_chat", ["chatId": "nonsense"]),
                ("read_chat", ["person": "Zoe"]),
                ("search", ["query": "knee", "chatId": .string(rivals.chat.description)]),
                ("search", ["query": "knee", "person": .string(rivals.client.id.description)]),
                ("client_profile", ["person": .string(rivals.client.id.description)]),
                ("client_progress", ["person": .string(rivals.client.id.description)]),
                ("schedule", ["person": .string(rivals.client.id.description), "start": "2026-03-12T15:00"]),
                ("reschedule", ["eventId": .string(event), "start": "2026-03-12T15:00"]),
                ("cancel", ["eventId": .string(event)]),
                ("message", ["chatId": .string(rivals.chat.description), "text": "x"]),
                ("message", ["person": "Zoe Quist", "text": "x"]),
            ]
            for (tool, arguments) in foreign {
                let answer = try await host.call(tool, arguments)
                #expect(answer.isToolError, "\(tool) \(arguments.text)")
                #expect(!answer.json.text.contains("secret"))
            }
            #expect(try await host.call("search", ["query": "secret knee"]).structured?["messages"] == [])
            #expect(try await host.call("agenda", ["from": "2026-03-12"]).structured?["events"] == [])
            #expect(try await studio.proposals().isEmpty)
        }
    }
}
