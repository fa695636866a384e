import Accounts
import AsyncHTTPClient
import Domain
import Messaging
import NIOHTTP1
import ServerTestKit
import SpotterAPI
import SpotterServer
import Testing

/// The era with sessions: the server asks within the stream that answers a call.
@Suite struct LegacyEraTests {
    @Test(arguments: [
        ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2024-11-05", "2024-11-05"),
        ("2026-07-28", "2025-11-25"), ("1999-01-01", "2025-11-25"),
    ])
    func agreesOnARevision(_ asked: String, _ given: String) async throws {
        try await StudioFixture.open { studio in
            let answer = try await MCPSessionHost.initialize(MCPHost(studio), version: asked)
            #expect(answer.status == 200)
            #expect(answer.result?["protocolVersion"] == .string(given))
            #expect(answer.result?["serverInfo"]?["name"] == "spotter")
            #expect(answer.headers["mcp-session-id"]?.count == 64)
        }
    }

    @Test func aSessionHasTheTools() async throws {
        try await StudioFixture.open { studio in
            let session = try await MCPSessionHost.open(MCPHost(studio))
            let initialized: JSONValue = ["jsonrpc": "2.0", "method": "notifications/initialized"]
            #expect(try await session.post(initialized).status == 202)
            #expect(try await session.request("ping").result == .object([:]))
            #expect(try await session.request("tools/list").result?["tools"]?.array?.count == 11)
            #expect(try await session.request("resources/list").code == -32601)
            let agenda = try await session.post(MCPSessionHost.call("agenda", .object([:])))
            #expect(agenda.structured?["events"] == [])
        }
    }

    @Test func theUserIsAskedAndItIsDoneOnce() async throws {
        try await StudioFixture.open { studio in
            let session = try await MCPSessionHost.open(MCPHost(studio))
            let result = try await session.call("message", ConfirmationTests.message) { question in
                #expect(question["method"] == "elicitation/create")
                #expect(question["params"]?["message"]?.string?.contains("On my way") == true)
                #expect(question["params"]?["requestedSchema"]?["type"] == "object")
                let before = try await studio.messages(as: studio.sara)
                #expect(before.isEmpty)
                #expect(try await session.answer(question, "accept") == 202)
                // The same answer again waits for nothing.
                #expect(try await session.answer(question, "accept") == 400)
            }
            #expect(result?["structuredContent"]?["done"] == true)
            #expect(try await studio.messages(as: studio.sara).count == 1)
        }
    }

    @Test(arguments: [("decline", "cancelled"), ("cancel", "pending"), ("nonsense", "pending")])
    func anythingElseDoesNothing(_ action: String, _ state: String) async throws {
        try await StudioFixture.open { studio in
            let session = try await MCPSessionHost.open(MCPHost(studio))
            let result = try await session.call("message", ConfirmationTests.message) { question in
                try await session.answer(question, action)
            }
            #expect(result?["structuredContent"]?["state"] == .string(state))
            #expect(try await studio.messages(as: studio.sara).isEmpty)
        }
    }

    @Test func aCancelledCallIsNotAskedForAnyMore() async throws {
        try await StudioFixture.open { studio in
            let session = try await MCPSessionHost.open(MCPHost(studio))
            let result = try await session.call("message", ConfirmationTests.message) { question in
                let cancelled: JSONValue = [
                    "jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": "call"],
                ]
                let answer = try await session.post(cancelled)
                #expect(answer.status == 202)
                #expect(try await session.answer(question, "accept") == 400)
            }
            #expect(result?["structuredContent"]?["state"] == "pending")
            #expect(try await studio.messages(as: studio.sara).isEmpty)
        }
    }

    @Test func nobodyElseAnswersOrUsesASession() async throws {
        try await StudioFixture.open { studio in
            let session = try await MCPSessionHost.open(MCPHost(studio))
            let thieves = [
                MCPHost(studio, as: studio.sara),
                try await MCPHost(studio, scopes: KeyScope.allCases.filter { $0 != .admin }),
            ].map { MCPSessionHost(host: $0, session: session.session) }
            let result = try await session.call("message", ConfirmationTests.message) { question in
                for thief in thieves {
                    #expect(try await thief.answer(question, "accept") == 404)
                    #expect(try await thief.request("tools/list").status == 404)
                    #expect(try await thief.host.send("DELETE", headers: thief.headers).status.code == 404)
                }
                try await session.answer(question, "decline")
            }
            #expect(result?["structuredContent"]?["state"] == "cancelled")
            #expect(try await studio.messages(as: studio.sara).isEmpty)
        }
    }

    @Test func aSessionEnds() async throws {
        try await StudioFixture.open { studio in
            let session = try await MCPSessionHost.open(MCPHost(studio))
            var other = session
            // Hosts name their own version, whatever was agreed; it has to be one that is spoken.
            other.version = "2025-06-18"
            #expect(try await other.request("ping").status == 200)
            other.version = "2019-01-01"
            #expect(try await other.request("ping").code == -32022)
            #expect(try await session.host.send("DELETE", headers: session.headers).status.code == 204)
            #expect(try await session.request("ping").status == 404)
            #expect(try await session.host.send("DELETE", headers: session.headers).status.code == 404)
            let without = try await session.host.post(["jsonrpc": "2.0", "id": 1, "method": "tools/list"])
            #expect((without.status, without.code) == (400, -32600))
        }
    }

    @Test func aRevokedKeyAnswersNothing() async throws {
        try await StudioFixture.open { studio in
            let accounts = studio.server.server.messaging.accounts
            let session = try await MCPSessionHost.open(try await MCPHost(studio, scopes: [.messagesWrite]))
            await #expect(throws: CancellationError.self) {
                _ = try await session.call("message", ConfirmationTests.message) { question in
                    let alex = try await accounts.authenticate(studio.alex.accessToken)
                    for key in try await accounts.keys(of: studio.alex.id) {
                        try await accounts.revokeKey(key.id, by: alex)
                    }
                    #expect(try await session.answer(question, "accept") == 401)
                    throw CancellationError()
                }
            }
            #expect(try await studio.messages(as: studio.sara).isEmpty)
        }
    }
}
