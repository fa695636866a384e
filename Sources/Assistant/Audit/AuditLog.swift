public import Domain
public import SpotterAPI
public import Storage

/// The append-only, hash-chained record of what became of every proposal.
///
/// An entry is written in the transaction of the change that it records: where it can't be written, the change doesn't
/// happen. The database refuses to update or delete entries; whoever goes around the database breaks the chain, and
/// `verify()` says where.
public struct AuditLog: Sendable {
    let database: any Database

    public init(database: any Database) { self.database = database }

    /// The user's own entries, newest first.
    /// - Parameter limit: 1 to 200.
    public func entries(of owner: Actor, limit: Int = 50) async throws -> [AuditEntry] {
        guard (1...200).contains(limit) else { throw SpotterError.invalid("limit must be 1 to 200.") }
        return try await database.read { connection in
            try connection.query(
                """
                SELECT \(Self.columns), hash FROM audit_log WHERE owner_id = $1 ORDER BY position DESC LIMIT $2
                """,
                owner.userId,
                limit
            ) { row in
                let tool = try row.word(4, ToolName.self)
                return AuditEntry(
                    id: try row.id(1),
                    proposalId: try row.id(3),
                    tool: tool,
                    arguments: try ToolArguments(tool: tool, json: try row.text(5)),
                    state: try row.word(6),
                    door: try row.word(7),
                    actorId: try row.id(8),
                    at: try row.timestamp(9),
                    hash: try row.text(11),
                    previousHash: try row.text(10)
                )
            }
        }
    }

    /// One step in a proposal's life.
    struct Step {
        let id: AuditEntryID
        let owner: UserID
        let proposal: Proposal
        let state: ProposalState
        let door: AuditChannel
        let actor: UserID
        let at: Timestamp
    }

    /// Appends a step inside the transaction of the change that it records.
    static func append(_ step: Step, on connection: any SQLConnection) throws {
        let head = try head(on: connection)
        let record = AuditRecord(
            position: (head?.position ?? 0) + 1,
            id: step.id,
            ownerId: step.owner,
            proposalId: step.proposal.id,
            tool: step.proposal.tool.rawValue,
            arguments: try CanonicalJSON(step.proposal.arguments).text,
            state: step.state.rawValue,
            door: step.door.rawValue,
            actorId: step.actor,
            at: step.at,
            previousHash: head?.hash ?? AuditRecord.genesis
        )
        let hash = try record.hash()
        try connection.execute(
            """
            INSERT INTO audit_log (\(columns), hash) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
            """,
            record.position,
            record.id,
            record.ownerId,
            record.proposalId,
            record.tool,
            record.arguments,
            record.state,
            record.door,
            record.actorId,
            record.at,
            record.previousHash,
            hash
        )
        try connection.execute(
            """
            INSERT INTO audit_head (id, position, hash) VALUES (1, $1, $2)
            ON CONFLICT (id) DO UPDATE SET position = excluded.position, hash = excluded.hash
            """,
            record.position,
            hash
        )
    }

    // MARK: Rows

    static let columns =
        "position, id, owner_id, proposal_id, tool, arguments, state, door, actor_id, at, previous_hash"

    static func head(on connection: any SQLConnection) throws -> (position: Int64, hash: String)? {
        try connection.first("SELECT position, hash FROM audit_head WHERE id = 1") {
            (try $0.int(0), try $0.text(1))
        }
    }
}
