import Domain

/// Copies all rows from a database to another one, of whatever engines, and compares the two.
///
/// Nobody else may write to either. It can be interrupted at any moment: the next run goes on where it was, since rows are
/// copied in the order of their keys.
package struct DatabaseCopy: Sendable {
    private static let batch = 500

    private let source: any Database
    private let target: any Database
    private let tables: [StoredTable]

    /// - Parameters:
    ///   - target: has the schema and a `CopyMark`.
    ///   - tables: in the order of `StoredTable.all`.
    package init(from source: any Database, to target: any Database, tables: [StoredTable]) {
        self.source = source
        self.target = target
        self.tables = tables
    }

    /// How far it is in one table.
    package struct Progress: Sendable, Hashable {
        package let table: String
        package let done: Int
        package let total: Int
    }

    /// - Parameter progress: called before the first rows of a table and after each batch. An error of its own ends the copy.
    package func run(progress: (Progress) throws -> Void) async throws {
        for table in tables {
            let total = try await source.read { try table.count(on: $0) }
            if table.key.isEmpty {
                try await copyAtOnce(table)
                try progress(Progress(table: table.name, done: total, total: total))
                continue
            }
            var (last, done) = try await position(in: table)
            try progress(Progress(table: table.name, done: done, total: total))
            while let rows = try await nextRows(of: table, after: last) {
                try await target.write { try table.store(rows, on: $0) }
                last = rows.last.map(table.keyValues)
                done += rows.count
                try progress(Progress(table: table.name, done: done, total: total))
            }
            if table.refersToItself { try await link(table) }
        }
    }

    /// The last key that was copied, and the number of rows so far. What the migrations have put into the table goes first.
    private func position(in table: StoredTable) async throws -> (last: [SQLValue]?, done: Int) {
        try await target.write { connection in
            if try CopyMark.note(table, on: connection) { try connection.execute("DELETE FROM \"\(table.name)\"") }
            return (try table.lastKey(on: connection), try table.count(on: connection))
        }
    }

    private func nextRows(of table: StoredTable, after last: [SQLValue]?) async throws -> [[SQLValue]]? {
        let rows = try await source.read { try table.rows(after: last, limit: Self.batch, on: $0) }
        return rows.isEmpty ? nil : rows
    }

    /// A table without a key has few rows.
    private func copyAtOnce(_ table: StoredTable) async throws {
        let rows = try await source.read { try table.rows(after: nil, limit: .max, on: $0) }
        try await target.write { connection in
            try connection.execute("DELETE FROM \"\(table.name)\"")
            try table.store(rows, on: connection)
        }
    }

    private func link(_ table: StoredTable) async throws {
        var last: [SQLValue]?
        while let rows = try await nextRows(of: table, after: last) {
            try await target.write { try table.linkRows(rows, on: $0) }
            last = rows.last.map(table.keyValues)
        }
    }

    // MARK: Comparing

    /// Compares every row of both databases.
    ///
    /// - Parameter progress: called before the first rows of a table and after each batch.
    /// - Returns: the number of rows by table, and a line for each difference, with the row's key and the columns, never
    ///   with what people wrote. Of each table the first difference is told.
    package func compare(
        progress: (Progress) throws -> Void
    ) async throws -> (counts: [String: Int], differences: [String]) {
        var (counts, differences): ([String: Int], [String]) = ([:], [])
        for table in tables {
            let total = try await source.read { try table.count(on: $0) }
            let copied = try await target.read { try table.count(on: $0) }
            counts[table.name] = total
            try progress(Progress(table: table.name, done: 0, total: total))
            if let difference = try await firstDifference(in: table, of: total, progress) {
                differences.append("\(table.name): \(difference)")
            } else if total != copied {
                differences.append("\(table.name): \(total) rows, but \(copied) in the copy")
            }
        }
        return (counts, differences)
    }

    private func firstDifference(
        in table: StoredTable,
        of total: Int,
        _ progress: (Progress) throws -> Void
    ) async throws -> String? {
        var (last, done): ([SQLValue]?, Int) = (nil, 0)
        repeat {
            let limit = table.key.isEmpty ? Int.max : Self.batch
            let (place, end) = (last, limit)
            let rows = try await source.read { try table.rows(after: place, limit: end, on: $0) }
            let copies = try await target.read { try table.rows(after: place, limit: end, on: $0) }
            for (row, copy) in zip(rows, copies) where !StoredTable.areSame(row, copy) {
                return table.difference(row, copy)
            }
            if let row = rows.dropFirst(copies.count).first {
                return "row \(table.shownKey(of: row)) is missing in the copy"
            }
            if let row = copies.dropFirst(rows.count).first {
                return "row \(table.shownKey(of: row)) is only in the copy"
            }
            last = table.key.isEmpty ? nil : rows.last.map(table.keyValues)
            done += rows.count
            try progress(Progress(table: table.name, done: done, total: total))
        } while last != nil
        return nil
    }
}

extension StoredTable {
    fileprivate func lastKey(on connection: any SQLConnection) throws -> [SQLValue]? {
        let names = key.map { "\"\(columns[$0].name)\"" }
        let order = names.map { "\($0) DESC" }.joined(separator: ", ")
        return try connection.first(
            "SELECT \(names.joined(separator: ", ")) FROM \"\(name)\" ORDER BY \(order) LIMIT 1"
        ) { row in key.indices.map { columns[key[$0]].common(row.value($0)) } }
    }

    /// Whether values are the same byte by byte. Swift holds texts for equal that only look the same.
    fileprivate static func areSame(_ row: [SQLValue], _ copy: [SQLValue]) -> Bool {
        row.count == copy.count
            && zip(row, copy).allSatisfy { value, other in
                guard case .text(let text) = value, case .text(let copied) = other else { return value == other }
                return text.utf8.elementsEqual(copied.utf8)
            }
    }

    fileprivate func difference(_ row: [SQLValue], _ copy: [SQLValue]) -> String {
        guard keyValues(of: row) == keyValues(of: copy) else {
            return "row \(shownKey(of: row)) and row \(shownKey(of: copy)) of the copy aren't the same"
        }
        let changed = columns.indices.filter { !Self.areSame([row[$0]], [copy[$0]]) }.map { columns[$0].name }
        return "row \(shownKey(of: row)) differs in \(changed.joined(separator: ", "))"
    }

    /// Numbers and ids; other texts may be what people wrote.
    fileprivate func shownKey(of row: [SQLValue]) -> String {
        let values = keyValues(of: row).map { value in
            switch value {
            case .integer(let number): "\(number)"
            case .blob(let bytes): bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            case .uuid(let high, let low): ID<Never>(high: high, low: low).description
            case .text, .real, .null: "…"
            }
        }
        return values.isEmpty ? "…" : values.joined(separator: ", ")
    }
}

extension CopyMark {
    /// Notes that rows of a table are copied from now on.
    ///
    /// - Returns: whether that's new.
    fileprivate static func note(_ table: StoredTable, on connection: any SQLConnection) throws -> Bool {
        try connection.execute(
            "INSERT INTO storage_copy (name, source) VALUES ($1, '') ON CONFLICT (name) DO NOTHING",
            table.name
        ) > 0
    }
}
