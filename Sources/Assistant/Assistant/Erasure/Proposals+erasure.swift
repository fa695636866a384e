import ChatInsights
public import Domain
import SpotterAPI
import Storage

/// Account deletion: proposals.
extension Proposals {
    private static let settledAtOnce = 100

    /// Cancels a user's pending proposals, with audit entries, and removes all of the user's proposals. Of the
    /// audit log's entries only the words go.
    public func eraseAll(of owner: UserID) async throws {
        while true {
            let settled = try await database.write { connection in
                let now = clock.now()
                let pending = try connection.query(
                    """
                    SELECT \(StoredProposal.columns) FROM proposals
                    WHERE owner_id = $1 AND state = 'pending' ORDER BY created_at LIMIT $2
                    """,
                    owner,
                    Self.settledAtOnce
                ) { try StoredProposal(row: $0) }
                for stored in pending {
                    try ledger.settle(stored, as: .cancelled, by: owner, .rest, at: now, on: connection)
                }
                return pending.count
            }
            guard settled > 0 else { break }
        }
        try await database.write { connection in
            connection.markErasure()
            try connection.execute("DELETE FROM proposals WHERE owner_id = $1", owner)
            try connection.execute("DELETE FROM proposal_sources WHERE owner_id = $1", owner)
            try InsightRows.forgetUser(owner, on: connection)
            try WeeklyPageRow.erase(owner, on: connection)
        }
        try await ledger.audit.eraseWords(of: owner)
    }
}
