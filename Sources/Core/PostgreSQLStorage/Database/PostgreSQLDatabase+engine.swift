public import Storage

extension PostgreSQLDatabase: DatabaseEngine {
    public var isDamaged: Bool { health.isDamaged }

    public var fileBytes: DatabaseFileBytes? { nil }

    public var turns: (waited: Duration, stalled: Int)? {
        isShared ? (waited: turnWaits.waited, stalled: turnWaits.stalled) : nil
    }

    /// PostgreSQL checks pages when it reads them, and has programs of its own to look for damage.
    public func lookForDamage(progress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void) -> [String]? { nil }

    /// Tables that aren't the modules'.
    static let ownTables: Set<String> = ["storage_turn", "storage_commits", "storage_owner", "storage_keys"]

    public func checkCompletely() async -> [DataFault] {
        var faults = await [DataFault].collecting("database") {
            try await read { connection in
                try connection.query(
                    """
                    SELECT 'the index ' || c.relname || ' is incomplete; REINDEX makes it again'
                    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
                    WHERE c.relnamespace = current_schema()::regnamespace AND NOT i.indisvalid
                    UNION ALL
                    SELECT 'the rule ' || conname || ' was never checked' FROM pg_constraint
                    WHERE connamespace = current_schema()::regnamespace AND NOT convalidated
                    """
                ) { try $0.text(0) }
            }
        }
        let tables = try? await read { connection in
            try connection.query(
                """
                SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
                ORDER BY relname
                """
            ) { try $0.text(0) }
        }
        for table in tables ?? [] {
            faults += await [DataFault].collecting("database") {
                // As text, so that every value is read, also those that are stored apart.
                _ = try await read { try $0.exists("SELECT count(t::text) FROM \"\(table)\" t") }
                return []
            }
        }
        return faults
    }

    public func numbersWereStored() async throws {
        try await write { connection in
            let columns = try connection.query(
                """
                SELECT table_name, column_name FROM information_schema.columns
                WHERE table_schema = current_schema() AND is_identity = 'YES'
                """
            ) { (table: try $0.text(0), column: try $0.text(1)) }
            for (table, column) in columns {
                try connection.execute(
                    """
                    SELECT setval(
                        pg_get_serial_sequence($1, $2), coalesce((SELECT max("\(column)") FROM "\(table)"), 0) + 1, false
                    )
                    """,
                    table,
                    column
                )
            }
            try connection.execute("ANALYZE")
        }
    }
}
