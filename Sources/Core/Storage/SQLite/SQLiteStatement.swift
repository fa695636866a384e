import GRDB
import GRDBSQLite

/// A prepared statement, bound and stepped by SQLite's C functions: GRDB's argument lists and rows cost several
/// allocations for each value, more time than SQLite needs to insert a message.
struct SQLiteStatement {
    private let prepared: PreparedStatement
    /// Holds the arguments while the statement runs.
    private let memory: StatementMemory
    private let mark: Int

    init(prepared: PreparedStatement, memory: StatementMemory) {
        self.prepared = prepared
        self.memory = memory
        mark = memory.used
    }

    private var handle: OpaquePointer { prepared.handle }

    /// `SQLITE_TRANSIENT`, the address -1: SQLite copies the bound value before the call returns.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
    /// `SQLITE_STATIC`: the value stays where it is until the statement ends.
    private static var kept: sqlite3_destructor_type? { nil }

    /// - Throws: `DatabaseError` if the statement has another number of parameters.
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
        // An empty buffer has no address, which SQLite would bind as NULL.
        case .text(""): return sqlite3_bind_text(handle, index, "", 0, Self.copied)
        case .text(var text): return text.withUTF8 { bindText($0, at: index) }
        case .blob(let bytes):
            return bytes.withUnsafeBytes {
                $0.isEmpty
                    ? sqlite3_bind_zeroblob(handle, index, 0)
                    : sqlite3_bind_blob64(handle, index, $0.baseAddress, UInt64($0.count), Self.copied)
            }
        case .uuid(let high, let low):
            return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { bytes in
                if let copy = memory.copy(bytes) { return sqlite3_bind_blob64(handle, index, copy, 16, Self.kept) }
                return sqlite3_bind_blob64(handle, index, bytes.baseAddress, 16, Self.copied)
            }
        }
    }

    private func bindText(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int32) -> Int32 {
        let (count, encoding) = (UInt64(utf8.count), UInt8(SQLITE_UTF8))
        if let copy = memory.copy(UnsafeRawBufferPointer(utf8)) {
            let text = copy.assumingMemoryBound(to: CChar.self)
            return sqlite3_bind_text64(handle, index, text, count, Self.kept, encoding)
        }
        return utf8.withMemoryRebound(to: CChar.self) {
            sqlite3_bind_text64(handle, index, $0.baseAddress, count, Self.copied, encoding)
        }
    }

    /// - Returns: whether the statement is at a row.
    func step(on database: GRDB.Database) throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw failure(code, on: database)
        }
    }

    var row: SQLiteRow { SQLiteRow(handle: handle) }

    /// Makes the statement ready for its next use and releases the bound values.
    func end() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
        memory.free(to: mark)
    }

    private func failure(_ code: Int32, on database: GRDB.Database) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: code),
            message: sqlite3_errmsg(database.sqliteConnection).map { String(cString: $0) },
            sql: prepared.sql
        )
    }
}
