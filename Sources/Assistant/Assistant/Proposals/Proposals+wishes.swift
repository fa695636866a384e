public import Domain
public import SpotterAPI
import Storage

extension Proposals {
    /// Proposes what a client wishes for a session; the same wish that waits already is left as it is.
    ///
    /// - Parameters:
    ///   - arguments: to reschedule or cancel `event`.
    ///   - maxPending: how many proposals for the event may wait.
    /// - Throws: `conflict` if as many wait.
    public func propose(
        wish arguments: ToolArguments,
        for event: EventID,
        summary: String,
        to owner: UserID,
        maxPending: Int
    ) async throws {
        let (id, now) = (ids.next(ProposalID.self), clock.now())
        try await database.write { connection in
            let waiting = try connection.query(
                """
                SELECT \(StoredProposal.columns) FROM proposals
                WHERE owner_id = $1 AND state = 'pending' AND tool IN ($2, $3)
                """,
                owner,
                ToolName.rescheduleEvent.rawValue,
                ToolName.cancelEvent.rawValue
            ) { try StoredProposal(row: $0) }
            let same = waiting.filter { stored in
                Self.event(of: stored.proposal.arguments) == event && !stored.isErased && !stored.isOverdue(at: now)
            }
            guard !same.contains(where: { $0.proposal.arguments == arguments }) else { return }
            guard same.count < maxPending else {
                throw SpotterError(.conflict, "Your trainer has not answered yet; write to them instead.")
            }
            _ = try insert(
                id,
                arguments,
                summary: summary,
                for: owner,
                conversation: nil,
                turn: nil,
                door: .rest,
                at: now,
                on: connection
            )
        }
    }

    private static func event(of arguments: ToolArguments) -> EventID? {
        switch arguments {
        case .rescheduleEvent(let move): move.eventId
        case .cancelEvent(let cancel): cancel.eventId
        default: nil
        }
    }
}
