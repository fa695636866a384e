import Dispatch
import Domain
public import Storage

extension PostgreSQLDatabase {
    /// What is known of a database without changing it.
    ///
    /// - Throws: `StorageError` with one line that says what's wrong.
    public static func inspect(address: String, known: [Migration]) throws -> DatabaseInspection {
        try read(address: address) {
            DatabaseInspection(pending: try Migrator(known, in: .postgreSQL).pending(on: $0)?.count)
        }
    }

    /// Reads from a database, without changing or locking anything.
    ///
    /// - Throws: `StorageError` with one line that says what's wrong; errors of `body`.
    public static func read<Value>(address: String, _ body: (any SQLConnection) throws -> Value) throws -> Value {
        let address = try PostgreSQLAddress(address)
        do {
            let session = try PostgreSQLSession(address)
            try session.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            return try body(PostgreSQLConnection(session, statements: StatementCount()))
        } catch let error as PostgreSQLError {
            throw StorageError.unusable(path: address.description, reason: error.description)
        }
    }

    /// Makes the schema once more, in a transaction that is undone.
    public func checkSchema(_ migrations: [Migration]) async -> [DataFault] {
        await [DataFault].collecting("schema") {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(with: Result { try self.differences(from: migrations).lines })
                }
            }
        }
    }

    private func differences(from migrations: [Migration]) throws -> SchemaDifferences {
        let session = try factory.reader()
        let connection = PostgreSQLConnection(session, statements: statements)
        let found = try Self.objects(on: connection)
        try session.execute("BEGIN")
        defer { try? session.rollBack("ROLLBACK") }
        try session.execute("CREATE SCHEMA spotter_check")
        try session.execute("SET LOCAL search_path TO spotter_check")
        try session.forgetStatements()
        try Migrator(migrations, in: .postgreSQL).run(at: Timestamp(milliseconds: 0)) {
            try $0(connection)
        } progress: { _ in
        }
        try session.forgetStatements()
        let expected = try Self.objects(on: connection)
        return SchemaDifferences(
            foreign: found.keys.filter { expected[$0] == nil }.sorted(),
            changed: found.filter { expected[$0.key] != nil && expected[$0.key] != $0.value }.keys.sorted(),
            missing: expected.keys.filter { found[$0] == nil }.sorted()
        )
    }

    /// Columns, indexes, constraints, triggers with their functions, and views, each with what makes it.
    private static func objects(on connection: any SQLConnection) throws -> [String: String] {
        let rows = try connection.query(
            """
            WITH tables AS (
                SELECT * FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'v')
            )
            SELECT t.relname, 'column ' || t.relname || '.' || a.attname,
                concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attcollation,
                    pg_get_expr(d.adbin, d.adrelid, true))
            FROM tables t JOIN pg_attribute a ON a.attrelid = t.oid
                LEFT JOIN pg_attrdef d ON d.adrelid = t.oid AND d.adnum = a.attnum
            WHERE a.attnum > 0 AND NOT a.attisdropped
            UNION ALL
            SELECT t.relname, 'index ' || c.relname || ' on ' || t.relname, pg_get_indexdef(c.oid, 0, true)
            FROM tables t JOIN pg_index i ON i.indrelid = t.oid JOIN pg_class c ON c.oid = i.indexrelid
            UNION ALL
            SELECT t.relname, 'rule ' || c.conname || ' on ' || t.relname, pg_get_constraintdef(c.oid, true)
            FROM tables t JOIN pg_constraint c ON c.conrelid = t.oid
            UNION ALL
            SELECT t.relname, 'trigger ' || g.tgname || ' on ' || t.relname, pg_get_triggerdef(g.oid, true) || p.prosrc
            FROM tables t JOIN pg_trigger g ON g.tgrelid = t.oid JOIN pg_proc p ON p.oid = g.tgfoid
            WHERE NOT g.tgisinternal
            UNION ALL
            SELECT relname, 'view ' || relname, pg_get_viewdef(oid, true) FROM tables WHERE relkind = 'v'
            """
        ) { (table: try $0.text(0), object: try $0.text(1), definition: try $0.text(2)) }
        return Dictionary(
            rows.filter { !ownTables.contains($0.table) }.map { ($0.object, $0.definition) },
            uniquingKeysWith: { "\($0);\($1)" }
        )
    }
}
