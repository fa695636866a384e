import GRDB
import GRDBSQLite

/// A prepared statement, bound and stepped by SQLite's own calls: GRDB's argument lists and rows cost several
/// allocations for each value, more than SQLite takes to insert a message.
struct SQLiteStatement {
    let prepared: GRDB.Statement

    private var handle: GRDB.SQLiteStatement { prepared.sqliteStatement }

    /// SQLite is to copy what is bound before the call returns (`SQLITE_TRANSIENT`, which is the address -1).
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    /// - Throws: `DatabaseError` where the count doesn't fit the statement.
    func bind(_ arguments: [any SQLBindable], on database: GRDB.Database) throws {
        guard Int(sqlite3_bind_parameter_count(handle)) == arguments.count else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "wrong number of arguments", sql: prepared.sql)
        }
        for (index, argument) in arguments.enumerated() {
            let code = bind(argument.sqlValue, at: Int32(truncatingIfNeeded: index) &+ 1)
            guard code == SQLITE_OK else { throw failure(code, on: database) }
        }
    }

    private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(handle, index)
        case .integer(let value): return sqlite3_bind_int64(handle, index, value)
        case .real(let value): return sqlite3_bind_double(handle, index, value)
        // No address would be NULL.
        case .text(""): return sqlite3_bind_text(handle, index, "", 0, Self.copied)
        case .text(var text):
            return text.withUTF8 { utf8 in
                utf8.withMemoryRebound(to: CChar.self) {
                    sqlite3_bind_text64(
                        handle,
                        index,
                        $0.baseAddress,
                        UInt64($0.count),
                        Self.copied,
                        UInt8(SQLITE_UTF8)
                    )
                }
            }
        case .blob(let bytes):
            return bytes.withUnsafeBytes {
                $0.isEmpty
                    ? sqlite3_bind_zeroblob(handle, index, 0)
                    : sqlite3_bind_blob64(handle, index, $0.baseAddress, UInt64($0.count), Self.copied)
            }
        case .uuid(let high, let low):
            return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
                sqlite3_bind_blob64(handle, index, $0.baseAddress, 16, Self.copied)
            }
        }
    }

    /// Whether there's a row now.
    func step(on database: GRDB.Database) throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw failure(code, on: database)
        }
    }

    var row: SQLiteRow { SQLiteRow(handle: handle) }

    /// Ready for the next use, with nothing kept of this one.
    func end() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    private func failure(_ code: Int32, on database: GRDB.Database) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: code),
            message: sqlite3_errmsg(database.sqliteConnection).map { String(cString: $0) },
            sql: prepared.sql
        )
    }
}
