import Foundation
import GRDB
import Synchronization

/// The seam's connection over GRDB's. Statements are prepared once per connection and kept.
struct SQLiteConnection: SQLConnection {
    let database: GRDB.Database
    let statements: StatementCount

    func execute(_ sql: String, _ arguments: [any SQLBindable]) throws -> Int {
        let statement = try prepared(sql, arguments)
        try statement.execute()
        return database.changesCount
    }

    func forEach(_ sql: String, _ arguments: [any SQLBindable], _ body: (any SQLRow) throws -> Bool) throws {
        let rows = try Row.fetchCursor(try prepared(sql, arguments))
        while let row = try rows.next() {
            guard try body(SQLiteRow(row: row)) else { return }
        }
    }

    private func prepared(_ sql: String, _ arguments: [any SQLBindable]) throws -> Statement {
        statements.add()
        let statement = try database.cachedStatement(sql: sql)
        // Checked: a count that doesn't fit is an error here, not a trap.
        try statement.setArguments(StatementArguments(arguments.map { $0.sqlValue.databaseValue }))
        return statement
    }
}

/// How many statements were run: work as a number, where time would be a matter of luck.
package final class StatementCount: Sendable {
    private let count = Atomic<Int>(0)

    package var value: Int { count.load(ordering: .relaxed) }
    func add() { count.wrappingAdd(1, ordering: .relaxed) }
}

struct SQLiteRow: SQLRow {
    let row: Row

    func value(_ column: Int) -> SQLValue {
        guard column >= 0, column < row.count else { return .null }
        let value: DatabaseValue = row[column]
        return switch value.storage {
        case .null: .null
        case .int64(let value): .integer(value)
        case .double(let value): .real(value)
        case .string(let value): .text(value)
        case .blob(let value): .blob([UInt8](value))
        }
    }
}

extension SQLValue {
    var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let value): value.databaseValue
        case .real(let value): value.databaseValue
        case .text(let value): value.databaseValue
        case .blob(let value): Data(value).databaseValue
        }
    }
}
