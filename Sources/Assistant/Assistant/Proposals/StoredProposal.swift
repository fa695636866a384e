import AssistantTools
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
    /// The answer that proposed it, if its conversation still exists.
    let turnId: TurnID?
    let createdAt: Timestamp
    /// When it got its final state.
    let decidedAt: Timestamp?
    /// Whether its words were erased.
    let isErased: Bool

    /// In `erased_at`: the words are still to be erased.
    static let dueForErasure: Int64 = 0

    static let columns =
        """
        id, owner_id, tool, arguments, summary, state, expires_at, result, turn_id, created_at, decided_at, erased_at,
        doubts, version
        """

    static let columnCount = 14

    struct Outcome: Codable {
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
            expiresAt: try row.timestamp(6),
            doubts: try row.optionalText(12).map(Self.doubts) ?? [],
            version: Int(clamping: try row.int(13))
        )
        ownerId = try row.id(1)
        let outcome = try row.optionalText(7).map(Self.outcome)
        result = outcome?.done
        failure = outcome?.failure
        turnId = try row.optionalID(8)
        createdAt = try row.timestamp(9)
        decidedAt = try row.optionalTimestamp(10)
        isErased = try row.optionalInt(11) ?? Self.dueForErasure > Self.dueForErasure
    }

    private static func doubts(_ json: String) throws -> [ProposalDoubt] {
        try JSONDecoder().decode([ProposalDoubt].self, from: Data(json.utf8))
    }

    static func outcome(_ json: String) throws -> Outcome {
        try JSONDecoder().decode(Outcome.self, from: Data(json.utf8))
    }

    static func text(result: ProposalResult?, failure: String?) throws -> String? {
        guard result != nil || failure != nil else { return nil }
        return try JSONValue(encoding: Outcome(done: result, failure: failure)).text
    }

    static func find(_ id: ProposalID, on connection: any SQLConnection) throws -> StoredProposal? {
        try connection.first("SELECT \(columns) FROM proposals WHERE id = $1", id) { try StoredProposal(row: $0) }
    }

    /// - Throws: `not_found` unless the proposal is the actor's.
    static func find(_ id: ProposalID, for actor: Actor, on connection: any SQLConnection) throws -> StoredProposal {
        guard let found = try find(id, on: connection), Access.can(actor, .own(found.ownerId)) else {
            throw SpotterError.notFound("proposal")
        }
        return found
    }

    /// The proposals of an answer.
    static func proposed(in turn: TurnID, on connection: any SQLConnection) throws -> [StoredProposal] {
        try connection.query("SELECT \(columns) FROM proposals WHERE turn_id = $1", turn) { try Self(row: $0) }
    }

    /// The proposal that sent a message, if one did.
    static func sending(_ message: MessageID, on connection: any SQLConnection) throws -> [StoredProposal] {
        try connection.query("SELECT \(columns) FROM proposals WHERE message_id = $1", message) { try Self(row: $0) }
    }

    /// Proposals that a migration found to be about something that is gone.
    static func dueForErasure(limit: Int, on connection: any SQLConnection) throws -> [StoredProposal] {
        try connection.query(
            "SELECT \(columns) FROM proposals WHERE erased_at = $1 LIMIT $2",
            dueForErasure,
            limit
        ) { try Self(row: $0) }
    }

    func isOverdue(at now: Timestamp) -> Bool { proposal.state == .pending && proposal.expiresAt <= now }
}

extension Proposal {
    func with(_ state: ProposalState) -> Proposal {
        Proposal(
            id: id,
            tool: tool,
            arguments: arguments,
            summary: summary,
            state: state,
            expiresAt: expiresAt,
            doubts: doubts,
            version: version
        )
    }
}
