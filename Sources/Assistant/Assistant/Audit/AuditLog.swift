import AssistantTools
public import Domain
public import SpotterAPI
import Storage

/// The append-only, hash-chained record of every proposal's changes of state.
///
/// An entry is written in the transaction of the change that it records. If it can't be written, the change is rolled
/// back. The database refuses to update or delete entries; only their words may be erased. Hashes are keyed by a file
/// outside the database, so that a change that bypasses the server breaks the chain, and `verify()` reports where.
public struct AuditLog: Sendable {
    let database: any Database
    let key: AuditKey

    init(database: any Database, key: AuditKey) {
        self.database = database
        self.key = key
    }

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

    /// One change of a proposal's state, or an edit of a pending one.
    struct Step {
        let id: AuditEntryID
        let owner: UserID
        let proposal: Proposal
        let state: ProposalState
        var isEdit = false
        let door: AuditChannel
        let actor: UserID
        let at: Timestamp

        /// In place of the state `pending`, as an edit is stored.
        static let edited = "edited"
    }

    /// Appends a step inside the transaction of the change that it records.
    /// - Throws: `unavailable` if the end of the log was tampered with: a new entry would hide that.
    func append(_ step: Step, on connection: any SQLConnection) throws {
        var head = try soundHead(on: connection)
        try append(
            AuditDraft(
                id: step.id,
                ownerId: step.owner,
                proposalId: step.proposal.id,
                tool: step.proposal.tool.rawValue,
                arguments: try JSONValue(encoding: step.proposal.arguments.withoutWords).text,
                words: step.proposal.arguments.words,
                state: step.isEdit ? Step.edited : step.state.rawValue,
                door: step.door.rawValue,
                actorId: step.actor,
                at: step.at
            ),
            after: &head,
            on: connection
        )
        try head.write(sealedWith: key, on: connection)
    }

    /// An entry that has no place in the chain yet.
    struct AuditDraft {
        let id: AuditEntryID
        let ownerId: UserID
        let proposalId: ProposalID
        let tool: String
        let arguments: String
        let words: String?
        let state: String
        let door: String
        let actorId: UserID
        let at: Timestamp
    }

    /// Adds an entry to the chain. The caller writes the head.
    func append(_ draft: AuditDraft, after head: inout AuditHead, on connection: any SQLConnection) throws {
        let words = draft.words.map { AuditWords($0) }
        let record = AuditRecord(
            position: head.position + 1,
            id: draft.id,
            ownerId: draft.ownerId,
            proposalId: draft.proposalId,
            tool: draft.tool,
            arguments: draft.arguments,
            wordsHash: words?.hash ?? "",
            state: draft.state,
            door: draft.door,
            actorId: draft.actorId,
            at: draft.at,
            previousHash: head.hash
        )
        head.take(record, hash: try record.hash(with: key))
        let values: [any SQLBindable] = record.values + [words?.text, words?.salt, head.hash]
        try connection.execute(
            "INSERT INTO audit_log (\(AuditRow.columns)) VALUES (\(connection.placeholders(count: values.count)))",
            values
        )
    }

    /// - Throws: `unavailable` if nothing may be appended.
    func requireSound(on connection: any SQLConnection) throws { _ = try soundHead(on: connection) }

    /// The head, if it is sealed and the last entry is the one that it names.
    private func soundHead(on connection: any SQLConnection) throws -> AuditHead {
        guard let found = try AuditHead.read(on: connection), found.head.isSealed(by: found.seal, with: key) else {
            throw Self.tamperedWith
        }
        let last = try connection.first(
            "SELECT position, hash FROM audit_log ORDER BY position DESC LIMIT 1"
        ) { (position: try $0.int(0), hash: try $0.text(1)) }
        guard last?.position ?? 0 == found.head.position, last?.hash ?? AuditRecord.genesis == found.head.hash else {
            throw Self.tamperedWith
        }
        return found.head
    }

    private static let tamperedWith = SpotterError(
        .unavailable,
        "The audit log was changed outside the server, so no action can be recorded, and none is done. The server's "
            + "operator sees more with `spotter admin audit verify`."
    )
}

extension AuditEntry {
    /// - Throws: an error if the row contains a value or arguments that no version writes.
    init(_ row: AuditRow) throws {
        let record = row.record
        let isEdit = record.state == AuditLog.Step.edited
        guard let tool = ToolName(rawValue: record.tool),
            let state = isEdit ? .pending : ProposalState(rawValue: record.state),
            let door = AuditChannel(rawValue: record.door)
        else { throw SpotterError(.internalError, "The audit log holds an unknown word.") }
        let arguments = try ToolArguments(tool: tool, json: record.arguments)
        self.init(
            id: record.id,
            proposalId: record.proposalId,
            tool: tool,
            arguments: row.words.map { arguments.with(words: $0.text) } ?? arguments,
            state: state,
            edited: isEdit ? true : nil,
            door: door,
            actorId: record.actorId,
            at: record.at,
            hash: row.hash,
            previousHash: record.previousHash
        )
    }
}
