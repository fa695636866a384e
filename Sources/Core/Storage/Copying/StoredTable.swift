import Domain

/// A table as copies of its rows need it. Every engine has it with the same columns.
package struct StoredTable: Sendable, Hashable {
    package struct Column: Sendable, Hashable {
        package let name: String
        /// Whether it holds texts, and UUIDs as such where the engine lets it: a column that the schema gives no type.
        let isUntyped: Bool
        /// Whether it names another row of the same table, which may come later.
        let isSelfReference: Bool

        /// The value as every engine has it.
        func common(_ value: SQLValue) -> SQLValue {
            guard isUntyped else { return value }
            switch value {
            case .text(let text):
                guard let id = ID<Never>(text), id.description == text else { return value }
                return id.sqlValue
            case .blob(let bytes) where bytes.count == 16:
                let (high, low) = (Self.number(bytes.prefix(8)), Self.number(bytes.suffix(8)))
                return .uuid(high: high, low: low)
            default: return value
            }
        }

        private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    }

    package let name: String
    package let columns: [Column]
    /// The positions of the primary key's columns, or of others that tell every row; empty without any.
    package let key: [Int]

    /// Rows in the order of the key, or of all columns without one.
    ///
    /// - Parameter last: only rows after this key.
    func rows(after last: [SQLValue]?, limit: Int, on connection: any SQLConnection) throws -> [[SQLValue]] {
        // A key has no NULL, for which each engine has a place of its own.
        let order = key.isEmpty ? columns.map { "\"\($0.name)\" NULLS FIRST" }.joined(separator: ", ") : list(key)
        let places = connection.placeholders(count: key.count)
        let condition = last == nil ? "" : "WHERE (\(list(key))) > (\(places))"
        return try connection.query(
            "SELECT \(list(Array(columns.indices))) FROM \"\(name)\" \(condition) ORDER BY \(order) LIMIT \(limit)",
            last ?? []
        ) { row in columns.indices.map { columns[$0].common(row.value($0)) } }
    }

    func count(on connection: any SQLConnection) throws -> Int {
        Int(try connection.first("SELECT count(*) FROM \"\(name)\"") { try $0.int(0) } ?? 0)
    }

    /// Stores rows. Those that refer to others of the table don't, until `linkRows`.
    func store(_ rows: [[SQLValue]], on connection: any SQLConnection) throws {
        let places = connection.placeholders(count: columns.count)
        let statement = "INSERT INTO \"\(name)\" (\(list(Array(columns.indices)))) VALUES (\(places))"
        for row in rows {
            try connection.executeLater(statement, zip(columns, row).map { $0.isSelfReference ? SQLValue.null : $1 })
        }
    }

    /// Stores what rows say of others of the table, which are all there by now.
    func linkRows(_ rows: [[SQLValue]], on connection: any SQLConnection) throws {
        for column in columns.indices where columns[column].isSelfReference {
            let places = connection.placeholders(from: 2, count: key.count)
            let statement = "UPDATE \"\(name)\" SET \(list([column])) = $1 WHERE (\(list(key))) = (\(places))"
            for row in rows where row[column] != .null {
                try connection.executeLater(statement, [row[column]] + keyValues(of: row))
            }
        }
    }

    package var refersToItself: Bool { columns.contains(where: \.isSelfReference) }

    func keyValues(of row: [SQLValue]) -> [SQLValue] { key.map { row[$0] } }

    private func list(_ positions: [Int]) -> String {
        positions.map { "\"\(columns[$0].name)\"" }.joined(separator: ", ")
    }
}
