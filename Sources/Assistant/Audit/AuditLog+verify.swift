import Domain
import Storage

extension AuditLog {
    /// The result of verifying the whole chain.
    public struct Verification: Sendable, Codable, Hashable {
        /// The number of valid entries.
        public let entries: Int
        /// The position of the first break; `nil` if the chain is intact.
        public let brokenAt: Int64?
        /// What is wrong at that position, in words.
        public let reason: String?

        public var isIntact: Bool { brokenAt == nil }
    }

    /// Verifies the chain from its first entry. Detects edited, deleted (also at the end), inserted and reordered
    /// entries.
    public func verify() async throws -> Verification {
        try await database.read { connection in
            var link = (position: Int64(0), hash: AuditRecord.genesis)
            var count = 0
            var broken: (position: Int64, reason: String)?
            try connection.forEach("SELECT \(AuditRow.columns) FROM audit_log ORDER BY position", []) { row in
                if let reason = Self.fault(in: row, after: link) {
                    broken = (link.position + 1, reason)
                    return false
                }
                let entry = try AuditRow(row: row)
                link = (entry.record.position, entry.hash)
                count += 1
                return true
            }
            if broken == nil, let head = try Self.head(on: connection), head != link {
                broken = (link.position + 1, "the end of the log is missing or its head was changed")
            } else if broken == nil, count > 0, try Self.head(on: connection) == nil {
                broken = (link.position + 1, "the head of the log is missing")
            }
            return Verification(entries: count, brokenAt: broken?.position, reason: broken?.reason)
        }
    }

    private static func fault(in row: any SQLRow, after link: (position: Int64, hash: String)) -> String? {
        do {
            let row = try AuditRow(row: row)
            let record = row.record
            guard record.position == link.position + 1 else { return "an entry is missing" }
            guard record.previousHash == link.hash else { return "the entry doesn't follow the one before it" }
            guard try JSONValue(text: record.arguments).text == record.arguments else {
                return "the arguments were changed"
            }
            guard try record.hash() == row.hash else { return "the entry was changed" }
            return nil
        } catch {
            return "the entry can't be read: \(error)"
        }
    }
}
