import CPostgreSQL
import Storage

/// The rows of a statement, all of them in memory.
final class PostgreSQLResult {
    let handle: OpaquePointer
    let rowCount: Int
    /// By column.
    let types: [UInt32]

    init(_ handle: OpaquePointer) {
        self.handle = handle
        rowCount = Int(postgresql_row_count(handle))
        types = (0..<postgresql_column_count(handle)).map { postgresql_column_type(handle, $0) }
    }

    deinit { postgresql_clear(handle) }

    /// The rows that the statement has changed, or returned.
    var affectedRows: Int { postgresql_changed_rows(handle).flatMap { Int(String(cString: $0)) } ?? 0 }

    /// The command and what it changed, such as `INSERT 0 1`.
    var tag: String { postgresql_command_tag(handle).map { String(cString: $0) } ?? "" }

    /// Whether the statement changes rows.
    var isChange: Bool { !tag.hasPrefix("SELECT") && ["INSERT", "UPDATE", "DELETE"].contains { tag.hasPrefix($0) } }
}

/// A row of a result.
struct PostgreSQLRow: SQLRow {
    let result: PostgreSQLResult
    let row: Int32

    private func bytes(_ column: Int) -> UnsafeRawBufferPointer? {
        guard result.types.indices.contains(column) else { return nil }
        let column = Int32(truncatingIfNeeded: column)
        guard postgresql_is_null(result.handle, row, column) == 0,
            let start = postgresql_value(result.handle, row, column)
        else { return nil }
        return UnsafeRawBufferPointer(start: start, count: Int(postgresql_length(result.handle, row, column)))
    }

    func isNull(_ column: Int) -> Bool { bytes(column) == nil }

    func value(_ column: Int) -> SQLValue {
        guard let bytes = bytes(column) else { return .null }
        switch result.types[column] {
        case PostgreSQLType.bool, PostgreSQLType.int8, PostgreSQLType.int4, PostgreSQLType.int2:
            return fastInteger(column).map(SQLValue.integer) ?? .null
        case PostgreSQLType.float8: return .real(Double(bitPattern: bytes.bigEndian()))
        case PostgreSQLType.float4: return .real(Double(Float(bitPattern: bytes.bigEndian())))
        case PostgreSQLType.numeric:
            let number = PostgreSQLNumeric.value(bytes)
            return Int64(exactly: number).map(SQLValue.integer) ?? .real(number)
        case PostgreSQLType.bytes, PostgreSQLType.uuid: return .blob([UInt8](bytes))
        default: return .text(String(decoding: bytes, as: UTF8.self))
        }
    }

    func fastInteger(_ column: Int) -> Int64? {
        guard let bytes = bytes(column) else { return nil }
        switch result.types[column] {
        case PostgreSQLType.int8: return bytes.bigEndian()
        case PostgreSQLType.int4: return Int64(bytes.bigEndian() as Int32)
        case PostgreSQLType.int2: return Int64(bytes.bigEndian() as Int16)
        case PostgreSQLType.bool: return Int64(bytes.bigEndian() as UInt8)
        case PostgreSQLType.numeric: return PostgreSQLNumeric.integer(bytes)
        default: return nil
        }
    }

    func fastText(_ column: Int) -> String? {
        guard let bytes = bytes(column) else { return nil }
        switch result.types[column] {
        case PostgreSQLType.bool, PostgreSQLType.int8, PostgreSQLType.int4, PostgreSQLType.int2, PostgreSQLType.float8,
            PostgreSQLType.float4, PostgreSQLType.numeric, PostgreSQLType.bytes, PostgreSQLType.uuid:
            return nil
        default: return String(decoding: bytes, as: UTF8.self)
        }
    }

    func fastUUID(_ column: Int) -> (high: UInt64, low: UInt64)? {
        guard let bytes = bytes(column), bytes.count == 16,
            result.types[column] == PostgreSQLType.bytes || result.types[column] == PostgreSQLType.uuid
        else { return nil }
        return (bytes.bigEndian(), UnsafeRawBufferPointer(rebasing: bytes[8...]).bigEndian())
    }
}

extension UnsafeRawBufferPointer {
    /// The number at the beginning; 0 if there are too few bytes.
    func bigEndian<Number: FixedWidthInteger>() -> Number {
        guard count >= MemoryLayout<Number>.size else { return 0 }
        return Number(bigEndian: loadUnaligned(as: Number.self))
    }
}
