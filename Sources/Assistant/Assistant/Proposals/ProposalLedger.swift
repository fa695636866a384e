import Domain
import SpotterAPI
import Storage

/// Moves proposals from state to state, each time with an entry in the audit log.
struct ProposalLedger: Sendable {
    let ids: any IDSource
    let audit: AuditLog

    /// Moves a pending proposal into its final state, with an audit entry.
    func settle(
        _ stored: StoredProposal,
        as state: ProposalState,
        result: ProposalResult? = nil,
        failure: String? = nil,
        by actor: UserID,
        _ door: AuditChannel,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        let changed = try connection.execute(
            """
            UPDATE proposals SET state = $1, decided_at = $2, result = $3, message_id = $4
            WHERE id = $5 AND state = 'pending'
            """,
            state.rawValue,
            now,
            try StoredProposal.text(result: result, failure: failure),
            result?.messageId,
            stored.proposal.id
        )
        // Another change came first: this transaction must write nothing.
        guard changed == 1 else { throw SpotterError(.conflict, "This proposal was decided meanwhile.") }
        try record(stored.proposal, of: stored.ownerId, as: state, by: actor, door, at: now, on: connection)
    }

    func record(
        _ proposal: Proposal,
        of owner: UserID,
        as state: ProposalState,
        isEdit: Bool = false,
        by actor: UserID,
        _ door: AuditChannel,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        let step = AuditLog.Step(
            id: ids.next(),
            owner: owner,
            proposal: proposal,
            state: state,
            isEdit: isEdit,
            door: door,
            actor: actor,
            at: now
        )
        try audit.append(step, on: connection)
    }
}
