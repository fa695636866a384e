import Accounts
import AsyncHTTPClient
import Domain
import Foundation
import Messaging
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import ServerTestKit
import SpotterAPI
import SpotterServer

/// An answer over HTTP: its JSON, or `null`.
struct MCPAnswer: Sendable {
    let status: Int
    let headers: [String: String]
    let json: JSONValue

    var result: JSONValue? { json["result"] }
    var code: Int? { json["error"]?["code"]?.int }
    /// The words of a tool's result.
    var text: String { json["result"]?["content"]?[0]?["text"]?.string ?? "" }
    var isToolError: Bool { json["result"]?["isError"]?.bool == true }
    var structured: JSONValue? { json["result"]?["structuredContent"] }
}

/// A host of the Model Context Protocol with one token.
struct MCPHost: Sendable {
    static let modernVersion = "2026-07-28"

    let studio: StudioFixture
    let token: String?

    init(_ studio: StudioFixture, token: String?) {
        self.studio = studio
        self.token = token
    }

    init(_ studio: StudioFixture, as user: TestUser? = nil) {
        self.init(studio, token: (user ?? studio.alex).accessToken.reveal())
    }

    /// With a new API key.
    init(_ studio: StudioFixture, scopes: [KeyScope], of user: TestUser? = nil) async throws {
        let accounts = studio.server.server.messaging.accounts
        let principal = try await accounts.authenticate((user ?? studio.alex).accessToken)
        let made = try await accounts.makeKey(NewKeyRequest(name: "Host", scopes: scopes), by: principal)
        self.init(studio, token: made.secret.reveal())
    }

    // MARK: HTTP

    func send(
        _ method: String,
        headers: [(String, String)] = [],
        body: [UInt8]? = nil,
        accept: String? = "application/json, text/event-stream"
    ) async throws -> HTTPClientResponse {
        var request = HTTPClientRequest(url: studio.server.baseURL + "/mcp")
        request.method = HTTPMethod(rawValue: method)
        request.headers.add(name: "Content-Type", value: "application/json")
        if let accept { request.headers.add(name: "Accept", value: accept) }
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let body { request.body = .bytes(ByteBuffer(bytes: body)) }
        return try await HTTPClient.shared.execute(request, timeout: .seconds(30))
    }

    func post(_ message: JSONValue, headers: [(String, String)] = []) async throws -> MCPAnswer {
        try await answer(try await send("POST", headers: headers, body: Array(message.text.utf8)))
    }

    func answer(_ response: HTTPClientResponse) async throws -> MCPAnswer {
        let body = try await response.body.collect(upTo: 4 << 20)
        return MCPAnswer(
            status: Int(response.status.code),
            headers: Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first },
            json: JSONValue.parse(Array(buffer: body), maxBytes: 4 << 20) ?? .null
        )
    }

    // MARK: Without sessions

    /// A whole request as the newest revision wants it.
    func modern(
        _ method: String,
        _ params: [String: JSONValue] = [:],
        capabilities: JSONValue = ["elicitation": .object([:])]
    ) async throws -> MCPAnswer {
        let message = Self.message(method, params, capabilities: capabilities)
        var headers = [("MCP-Protocol-Version", Self.modernVersion), ("Mcp-Method", method)]
        if let name = params["name"]?.string { headers.append(("Mcp-Name", name)) }
        return try await post(message, headers: headers)
    }

    static func message(
        _ method: String,
        _ params: [String: JSONValue] = [:],
        capabilities: JSONValue = .object([:])
    ) -> JSONValue {
        var params = params
        params["_meta"] = [
            "io.modelcontextprotocol/protocolVersion": .string(modernVersion),
            "io.modelcontextprotocol/clientCapabilities": capabilities,
        ]
        return ["jsonrpc": "2.0", "id": 7, "method": .string(method), "params": .object(params)]
    }

    /// Calls a tool.
    func call(
        _ tool: String,
        _ arguments: JSONValue = .object([:]),
        capabilities: JSONValue = ["elicitation": .object([:])]
    ) async throws -> MCPAnswer {
        try await modern("tools/call", ["name": .string(tool), "arguments": arguments], capabilities: capabilities)
    }

    /// Calls a tool again with its user's answer.
    func resume(
        _ tool: String,
        _ arguments: JSONValue,
        state: JSONValue,
        action: String
    ) async throws -> MCPAnswer {
        try await modern(
            "tools/call",
            [
                "name": .string(tool), "arguments": arguments, "requestState": state,
                "inputResponses": ["confirm": ["action": .string(action)]],
            ]
        )
    }

    func tools() async throws -> [String] {
        try await modern("tools/list").result?["tools"]?.array?.compactMap { $0["name"]?.string } ?? []
    }
}

extension MCPAnswer {
    var state: JSONValue { json["result"]?["requestState"] ?? .null }

    /// What the user is asked.
    var question: String? {
        guard json["result"]?["resultType"] == "input_required" else { return nil }
        return json["result"]?["inputRequests"]?["confirm"]?["params"]?["message"]?.string
    }
}
