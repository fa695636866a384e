import Accounts
import Domain
import Gateway
import Hummingbird

/// The era without sessions (2026-07-28): each request is whole in itself and answered by one JSON document.
///
/// A tool that changes something answers `input_required`: the client asks its user and sends the call again, with the
/// answer and the state that names the proposal.
struct ModernHandler: Sendable {
    let tools: ToolRunner
    let states: RequestStates

    func respond(_ rpc: JSONRPCRequest, _ request: Request, _ caller: MCPCaller) async throws -> Response {
        let envelope = try ModernEnvelope(rpc, request)
        return MCPResponse.result(try await result(of: rpc, envelope, caller), rpc.id)
    }

    private func result(
        of rpc: JSONRPCRequest,
        _ envelope: ModernEnvelope,
        _ caller: MCPCaller
    ) async throws -> JSONValue {
        switch rpc.method {
        case "server/discover":
            complete(
                [
                    "supportedVersions": .array(ProtocolVersion.allCases.map { .string($0.rawValue) }),
                    "capabilities": MCPServerInfo.capabilities, "instructions": MCPServerInfo.instructions,
                ],
                cachedMs: 300_000
            )
        case "tools/list":
            // A key's scopes never change, but its owner's role may.
            complete(["tools": .array(tools.list(for: caller).map(\.json))], cachedMs: 60_000)
        case "tools/call": try await call(rpc, envelope, caller)
        default: throw JSONRPCError.unknownMethod(rpc.method)
        }
    }

    private func call(
        _ rpc: JSONRPCRequest,
        _ envelope: ModernEnvelope,
        _ caller: MCPCaller
    ) async throws -> JSONValue {
        let call = try ToolCall(rpc.params)
        if let state = rpc.params["requestState"] {
            return try await resume(call, state, rpc.params["inputResponses"], caller)
        }
        switch try await tools.run(call, for: caller) {
        case .result(let result): return complete(result.members)
        case .proposed(let proposal):
            guard envelope.hasElicitation else { return complete(ToolResult(waiting: proposal).members) }
            return [
                "resultType": "input_required",
                "inputRequests": [
                    Elicitation.key: [
                        "method": "elicitation/create",
                        "params": Elicitation.params(of: proposal, for: caller.principal.user),
                    ]
                ],
                "requestState": .string(states.seal(proposal, of: call, for: caller.principal)),
                "_meta": meta,
            ]
        }
    }

    /// The call once more, with its user's answer.
    private func resume(
        _ call: ToolCall,
        _ state: JSONValue,
        _ responses: JSONValue?,
        _ caller: MCPCaller
    ) async throws -> JSONValue {
        _ = try tools.permitted(call.name, for: caller)
        guard let text = state.string, let proposal = states.open(text, of: call, for: caller.principal) else {
            throw JSONRPCError.invalidParams(
                "This requestState is not for this call, or has expired. Call the tool anew, without it."
            )
        }
        guard let answer = responses?[Elicitation.key].flatMap(Elicitation.Answer.init) else {
            throw JSONRPCError.invalidParams(
                "inputResponses.\(Elicitation.key).action must be accept, decline or cancel."
            )
        }
        return complete(try await tools.settle(proposal.id, proposal.version, answer, for: caller).members)
    }

    private var meta: JSONValue { .object([ModernEnvelope.serverInfoKey: MCPServerInfo.implementation]) }

    /// - Parameter cachedMs: for how long only this caller's client may keep it; `nil` if it isn't to be kept.
    private func complete(_ members: [String: JSONValue], cachedMs: Int? = nil) -> JSONValue {
        var result = members
        result["resultType"] = "complete"
        result["_meta"] = meta
        if let cachedMs {
            result["ttlMs"] = .integer(cachedMs)
            result["cacheScope"] = "private"
        }
        return .object(result)
    }
}
