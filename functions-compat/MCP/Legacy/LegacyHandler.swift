import Accounts
import Domain
import Gateway
import HTTPTypes
import Hummingbird

/// The era with sessions (up to 2025-11-25): `initialize` begins one, and the server asks its user within the stream that
/// answers a call.
struct LegacyHandler: Sendable {
    let tools: ToolRunner
    let sessions: LegacySessions

    func respond(_ rpc: JSONRPCRequest, _ request: Request, _ caller: MCPCaller) async throws -> Response {
        if rpc.method == "initialize" { return initialize(rpc, caller) }
        let session = try session(of: request, caller)
        switch rpc.method {
        case "ping": return MCPResponse.result(.object([:]), rpc.id)
        case "tools/list":
            return MCPResponse.result(["tools": .array(tools.list(for: caller).map(\.json))], rpc.id)
        case "tools/call": return try await call(rpc, session, request, caller)
        // An unknown path is 404 to clients of this era, who would think that the session has ended.
        default: return MCPResponse.error(JSONRPCError(-32601, "There is no such method.", .ok), rpc.id)
        }
    }

    /// - Throws: `unknownSession`, `noSession`.
    func notify(_ method: String, _ params: JSONValue, _ request: Request, _ caller: MCPCaller) throws -> Response {
        let session = try session(of: request, caller)
        if method == "notifications/cancelled", let id = params["requestId"].flatMap(JSONRPCID.init) {
            session.cancel(id)
        }
        return MCPResponse.accepted
    }

    /// The client's answer to a question.
    func take(_ result: JSONValue?, to id: JSONRPCID, _ request: Request, _ caller: MCPCaller) throws -> Response {
        let session = try session(of: request, caller)
        // A client that can't ask answers with an error. Then nobody has said anything.
        let answer = result.flatMap(Elicitation.Answer.init) ?? .cancel
        guard session.answer(id, answer) else {
            throw JSONRPCError(-32600, "No question of that id waits for an answer.")
        }
        return MCPResponse.accepted
    }

    func end(_ request: Request, _ caller: MCPCaller) throws -> Response {
        guard let id = request.single(MCPResponse.sessionHeader) else { return MCPResponse.notAllowed("POST") }
        try sessions.end(id, of: caller.principal)
        return Response(status: .noContent)
    }

    private func initialize(_ rpc: JSONRPCRequest, _ caller: MCPCaller) -> Response {
        let asked = rpc.params["protocolVersion"]?.string.flatMap(ProtocolVersion.init)
        let version = asked.flatMap { $0.isModern ? nil : $0 } ?? .latestLegacy
        let session = sessions.begin(
            version,
            hasElicitation: Elicitation.isOffered(in: rpc.params["capabilities"]),
            by: caller.principal
        )
        let result: JSONValue = [
            "protocolVersion": .string(version.rawValue), "capabilities": MCPServerInfo.capabilities,
            "serverInfo": MCPServerInfo.implementation, "instructions": MCPServerInfo.instructions,
        ]
        return MCPResponse.result(result, rpc.id, session: session.id)
    }

    private func session(of request: Request, _ caller: MCPCaller) throws -> LegacySession {
        guard let id = request.single(MCPResponse.sessionHeader) else { throw JSONRPCError.noSession }
        let session = try sessions.session(id, of: caller.principal)
        if request.has(MCPResponse.versionHeader) {
            // The session knows what was agreed. Clients that name their own newest version instead mean the same.
            let version = request.single(MCPResponse.versionHeader) ?? ""
            guard ProtocolVersion(rawValue: version) != nil else { throw JSONRPCError.unsupportedVersion(version) }
        }
        return session
    }

    private func call(
        _ rpc: JSONRPCRequest,
        _ session: LegacySession,
        _ request: Request,
        _ caller: MCPCaller
    ) async throws -> Response {
        switch try await tools.run(try ToolCall(rpc.params), for: caller) {
        case .result(let result): return MCPResponse.result(.object(result.members), rpc.id)
        case .proposed(let proposal):
            guard session.hasElicitation, request.accepts("text/event-stream") else {
                return MCPResponse.result(.object(ToolResult(waiting: proposal).members), rpc.id)
            }
            return try ElicitationStream(tools: tools, session: session, caller: caller)
                .response(asking: proposal, for: rpc.id)
        }
    }
}
