public import AssistantTools
public import Domain
public import SpotterAPI
public import Storage

/// Stores actions until their owner confirms them. A confirmation executes an action once, exactly as it was shown.
///
/// A change of state, its audit entry and the action itself are one transaction, so that a crash leaves all of them or
/// none. Writes are serial, so only the first of two confirmations has an effect.
public struct Proposals: Sendable {
    /// How long a proposal can be confirmed: one hour.
    public static let lifetimeSeconds: Int64 = 3600

    let database: any Database
    let clock: any WallClock
    let ids: any IDSource
    let executor: ToolExecutor
    let ledger: ProposalLedger
    let resolver: ToolResolver
    private let lifetimeSeconds: Int64

    public init(
        database: any Database,
        clock: any WallClock,
        ids: any IDSource,
        executor: ToolExecutor,
        audit: AuditLog,
        lifetimeSeconds: Int64 = Proposals.lifetimeSeconds
    ) {
        self.database = database
        self.clock = clock
        self.ids = ids
        self.executor = executor
        ledger = ProposalLedger(ids: ids, audit: audit)
        resolver = ToolResolver(database: database, clock: clock)
        self.lifetimeSeconds = lifetimeSeconds
    }

    /// Proposes an action to its owner.
    ///
    /// - Parameters:
    ///   - summary: what the action would do, in the resolver's words.
    ///   - doubts: what was guessed for it.
    ///   - conversation: the conversation and the turn of the proposal.
    public func create(
        _ arguments: ToolArguments,
        summary: String,
        doubts: [ProposalDoubt] = [],
        for owner: UserID,
        conversation: ConversationID? = nil,
        turn: TurnID? = nil,
        door: AuditChannel = .chat
    ) async throws -> Proposal {
        let (id, now): (ProposalID, Timestamp) = (ids.next(), clock.now())
        return try await database.write { connection in
            try insert(
                id,
                arguments,
                summary: summary,
                doubts: doubts,
                for: owner,
                conversation: conversation,
                turn: turn,
                door: door,
                at: now,
                on: connection
            )
        }
    }

    /// Stores a pending proposal, with its audit entry.
    func insert(
        _ id: ProposalID,
        _ arguments: ToolArguments,
        summary: String,
        doubts: [ProposalDoubt] = [],
        for owner: UserID,
        conversation: ConversationID?,
        turn: TurnID?,
        door: AuditChannel,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> Proposal {
        let proposal = Proposal(
            id: id,
            tool: arguments.tool,
            arguments: arguments,
            summary: summary,
            state: .pending,
            expiresAt: now.adding(seconds: lifetimeSeconds),
            doubts: doubts
        )
        try connection.execute(
            """
            INSERT INTO proposals (id, owner_id, conversation_id, turn_id, tool, arguments, summary, state,
                created_at, expires_at, doubts)
            VALUES ($1, $2, $3, $4, $5, $6, $7, 'pending', $8, $9, $10)
            """,
            proposal.id,
            owner,
            conversation,
            turn,
            proposal.tool.rawValue,
            try JSONValue(encoding: arguments).text,
            summary,
            now,
            proposal.expiresAt,
            doubts.isEmpty ? nil : try JSONValue(encoding: doubts).text
        )
        try ledger.record(proposal, of: owner, as: .pending, by: owner, door, at: now, on: connection)
        return proposal
    }

    /// - Throws: `not_found`, also for another user's.
    public func proposal(_ id: ProposalID, for actor: Actor) async throws -> Proposal {
        let now = clock.now()
        return try await database.read { try Self.shown(StoredProposal.find(id, for: actor, on: $0), at: now) }
    }

    /// The actor's proposals, newest first.
    /// - Parameters:
    /// - conversation: returns only its proposals.
    ///   - limit: 1 to 200.
    public func list(
        for actor: Actor,
        state: ProposalState? = nil,
        conversation: ConversationID? = nil,
        limit: Int = 50
    ) async throws -> [Proposal] {
        guard (1...200).contains(limit) else { throw SpotterError.invalid("limit must be 1 to 200.") }
        let now = clock.now()
        return try await database.read { connection in
            var shown: [Proposal] = []
            try connection.forEach(
                """
                SELECT \(StoredProposal.columns) FROM proposals
                WHERE owner_id = $1 AND conversation_id IS NOT DISTINCT FROM coalesce($2, conversation_id) ORDER BY created_at DESC, id DESC
                """,
                [actor.userId, conversation]
            ) { row in
                let proposal = Self.shown(try StoredProposal(row: row), at: now)
                if state == nil || proposal.state == state { shown.append(proposal) }
                return shown.count < limit
            }
            return shown
        }
    }

    /// An overdue proposal counts as expired before the sweep has marked it.
    private static func shown(_ stored: StoredProposal, at now: Timestamp) -> Proposal {
        stored.isOverdue(at: now) ? stored.proposal.with(.expired) : stored.proposal
    }
}
