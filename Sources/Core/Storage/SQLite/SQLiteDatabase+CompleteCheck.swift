extension SQLiteDatabase {
    /// Checks the whole file: every page, every index against its table, and every reference (`PRAGMA integrity_check`
    /// and `foreign_key_check`). Takes about a second for 100 MB.
    public func checkCompletely() async -> [DataFault] {
        await [DataFault].collecting("database") {
            try await read { connection in
                try connection.query("SELECT integrity_check FROM pragma_integrity_check(1000)") { try $0.text(0) }
                    .filter { $0 != "ok" }
            }
        }
            + [DataFault].collecting("database") {
                try await read { connection in
                    try connection.query(
                        """
                        SELECT "table", "parent", count(*) FROM pragma_foreign_key_check
                        GROUP BY "table", "parent" ORDER BY 1, 2
                        """
                    ) { "\(try $0.int(2)) rows of \(try $0.text(0)) refer to missing rows of \(try $0.text(1))" }
                }
            }
    }

    /// Compares the schema with what the migrations make.
    ///
    /// - Parameter migrations: those that the database was opened with.
    /// - Returns: a line for each table, index, trigger or view that isn't theirs, was changed or is missing.
    public func checkSchema(_ migrations: [Migration]) async -> [DataFault] {
        await [DataFault].collecting("schema") {
            try await read { try SchemaComparison(migrations).differences(on: $0)?.lines ?? [] }
        }
    }
}
