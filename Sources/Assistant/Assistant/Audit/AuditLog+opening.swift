import AssistantTools
import Domain
public import Logging
import SpotterAPI
public import Storage

extension AuditLog {
    /// Opens the log with the key in `folder`. A server's first start makes the key, and seals the entries that servers
    /// without a key have written.
    ///
    /// If there are entries, or should be, but the key is missing, the log is broken until the key is back: that is logged
    /// as an error, and no new key is made, which would make the entries worthless.
    ///
    /// - Throws: `unavailable` if the key can't be read or made.
    public static func open(_ database: any Database, keys folder: String, logger: Logger) async throws -> AuditLog {
        let file = AuditKeyFile(folder: folder)
        let found = try await database.read { connection in
            (
                head: try AuditHead.read(on: connection),
                hasEntries: try connection.exists("SELECT 1 FROM audit_log LIMIT 1"),
                hasDecisions: try unrecorded(on: connection).count > 0
            )
        }
        if let head = found.head, let key = file.readNew(), head.head.isSealed(by: head.seal, with: key) {
            // A crash came after the log was sealed, before its key was adopted.
            try file.adopt()
            return AuditLog(database: database, key: key)
        }
        if let key = try file.read() { return AuditLog(database: database, key: key) }
        // A log in which nothing stands needs no proof, so a database alone can begin anew.
        guard !found.hasEntries, found.head == nil || !found.hasDecisions else {
            // Messages are worth more than the log, so the server starts. With a key that nothing is sealed with and that
            // isn't kept, every verification fails and no action is recorded or done.
            logger.error("\(file.missing)")
            return AuditLog(database: database, key: AuditKey())
        }
        let log = AuditLog(database: database, key: try file.makeNew())
        let head = try await database.write { try log.begin(on: $0) }
        try file.adopt()
        if head.faultPosition > 0 {
            logger.error("the audit log was already broken at entry \(head.faultPosition): \(head.fault)")
        }
        return log
    }

    /// Makes a new key and seals the log as it is now, for an operator who has lost the key, or who accepts what a
    /// verification has found. What was logged before can't be proved any more.
    /// - Returns: the number of entries that were sealed anew.
    public static func reseal(_ database: any Database, keys folder: String) async throws -> Int {
        let file = AuditKeyFile(folder: folder)
        let log = AuditLog(database: database, key: try file.makeNew())
        let head = try await database.write { try log.sealAnew(on: $0) }
        try file.adopt()
        return Int(clamping: head.position)
    }

    /// Seals an empty log, or what a server without a key has logged.
    private func begin(on connection: any SQLConnection) throws -> AuditHead {
        var head = AuditHead()
        if let fault = try takeUnkeyed(after: &head, on: connection) { (head.faultPosition, head.fault) = fault }
        try head.write(sealedWith: key, on: connection)
        return head
    }

    /// Adds what a server without a key has logged.
    /// - Returns: the first fault in it.
    private func takeUnkeyed(after head: inout AuditHead, on connection: any SQLConnection) throws -> (Int64, String)? {
        var chain = UnkeyedAuditChain()
        try connection.forEach(
            "SELECT \(UnkeyedAuditRecord.columns) FROM audit_log_unkeyed ORDER BY position",
            []
        ) { row in
            let entry = try UnkeyedAuditRecord(row: row)
            chain.check(entry)
            try append(try entry.draft(), after: &head, on: connection)
            return true
        }
        let fault = try chain.fault(atTheEndOn: connection)
        try connection.execute("DELETE FROM audit_log_unkeyed")
        try connection.execute("DELETE FROM audit_head_unkeyed")
        return fault
    }

    /// Chains all entries anew, in the order of their positions.
    private func sealAnew(on connection: any SQLConnection) throws -> AuditHead {
        let rows = try connection.query("SELECT \(AuditRow.columns) FROM audit_log ORDER BY position") {
            try AuditRow(row: $0)
        }
        for statement in AuditSchema.dropTriggers { try connection.execute(statement) }
        var head = AuditHead()
        for row in rows {
            let old = row.record
            let record = AuditRecord(
                position: head.position + 1,
                id: old.id,
                ownerId: old.ownerId,
                proposalId: old.proposalId,
                tool: old.tool,
                arguments: try JSONValue(text: old.arguments).text,
                wordsHash: row.words?.hash ?? old.wordsHash,
                state: old.state,
                door: old.door,
                actorId: old.actorId,
                at: old.at,
                previousHash: head.hash
            )
            head.take(record, hash: try record.hash(with: key))
            try connection.execute(
                """
                UPDATE audit_log SET position = $1, arguments = $2, words_hash = $3, previous_hash = $4, hash = $5
                WHERE position = $6
                """,
                record.position,
                record.arguments,
                record.wordsHash,
                record.previousHash,
                head.hash,
                old.position
            )
        }
        for statement in AuditSchema.triggers { try connection.execute(statement) }
        _ = try takeUnkeyed(after: &head, on: connection)
        head.unrecorded = try Self.unrecorded(on: connection).count
        try head.write(sealedWith: key, on: connection)
        return head
    }
}
