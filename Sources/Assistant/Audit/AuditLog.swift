public import Domain
public import SpotterAPI
public import Storage

/// The append-only, hash-chained record of every proposal's changes of state.
///
/// An entry is written in the transaction of the change that it records. If it can't be written, the change is rolled
/// back. The database refuses to update or delete entries. A change that bypasses the database breaks the chain, and
/// `verify()` reports where.
public struct AuditLog: Sendable {
    let database: any Database

    public init(database: any Database) { self.database = database }

    /// The user's own entries, newest first.
    /// - Parameter limit: 1 to 200.
    public func entries(of owner: Actor, limit: Int = 50) async throws -> [AuditEntry] {
        guard (1...200).contains(limit) else { throw SpotterError.invalid("limit must be 1 to 200.") }
        return try await database.read { connection in
            try connection.query(
                "SELECT \(AuditRow.columns) FROM audit_log WHERE owner_id = $1 ORDER BY position DESC LIMIT $2",
                owner.userId,
                limit
            ) { try AuditEntry(try AuditRow(row: $0)) }
        }
    }

    /// One change of a proposal's state.
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
            arguments: try JSONValue(encoding: step.proposal.arguments).text,
            state: step.state.rawValue,
            door: step.door.rawValue,
            actorId: step.actor,
            at: step.at,
            previousHash: head?.hash ?? AuditRecord.genesis
        )
        let hash = try record.hash()
        let values = record.values + [hash]
        try connection.execute(
            "INSERT INTO audit_log (\(AuditRow.columns)) VALUES (\(connection.placeholders(count: values.count)))",
            values
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

    // MARK: The end of the chain

    static func head(on connection: any SQLConnection) throws -> (position: Int64, hash: String)? {
        try connection.first("SELECT position, hash FROM audit_head WHERE id = 1") {
            (try $0.int(0), try $0.text(1))
        }
    }
}

extension AuditEntry {
    /// - Throws: an error if the row contains a value or arguments that no version writes.
    init(_ row: AuditRow) throws {
        let record = row.record
        guard let tool = ToolName(rawValue: record.tool), let state = ProposalState(rawValue: record.state),
            let door = AuditChannel(rawValue: record.door)
        else { throw SpotterError(.internalError, "The audit log holds an unknown word.") }
        self.init(
            id: record.id,
            proposalId: record.proposalId,
            tool: tool,
            arguments: try ToolArguments(tool: tool, json: record.arguments),
            state: state,
            door: door,
            actorId: record.actorId,
            at: record.at,
            hash: row.hash,
            previousHash: record.previousHash
        )
    }
}
