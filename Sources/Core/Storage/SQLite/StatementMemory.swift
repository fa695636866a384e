import GRDB

/// What a connection keeps between transactions, so that a statement of the hot path costs no allocation and no hash of
/// its text.
///
/// `@unchecked Sendable` because only the connection's own queue uses it.
final class StatementMemory: @unchecked Sendable {
    private struct Slot {
        let sql: String
        let statement: GRDB.Statement
    }

    private static let slots = 256
    /// Larger arguments are copied by SQLite.
    private static let capacity = 64 << 10

    private var prepared = [Slot?](repeating: nil, count: slots)
    private let arguments = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
    /// The bytes that the arguments of running statements take. A statement that begins while another one runs ends
    /// before it.
    private(set) var used = 0

    deinit { arguments.deallocate() }

    // MARK: Statements

    /// The statement with this text, prepared once.
    func statement(_ sql: String, on database: GRDB.Database) throws -> GRDB.Statement {
        let index = Self.slot(of: sql)
        if let slot = prepared[index], slot.sql == sql { return slot.statement }
        let statement = try database.cachedStatement(sql: sql)
        prepared[index] = Slot(sql: sql, statement: statement)
        return statement
    }

    /// Call this before the connection closes.
    func forgetStatements() { prepared = [Slot?](repeating: nil, count: Self.slots) }

    /// Statements differ in length or in their last words; those that don't take turns in one slot.
    private static func slot(of sql: String) -> Int {
        var hash = UInt64(truncatingIfNeeded: sql.utf8.count)
        for byte in sql.utf8.suffix(8) { hash = hash &* 31 &+ UInt64(byte) }
        return Int(truncatingIfNeeded: hash % UInt64(slots))
    }

    // MARK: Arguments

    /// Copies an argument of a statement that is about to run; `nil` if there is no room.
    func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
        guard !bytes.isEmpty, bytes.count <= arguments.count - used else { return nil }
        let room = UnsafeMutableRawBufferPointer(rebasing: arguments[used..<used + bytes.count])
        room.copyMemory(from: bytes)
        used += bytes.count
        return UnsafeRawPointer(room.baseAddress)
    }

    /// Frees what was copied since `used` had this value.
    func free(to mark: Int) { used = mark }
}
