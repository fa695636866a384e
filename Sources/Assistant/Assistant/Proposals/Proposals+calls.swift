import Crypto
public import Domain
import Foundation
public import SpotterAPI
import Storage

/// A call by which another app confirms an action: it names what is to be done, not the proposal.
///
/// A call that comes again, because of a double tap or a lost answer, is the same call. Its owner who wants the same
/// thing done twice asks for it again, which makes a new proposal.
public struct ConfirmingCall: Sendable {
    let owner: Actor
    /// Identifies the call's exact contents.
    let hash: [UInt8]
    /// Whether these arguments are what the app's user was shown.
    let shows: @Sendable (ToolArguments) -> Bool

    public init(by owner: Actor, contents: JSONValue, shows: @escaping @Sendable (ToolArguments) -> Bool) {
        self.owner = owner
        self.shows = shows
        hash = Array(SHA256.hash(data: Data(contents.text.utf8)))
    }
}

extension Proposals {
    /// How long a call counts as the same one after its action was done: ten minutes.
    public static let repeatedCallSeconds: Int64 = 600

    /// The action that this call has already done; `nil` if it has done none, or if the same was proposed anew since.
    public func done(by call: ConfirmingCall, with arguments: ToolArguments? = nil) async throws -> Proposal? {
        let now = clock.now()
        return try await database.read { connection in
            let newest = try newest(for: call, with: arguments, at: now, on: connection)
            return newest?.proposal.state == .executed ? newest?.proposal : nil
        }
    }

    /// The proposal that a call confirms: the one that its user was shown, or that the same call has had executed, or
    /// else a new one. Of parallel calls all get the same.
    public func claim(_ arguments: ToolArguments, summary: String, for call: ConfirmingCall) async throws -> Proposal {
        let (id, now): (ProposalID, Timestamp) = (ids.next(), clock.now())
        return try await database.write { connection in
            let proposal =
                try newest(for: call, with: arguments, at: now, on: connection)?.proposal
                ?? insert(
                    id,
                    arguments,
                    summary: summary,
                    for: call.owner.userId,
                    conversation: nil,
                    turn: nil,
                    door: .callable,
                    at: now,
                    on: connection
                )
            try connection.execute("UPDATE proposals SET call_hash = $1 WHERE id = $2", call.hash, proposal.id)
            return proposal
        }
    }

    private static let searched = 200

    /// Of the owner's proposals that the call can mean, the one that was last made or executed.
    private func newest(
        for call: ConfirmingCall,
        with arguments: ToolArguments?,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> StoredProposal? {
        let recent = try connection.query(
            """
            SELECT \(StoredProposal.columns), call_hash = $1 FROM proposals
            WHERE owner_id = $2 AND (state = 'pending' OR state = 'executed' AND decided_at > $3)
            ORDER BY created_at DESC, id DESC LIMIT $4
            """,
            call.hash,
            call.owner.userId,
            now.adding(seconds: -Self.repeatedCallSeconds),
            Self.searched
        ) { (stored: try StoredProposal(row: $0), isSameCall: try $0.optionalInt(StoredProposal.columnCount) == 1) }
        let meant = recent.filter { found in
            let proposal = found.stored.proposal
            guard !found.stored.isErased, !found.stored.isOverdue(at: now) else { return false }
            if found.isSameCall, proposal.state == .executed { return true }
            return proposal.arguments == arguments || call.shows(proposal.arguments)
        }
        // At the same instant an execution counts as later: rather once than twice.
        return meant.map(\.stored).max { one, other in
            let (a, b) = (one.decidedAt ?? one.createdAt, other.decidedAt ?? other.createdAt)
            return a == b ? one.decidedAt == nil && other.decidedAt != nil : a < b
        }
    }
}
