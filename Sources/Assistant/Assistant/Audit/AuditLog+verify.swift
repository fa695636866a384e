import AssistantTools
import Domain
public import SpotterAPI
import Storage

extension AuditLog {
    /// Verifies the log from its first entry, its head, and that every proposal which was decided has its entry. Detects
    /// entries that were edited, inserted, reordered or deleted, also at the end and also all of them.
    public func verify() async throws -> AuditVerification {
        try await database.read { try Chain(key: key, connection: $0).verification() }
    }
}

/// One pass over the log.
private struct Chain {
    let key: AuditKey
    let connection: any SQLConnection
    private var head = AuditHead()
    private var erased = 0

    init(key: AuditKey, connection: any SQLConnection) {
        self.key = key
        self.connection = connection
    }

    func verification() throws -> AuditVerification {
        var chain = self
        return try chain.run()
    }

    private mutating func run() throws -> AuditVerification {
        var broken: (position: Int64, reason: String)?
        try connection.forEach("SELECT \(AuditRow.columns) FROM audit_log ORDER BY position", []) { row in
            if let reason = fault(in: row) {
                broken = (head.position + 1, reason)
                return false
            }
            return true
        }
        if broken == nil { broken = try faultAtTheEnd() }
        return AuditVerification(
            entries: Int(clamping: head.position),
            erased: erased,
            brokenAt: broken?.position,
            reason: broken?.reason
        )
    }

    /// Takes the entry as the next one of the chain unless something is wrong with it.
    private mutating func fault(in row: any SQLRow) -> String? {
        do {
            let row = try AuditRow(row: row)
            let record = row.record
            guard record.position == head.position + 1 else { return "an entry is missing" }
            guard record.previousHash == head.hash else { return "the entry doesn't follow the one before it" }
            guard try JSONValue(text: record.arguments).text == record.arguments else {
                return "the arguments were changed"
            }
            guard try record.hash(with: key) == row.hash else { return "the entry was changed" }
            if let words = row.words {
                guard words.hash == record.wordsHash else { return "the words were changed" }
            } else if !record.wordsHash.isEmpty {
                erased += 1
            }
            head.take(record, hash: row.hash)
            return nil
        } catch {
            return "the entry can't be read: \(ErrorText.of(error))"
        }
    }

    private func faultAtTheEnd() throws -> (Int64, String)? {
        let next = head.position + 1
        guard let stored = try AuditHead.read(on: connection) else { return (next, "the head of the log is missing") }
        guard stored.head.isSealed(by: stored.seal, with: key) else {
            return (next, "the head of the log was changed, or the log's key is another one")
        }
        guard stored.head.position == head.position, stored.head.hash == head.hash else {
            return (next, "the end of the log is missing")
        }
        guard stored.head.executed == head.executed else { return (next, "the number of actions isn't right") }
        if stored.head.faultPosition > 0 { return (stored.head.faultPosition, stored.head.fault) }
        let unrecorded = try AuditLog.unrecorded(on: connection)
        guard unrecorded.count > stored.head.unrecorded, let example = unrecorded.example else { return nil }
        return (next, "proposal \(example) was decided, but no entry says so")
    }
}

extension AuditLog {
    /// Decided proposals without the entry that says so: their number, and one of them.
    static func unrecorded(on connection: any SQLConnection) throws -> (count: Int64, example: ProposalID?) {
        try connection.first(
            """
            SELECT count(*) OVER (), p.id FROM proposals p
            WHERE p.state <> 'pending' AND NOT EXISTS (
                SELECT 1 FROM audit_log a WHERE a.proposal_id = p.id AND a.state = p.state
            )
            ORDER BY p.id DESC LIMIT 1
            """
        ) { (try $0.int(0), try $0.optionalID(1)) } ?? (0, nil)
    }
}
