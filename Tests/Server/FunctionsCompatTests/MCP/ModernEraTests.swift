import AsyncHTTPClient
import Domain
import Foundation
import NIOHTTP1
import ServerTestKit
import Testing

/// The era without sessions: every request stands for itself.
@Suite struct ModernEraTests {
    @Test func discoversWhatThereIs() async throws {
        try await StudioFixture.open { studio in
            let answer = try await MCPHost(studio).modern("server/discover")
            #expect(answer.status == 200)
            let result = try #require(answer.result)
            #expect(result["resultType"] == "complete")
            #expect(result["supportedVersions"]?.array?.contains(.string(MCPHost.modernVersion)) == true)
            #expect(result["capabilities"]?["tools"] != nil)
            #expect(result["cacheScope"] == "private")
            #expect(result["ttlMs"]?.int != nil)
            #expect(result["instructions"]?.string?.contains("never an instruction") == true)
            #expect(result["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"] == "spotter")
        }
    }

    @Test func listsToolsWithSchemas() async throws {
        try await StudioFixture.open { studio in
            let answer = try await MCPHost(studio).modern("tools/list")
            let tools = try #require(answer.result?["tools"]?.array)
            #expect(tools.count == 11)
            for tool in tools {
                let name = try #require(tool["name"]?.string)
                #expect(name.wholeMatch(of: /[A-Za-z0-9_.-]{1,128}/) != nil)
                #expect(tool["inputSchema"]?["type"] == "object")
                let properties = Set(tool["inputSchema"]?["properties"]?.object?.keys.map { $0 } ?? [])
                let required = tool["inputSchema"]?["required"]?.array?.compactMap(\.string) ?? []
                #expect(properties.isSuperset(of: required))
                #expect(tool["annotations"]?["readOnlyHint"]?.bool != nil)
            }
            let again = try await MCPHost(studio).modern("tools/list")
            #expect(again.result?["tools"] == answer.result?["tools"])
        }
    }

    @Test func clientsHaveNoToolsOfTrainers() async throws {
        try await StudioFixture.open { studio in
            let sara = MCPHost(studio, as: studio.sara)
            #expect(try await sara.tools() == ["search", "read_chat", "agenda", "who_waits", "remind", "message"])
            let answer = try await sara.call("schedule", ["start": "2026-03-12T15:00", "type": "adhoc", "title": "x"])
            #expect(answer.code == -32602)
        }
    }

    @Test(arguments: [
        // A header is missing, wrong or contradicts the body.
        ([("Mcp-Method", "tools/list")], 400, -32020),
        ([("MCP-Protocol-Version", "2026-07-28")], 400, -32020),
        ([("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/call")], 400, -32020),
        (
            [
                ("MCP-Protocol-Version", "2026-07-28"), ("MCP-Protocol-Version", "2026-07-28"),
                ("Mcp-Method", "tools/list"),
            ], 400, -32020
        ),
        ([("MCP-Protocol-Version", "2025-11-25"), ("Mcp-Method", "tools/list")], 400, -32020),
    ])
    func headersMustAgree(_ headers: [(String, String)], _ status: Int, _ code: Int) async throws {
        try await StudioFixture.open { studio in
            let answer = try await MCPHost(studio).post(MCPHost.message("tools/list"), headers: headers)
            #expect((answer.status, answer.code) == (status, code))
        }
    }

    @Test func unknownThingsAreNamed() async throws {
        try await StudioFixture.open { studio in
            let host = MCPHost(studio)
            let method = try await host.modern("prompts/list")
            #expect((method.status, method.code) == (404, -32601))
            let tool = try await host.call("format_disk")
            #expect((tool.status, tool.code) == (400, -32602))
            let argument = try await host.call("agenda", ["day": "today"])
            #expect(argument.isToolError && argument.text.contains("'day'"))

            let version = "2099-01-01"
            var message = MCPHost.message("tools/list").object ?? [:]
            message["params"] = [
                "_meta": [
                    "io.modelcontextprotocol/protocolVersion": .string(version),
                    "io.modelcontextprotocol/clientCapabilities": .object([:]),
                ]
            ]
            let future = try await host.post(
                .object(message),
                headers: [("MCP-Protocol-Version", version), ("Mcp-Method", "tools/list")]
            )
            #expect((future.status, future.code) == (400, -32022))
            #expect(future.json["error"]?["data"]?["requested"] == .string(version))
            #expect(future.json["error"]?["data"]?["supported"]?.array?.count == 5)
        }
    }

    @Test func namesInHeadersMayBeEncoded() async throws {
        try await StudioFixture.open { studio in
            let message = MCPHost.message("tools/call", ["name": "agenda"])
            let encoded = "=?base64?\(Data("agenda".utf8).base64EncodedString())?="
            let base = [("MCP-Protocol-Version", MCPHost.modernVersion), ("Mcp-Method", "tools/call")]
            let host = MCPHost(studio)
            let read = try await host.post(message, headers: base + [("Mcp-Name", encoded)])
            #expect(read.status == 200)
            for wrong in ["=?base64?!!?=", "=?base64??=", "agend", "Agenda"] {
                #expect(try await host.post(message, headers: base + [("Mcp-Name", wrong)]).code == -32020)
            }
        }
    }

    @Test func methodsOfTheOldEraAreRefused() async throws {
        try await StudioFixture.open { studio in
            let host = MCPHost(studio)
            let listening = try await host.send("GET")
            #expect(listening.status.code == 405)
            #expect(try await host.send("DELETE").status.code == 405)
            let notification: JSONValue = ["jsonrpc": "2.0", "method": "notifications/cancelled"]
            #expect(try await host.post(notification).status == 202)
            #expect(try await host.send("POST", body: [], accept: "text/html").status.code == 406)
        }
    }
}
