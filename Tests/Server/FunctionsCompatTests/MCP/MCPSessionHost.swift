import AsyncHTTPClient
import Domain
import Foundation
import NIOCore
import NIOHTTP1
import Testing

/// A host that has begun a session, as up to 2025-11-25.
struct MCPSessionHost: Sendable {
    let host: MCPHost
    let session: String
    var version = "2025-11-25"

    static func open(
        _ host: MCPHost,
        capabilities: JSONValue = ["elicitation": .object([:])]
    ) async throws -> MCPSessionHost {
        let answer = try await initialize(host, capabilities: capabilities)
        return MCPSessionHost(host: host, session: try #require(answer.headers["mcp-session-id"]))
    }

    static func initialize(
        _ host: MCPHost,
        version: String = "2025-11-25",
        capabilities: JSONValue = .object([:])
    ) async throws -> MCPAnswer {
        try await host.post([
            "jsonrpc": "2.0", "id": 1, "method": "initialize",
            "params": [
                "protocolVersion": .string(version), "capabilities": capabilities,
                "clientInfo": ["name": "test", "version": "1"],
            ],
        ])
    }

    var headers: [(String, String)] { [("Mcp-Session-Id", session), ("MCP-Protocol-Version", version)] }

    func post(_ message: JSONValue) async throws -> MCPAnswer { try await host.post(message, headers: headers) }

    func request(_ method: String, _ params: JSONValue = .object([:])) async throws -> MCPAnswer {
        try await post(["jsonrpc": "2.0", "id": "a", "method": .string(method), "params": params])
    }

    static func call(_ tool: String, _ arguments: JSONValue, id: JSONValue = "call") -> JSONValue {
        [
            "jsonrpc": "2.0", "id": id, "method": "tools/call",
            "params": ["name": .string(tool), "arguments": arguments],
        ]
    }

    /// Calls a tool; `ask` is given each question of the server's while the call waits.
    func call(
        _ tool: String,
        _ arguments: JSONValue,
        ask: (JSONValue) async throws -> Void
    ) async throws -> JSONValue? {
        let body = Array(Self.call(tool, arguments).text.utf8)
        let response = try await host.send("POST", headers: headers, body: body)
        var text = ""
        for try await chunk in response.body {
            text += String(buffer: chunk)
            while let end = text.firstRange(of: "\n\n") {
                let event = String(text[..<end.lowerBound])
                text = String(text[end.upperBound...])
                guard let data = event.firstRange(of: "data: "),
                    let message = JSONValue.parse(String(event[data.upperBound...]))
                else { continue }
                if message["method"] == nil { return message["result"] }
                try await ask(message)
            }
        }
        return nil
    }

    /// Answers a question.
    @discardableResult
    func answer(_ question: JSONValue, _ action: String) async throws -> Int {
        try await post([
            "jsonrpc": "2.0", "id": question["id"] ?? .null, "result": ["action": .string(action)],
        ]).status
    }
}
