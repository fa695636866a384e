import Domain
import Foundation
import SpotterAPI
import Storage

/// A proposal with the data that only the server needs.
struct StoredProposal: Sendable {
    let proposal: Proposal
    let ownerId: UserID
    /// The result of its execution.
    let result: ProposalResult?
    /// Why its execution failed.
    let failure: String?

    static let columns = "id, owner_id, tool, arguments, summary, state, expires_at, result"

    private struct Outcome: Codable {
        var done: ProposalResult?
        var failure: String?
    }

    init(row: any SQLRow) throws {
        let tool = try row.word(2, ToolName.self)
        proposal = Proposal(
            id: try row.id(0),
            tool: tool,
            arguments: try ToolArguments(tool: tool, json: try row.text(3)),
            summary: try row.text(4),
            state: try row.word(5),
            expiresAt: try row.timestamp(6)
        )
        ownerId = try row.id(1)
        let outcome = try row.optionalText(7).map {
            try JSONDecoder().decode(Outcome.self, from: Data($0.utf8))
        }
        result = outcome?.done
        failure = outcome?.failure
    }

    static func text(result: ProposalResult?, failure: String?) throws -> String? {
        guard result != nil || failure != nil else { return nil }
        return try JSONValue(encoding: Outcome(done: result, failure: failure)).text
    }

    /// - Throws: `not_found` unless the proposal is the actor's.
    static func find(_ id: ProposalID, for actor: Actor, on connection: any SQLConnection) throws -> StoredProposal {
        let found = try connection.first("SELECT \(columns) FROM proposals WHERE id = $1", id) {
            try StoredProposal(row: $0)
        }
        guard let found, Access.can(actor, .own(found.ownerId)) else { throw SpotterError.notFound("proposal") }
        return found
    }

    func isOverdue(at now: Timestamp) -> Bool { proposal.state == .pending && proposal.expiresAt <= now }
}

extension Proposal {
    func with(_ state: ProposalState) -> Proposal {
        Proposal(id: id, tool: tool, arguments: arguments, summary: summary, state: state, expiresAt: expiresAt)
    }
}
