import Domain
import SpotterAPI
import Storage

/// The sealed end of the chain: removing the last entries, or all of them, leaves a seal that doesn't fit.
struct AuditHead: Equatable {
    /// The position of the last entry, and so the number of entries; 0 for an empty log.
    var position: Int64 = 0
    /// The hash of the last entry.
    var hash = AuditRecord.genesis
    /// The number of entries that say that a proposal was executed.
    var executed: Int64 = 0
    /// The number of decided proposals without an entry that an operator has accepted.
    var unrecorded: Int64 = 0
    /// The first entry that was wrong when the log was sealed for the first time; 0 if none was.
    var faultPosition: Int64 = 0
    /// What was wrong with it.
    var fault = ""

    private var text: String { "\(position)\n\(hash)\n\(executed)\n\(unrecorded)\n\(faultPosition)\n\(fault)" }

    /// - Returns: `nil` if there is no head.
    static func read(on connection: any SQLConnection) throws -> (head: AuditHead, seal: String)? {
        try connection.first(
            "SELECT position, hash, executed, unrecorded, fault_position, fault, seal FROM audit_head WHERE id = 1"
        ) {
            (
                AuditHead(
                    position: try $0.int(0),
                    hash: try $0.text(1),
                    executed: try $0.int(2),
                    unrecorded: try $0.int(3),
                    faultPosition: try $0.int(4),
                    fault: try $0.text(5)
                ),
                try $0.text(6)
            )
        }
    }

    func isSealed(by seal: String, with key: AuditKey) -> Bool { seal == key.authenticate("head", text) }

    /// Makes this entry the last one.
    mutating func take(_ record: AuditRecord, hash: String) {
        (position, self.hash) = (record.position, hash)
        if record.state == ProposalState.executed.rawValue { executed += 1 }
    }

    func write(sealedWith key: AuditKey, on connection: any SQLConnection) throws {
        try connection.execute(
            """
            INSERT INTO audit_head (id, position, hash, executed, unrecorded, fault_position, fault, seal)
            VALUES (1, $1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (id) DO UPDATE SET position = excluded.position, hash = excluded.hash,
                executed = excluded.executed, unrecorded = excluded.unrecorded,
                fault_position = excluded.fault_position, fault = excluded.fault, seal = excluded.seal
            """,
            position,
            hash,
            executed,
            unrecorded,
            faultPosition,
            fault,
            key.authenticate("head", text)
        )
    }
}
