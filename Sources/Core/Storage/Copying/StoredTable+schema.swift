extension StoredTable {
    /// The tables that migrations make, without those of full text, which are derived. Tables come after those that they
    /// refer to, and after those whose triggers write to them.
    ///
    /// - Parameter migrations: of all modules, those of lower modules first.
    package static func all(madeBy migrations: [Migration]) throws -> [StoredTable] {
        try SchemaComparison.withSchema(madeBy: migrations) { connection in
            let names = try connection.query(
                """
                SELECT name FROM pragma_table_list
                WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                    AND name NOT IN ('migrations', 'schema_migrations')
                ORDER BY name
                """
            ) { try $0.text(0) }
            let tables = try names.map { try table($0, on: connection) }
            return try sorted(tables, on: connection)
        }
    }

    private static func table(_ name: String, on connection: any SQLConnection) throws -> StoredTable {
        let own = Set(try references(of: name, on: connection).filter { $0.table == name }.map(\.column))
        let columns = try connection.query("SELECT name, type, pk FROM pragma_table_info($1) ORDER BY cid", name) {
            row in
            let name = try row.text(0)
            let isUntyped = try row.text(1).isEmpty
            return (Column(name: name, isUntyped: isUntyped, isSelfReference: own.contains(name)), try row.int(2))
        }
        let primary = columns.filter { $0.1 > 0 }.sorted { $0.1 < $1.1 }.map(\.0.name)
        let names = try primary.isEmpty ? uniqueColumns(of: name, on: connection) : primary
        let key = names.compactMap { name in columns.firstIndex { $0.0.name == name } }
        return StoredTable(name: name, columns: columns.map(\.0), key: key)
    }

    /// The columns of a rule that no two rows have the same values in them; none if there is no such rule.
    private static func uniqueColumns(of table: String, on connection: any SQLConnection) throws -> [String] {
        try connection.query(
            """
            SELECT i.name FROM pragma_index_info((
                SELECT name FROM pragma_index_list($1) WHERE origin = 'u' AND partial = 0 ORDER BY seq LIMIT 1
            )) i
            ORDER BY i.seqno
            """,
            table
        ) { try $0.text(0) }
    }

    private static func references(
        of table: String,
        on connection: any SQLConnection
    ) throws -> [(column: String, table: String)] {
        try connection.query("SELECT \"from\", \"table\" FROM pragma_foreign_key_list($1)", table) {
            (try $0.text(0), try $0.text(1))
        }
    }

    private static func sorted(_ tables: [StoredTable], on connection: any SQLConnection) throws -> [StoredTable] {
        var needs: [String: Set<String>] = [:]
        for table in tables {
            needs[table.name] = Set(try references(of: table.name, on: connection).map(\.table)).subtracting([
                table.name
            ])
        }
        let triggers = try connection.query("SELECT tbl_name, sql FROM sqlite_master WHERE type = 'trigger'") {
            (table: try $0.text(0), sql: try $0.text(1))
        }
        for trigger in triggers {
            for match in trigger.sql.matches(of: /(?:INTO|UPDATE|DELETE FROM)\s+(\w+)/) where match.1 != trigger.table {
                needs[String(match.1)]?.insert(trigger.table)
            }
        }
        var (sorted, rest): ([StoredTable], [StoredTable]) = ([], tables)
        while !rest.isEmpty {
            let waiting = Set(rest.map(\.name))
            let ready = rest.filter { needs[$0.name, default: []].isDisjoint(with: waiting) }
            // Tables that refer to one another in a circle come as they are.
            let next = ready.isEmpty ? rest : ready
            sorted += next
            rest.removeAll { next.contains($0) }
        }
        return sorted
    }
}
