import GRDBSQLite

/// The current row of a statement.
struct SQLiteRow: SQLRow {
    let handle: OpaquePointer

    /// SQLite answers NULL for a column that doesn't exist.
    func value(_ column: Int) -> SQLValue {
        switch type(column) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, number(column)))
        case SQLITE_FLOAT: .real(sqlite3_column_double(handle, number(column)))
        case SQLITE_TEXT: .text(string(column))
        case SQLITE_BLOB: .blob(bytes(column).map { [UInt8]($0) } ?? [])
        default: .null
        }
    }

    func isNull(_ column: Int) -> Bool { type(column) == SQLITE_NULL }

    func fastInteger(_ column: Int) -> Int64? {
        type(column) == SQLITE_INTEGER ? sqlite3_column_int64(handle, number(column)) : nil
    }

    func fastText(_ column: Int) -> String? { type(column) == SQLITE_TEXT ? string(column) : nil }

    func fastText(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void) rethrows -> Bool {
        guard type(column) == SQLITE_TEXT else { return false }
        try body(text(column))
        return true
    }

    func fastUUID(_ column: Int) -> (high: UInt64, low: UInt64)? {
        guard type(column) == SQLITE_BLOB, let bytes = bytes(column), bytes.count == 16 else { return nil }
        return (
            UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
    }

    private func number(_ column: Int) -> Int32 { Int32(clamping: column) }

    private func type(_ column: Int) -> Int32 { sqlite3_column_type(handle, number(column)) }

    private func string(_ column: Int) -> String { String(decoding: text(column), as: UTF8.self) }

    /// Valid until the statement's next step.
    private func text(_ column: Int) -> UnsafeBufferPointer<UInt8> {
        guard let start = sqlite3_column_text(handle, number(column)) else { return .init(start: nil, count: 0) }
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, number(column))))
    }

    /// Valid until the statement's next step.
    private func bytes(_ column: Int) -> UnsafeRawBufferPointer? {
        guard let start = sqlite3_column_blob(handle, number(column)) else { return nil }
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, number(column))))
    }
}
