public import Domain
public import SpotterAPI
import Storage

extension Proposals {
    /// Proposes an action, or returns the same one that waits for its owner already.
    ///
    /// For doors whose clients send a call again when an answer is lost: two proposals of one action could both be
    /// confirmed.
    public func propose(
        _ arguments: ToolArguments,
        summary: String,
        doubts: [ProposalDoubt],
        for owner: UserID,
        door: AuditChannel
    ) async throws -> Proposal {
        let (id, now) = (ids.next(ProposalID.self), clock.now())
        return try await database.write { connection in
            let waiting = try connection.query(
                """
                SELECT \(StoredProposal.columns) FROM proposals
                WHERE owner_id = $1 AND state = 'pending' AND tool = $2 ORDER BY created_at DESC, id DESC LIMIT 200
                """,
                owner,
                arguments.tool.rawValue
            ) { try StoredProposal(row: $0) }
            let same = waiting.first { stored in
                stored.proposal.arguments == arguments && !stored.isErased && !stored.isOverdue(at: now)
            }
            if let same { return same.proposal }
            return try insert(
                id,
                arguments,
                summary: summary,
                doubts: doubts,
                for: owner,
                conversation: nil,
                turn: nil,
                door: door,
                at: now,
                on: connection
            )
        }
    }
}
