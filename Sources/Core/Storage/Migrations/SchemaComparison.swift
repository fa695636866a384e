import Domain
import GRDB

/// Compares the schema of a database with what its migrations make, by making it once more in memory.
struct SchemaComparison {
    private let known: [Migration]

    /// - Parameter known: all migrations of this version, in their order.
    init(_ known: [Migration]) { self.known = known }

    /// - Returns: `nil` if the database was never a server's.
    /// - Throws: `StorageError.newerSchema` if a newer server has written it.
    func differences(on connection: any SQLConnection) throws -> SchemaDifferences? {
        guard let pending = try Migrator(known, in: .sqlite).pending(on: connection) else { return nil }
        let pendingNames = Set(pending.map(\.name))
        let expected = try Self.made(by: known.filter { !pendingNames.contains($0.name) })
        // A long migration that was interrupted has done a part of what it does.
        let isHalfway = pending.contains { $0.hasSteps(in: .sqlite) }
        let later = isHalfway ? try Self.made(by: known) : [:]
        let found = try Self.objects(on: connection)
        var (foreign, changed): ([String], [String]) = ([], [])
        for (object, sql) in found where expected[object] != sql && later[object] != sql {
            if expected[object] == nil, later[object] == nil {
                foreign.append(object.shown)
            } else if !(isHalfway && object.holdsRows) {
                changed.append(object.shown)
            }
        }
        // The record of named migrations, which a numbered schema hasn't.
        let missing = expected.keys.filter { found[$0] == nil && $0.name != "migrations" }
        return SchemaDifferences(
            foreign: foreign.sorted(),
            changed: changed.sorted(),
            missing: isHalfway ? [] : missing.map(\.shown).sorted()
        )
    }

    private struct Object: Hashable {
        let type: String
        let name: String
        let table: String

        /// Whether it's a table or an index, which don't act by themselves.
        var holdsRows: Bool { type == "table" || type == "index" }

        /// For people; a name may hold anything.
        var shown: String {
            let place = type == "trigger" || type == "index" ? " on \(Self.printable(table))" : ""
            return "\(Self.printable(type)) \(Self.printable(name))\(place)"
        }

        private static func printable(_ text: String) -> String {
            let scalars = text.unicodeScalars.prefix(60).map { (0x20..<0x7F).contains($0.value) ? $0 : "?" }
            return String(String.UnicodeScalarView(scalars))
        }
    }

    /// The objects of a schema with their statements, in which spaces don't count. Without SQLite's own: statistics, and the
    /// indexes that belong to a table's statement.
    private static func objects(on connection: any SQLConnection) throws -> [Object: String] {
        let rows = try connection.query(
            """
            SELECT type, name, tbl_name, sql FROM sqlite_master
            WHERE NOT (type = 'table' AND name IN ('sqlite_stat1', 'sqlite_stat4', 'sqlite_sequence'))
                AND NOT (type = 'index' AND sql IS NULL)
            """
        ) { row in
            let sql = try row.isNull(3) ? "" : row.text(3)
            return (
                Object(type: try row.text(0), name: try row.text(1), table: try row.text(2)),
                sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            )
        }
        return Dictionary(rows) { first, second in "\(first);\(second)" }
    }

    private static func made(by migrations: [Migration]) throws -> [Object: String] {
        try withSchema(madeBy: migrations, objects)
    }

    /// Runs `body` with a database in memory that has the schema of migrations, and nothing else.
    static func withSchema<Value>(
        madeBy migrations: [Migration],
        _ body: (any SQLConnection) throws -> Value
    ) throws -> Value {
        let database = try DatabaseQueue(configuration: .withFullText)
        defer { try? database.close() }
        return try database.writeWithoutTransaction { database in
            let connection = SQLiteConnection(database: database, statements: StatementCount(), health: .silent())
            try Migrator(migrations, in: .sqlite).run(at: Timestamp(milliseconds: 0)) { body in
                try database.inTransaction {
                    try body(connection)
                    return .commit
                }
            } progress: { _ in
            }
            return try body(connection)
        }
    }
}
