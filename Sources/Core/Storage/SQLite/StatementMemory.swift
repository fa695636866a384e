import GRDB

/// What a connection keeps between transactions, so that a statement of the hot path costs no allocation and no hash of
/// its text.
///
/// `@unchecked Sendable` because only the connection's own queue uses it.
final class StatementMemory: @unchecked Sendable {
    private static let slots = 256
    /// Larger arguments are copied by SQLite.
    private static let capacity = 64 << 10

    /// About 1 600 statements have a fixed text; those with a list in them have one for each length.
    private let maxCount: Int
    private var prepared: [String: PreparedStatement] = [:]
    /// Statements of `prepared` that were used last.
    private var recent = [PreparedStatement?](repeating: nil, count: slots)
    private var uses: UInt64 = 0
    private let arguments = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
    /// The bytes that the arguments of running statements take. A statement that begins while another one runs ends
    /// before it.
    private(set) var used = 0
    /// What the connection's commits wait for; `nil` if that isn't known.
    var syncLevel: SQLiteConnection.SyncLevel?

    init(maxCount: Int = 2048) { self.maxCount = max(1, maxCount) }

    deinit { arguments.deallocate() }

    // MARK: Statements

    /// The statements that are kept.
    var count: Int { prepared.count }

    /// The statement with this text, which stays prepared until others are used more.
    func statement(_ sql: String, on database: GRDB.Database) throws -> PreparedStatement {
        let slot = Self.slot(of: sql)
        let statement: PreparedStatement
        if let last = recent[slot], last.sql == sql {
            statement = last
        } else {
            statement = try prepared[sql] ?? prepare(sql, on: database)
            recent[slot] = statement
        }
        uses &+= 1
        statement.lastUse = uses
        return statement
    }

    /// Call this before the connection closes.
    func forgetStatements() {
        prepared = [:]
        recent = [PreparedStatement?](repeating: nil, count: Self.slots)
    }

    private func prepare(_ sql: String, on database: GRDB.Database) throws -> PreparedStatement {
        if prepared.count >= maxCount { forgetOldest(on: database) }
        let statement = try PreparedStatement(sql, on: database)
        prepared[sql] = statement
        return statement
    }

    /// An eighth at a time, since finding them takes a pass over all. One that is running lives on until it ends.
    private func forgetOldest(on database: GRDB.Database) {
        for statement in prepared.values.sorted(by: { $0.lastUse < $1.lastUse }).prefix(max(1, maxCount / 8)) {
            prepared[statement.sql] = nil
            let slot = Self.slot(of: statement.sql)
            if recent[slot] === statement { recent[slot] = nil }
        }
        // GRDB notes what statements touch as SQLite compiles them, and forgets it when it compiles one itself.
        _ = try? database.makeStatement(sql: "SELECT 1")
    }

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
