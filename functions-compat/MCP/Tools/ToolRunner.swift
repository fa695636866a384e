import Assistant
import Domain
import Gateway
import HTTPTypes
import SpotterAPI

/// What became of a call.
enum ToolOutcome: Sendable {
    case result(ToolResult)
    /// It waits for its owner.
    case proposed(Proposal)
}

/// Runs the tools: those that read at once, the others as far as a proposal.
struct ToolRunner: Sendable {
    let reader: ToolReader
    let proposer: ToolProposer
    let proposals: Proposals

    /// The tools that the caller may use.
    func list(for caller: MCPCaller) -> [MCPTool] { MCPTools.all.filter { isFor($0, caller) && caller.may($0.scopes) } }

    /// - Throws: `invalidParams` for a tool that there isn't, `MissingScopes` for one that the key may not use.
    func permitted(_ name: String, for caller: MCPCaller) throws -> MCPTool {
        guard let tool = MCPTools.all.first(where: { $0.name == name }), isFor(tool, caller) else {
            throw JSONRPCError.invalidParams("There is no tool '\(name.prefix(64))'.")
        }
        guard caller.may(tool.scopes) else { throw MissingScopes(scopes: tool.scopes) }
        return tool
    }

    func run(_ call: ToolCall, for caller: MCPCaller) async throws -> ToolOutcome {
        let tool = try permitted(call.name, for: caller)
        for key in call.arguments.keys.sorted() where tool.properties[key] == nil {
            return .result(.failure("'\(key.prefix(64))' is no argument of \(tool.name)."))
        }
        do {
            switch tool.kind {
            case .reading: return .result(try await reader.run(call, for: caller))
            case .proposing: return try await proposer.run(call, for: caller)
            }
        } catch let error as SpotterError {
            return .result(.failure(error.message))
        }
    }

    /// Does, withdraws or leaves a proposal, as its owner has answered. Done once, however often the answer comes.
    /// - Parameter version: the one that its owner was asked about.
    func settle(_ id: ProposalID, _ version: Int, _ answer: Elicitation.Answer, for caller: MCPCaller) async throws
        -> ToolResult
    {
        do {
            switch answer {
            case .accept:
                let done = try await proposals.confirm(
                    id,
                    version: version,
                    by: caller.actor,
                    door: .mcp,
                    admitText: { bytes in
                        try caller.charge(.messages)
                        try caller.charge(.messageBytes, bytes)
                    }
                )
                return ToolResult(done: done.proposal, done.result)
            case .decline: return ToolResult(declined: try await proposals.cancel(id, by: caller.actor, door: .mcp))
            case .cancel:
                let proposal = try await proposals.proposal(id, for: caller.actor)
                return proposal.isPending ? ToolResult(waiting: proposal) : ToolResult(decided: proposal)
            }
        } catch let error as SpotterError {
            return .failure(error.message)
        }
    }

    private func isFor(_ tool: MCPTool, _ caller: MCPCaller) -> Bool {
        !tool.isForTrainers || Access.can(caller.actor, .manageCalendar)
    }
}

/// A key lacks one of these.
struct MissingScopes: Error {
    let scopes: [KeyScope]

    var error: JSONRPCError {
        let names = scopes.map(\.rawValue).joined(separator: " and ")
        return JSONRPCError(-32001, "This API key may not use the tool: it needs \(names).", .forbidden)
    }
}
