import GRDB
import GRDBSQLite
import Synchronization

/// `SQLConnection` over GRDB's connection. Statements are prepared once per connection and kept.
///
/// A class, because a struct of this size would be boxed for each job.
final class SQLiteConnection: SQLConnection {
    let database: GRDB.Database
    private let statements: StatementCount
    private let health: StorageHealth
    /// Set by jobs that erase something; `nil` on connections that only read.
    private let erasures: ErasureMark?
    private let memory: StatementMemory
    /// The transaction that the next statement begins, or why it couldn't; `nil` once it has begun, and outside of any.
    private var due: Result<Transaction, any Error>?

    init(
        database: GRDB.Database,
        statements: StatementCount,
        health: StorageHealth,
        erasures: ErasureMark? = nil,
        memory: StatementMemory = StatementMemory()
    ) {
        self.memory = memory
        self.database = database
        self.statements = statements
        self.health = health
        self.erasures = erasures
    }

    /// The rows that statements have changed since the connection was opened.
    var totalChanges: Int { Int(sqlite3_total_changes(database.sqliteConnection)) }

    func hasTable(_ name: String) throws -> Bool {
        try exists("SELECT 1 FROM sqlite_master WHERE name = $1 AND type = 'table'", name)
    }

    var fullText: any FullTextEngine { SQLiteFullTextEngine() }

    func markErasure() { erasures?.set() }

    func execute(_ sql: String, _ arguments: [any SQLBindable]) throws -> Int {
        try executeLater(sql, arguments)
        return Int(sqlite3_changes(database.sqliteConnection))
    }

    /// Nothing is gained by waiting.
    func executeLater(_ sql: String, _ arguments: [any SQLBindable]) throws {
        let statement = try prepared(sql, arguments)
        defer { statement.end() }
        while try step(statement) {}
    }

    func forEach(_ sql: String, _ arguments: [any SQLBindable], _ body: (any SQLRow) throws -> Bool) throws {
        let statement = try prepared(sql, arguments)
        defer { statement.end() }
        while try step(statement) {
            guard try body(statement.row) else { return }
        }
    }

    /// Damage is noted here, whatever becomes of the error above.
    private func step(_ statement: SQLiteStatement) throws -> Bool {
        do {
            return try statement.step(on: database)
        } catch {
            health.note(error)
            throw error
        }
    }

    private func prepared(_ sql: String, _ arguments: [any SQLBindable]) throws -> SQLiteStatement {
        try begin()
        statements.add()
        var prepared = try memory.statement(sql, on: database)
        // A statement whose rows are being read can't be started again.
        if sqlite3_stmt_busy(prepared.handle) != 0 { prepared = try PreparedStatement(sql, on: database) }
        let statement = SQLiteStatement(prepared: prepared, memory: memory)
        do {
            try statement.bind(arguments, on: database)
        } catch {
            statement.end()
            throw error
        }
        return statement
    }

    // MARK: Transactions

    enum Transaction {
        case reading
        /// What it commits is on disk when it returns.
        case writing
        /// The next commit that is synced syncs it along.
        case writingUnsynced
    }

    /// What SQLite's commits wait for.
    enum SyncLevel: String {
        case everyCommit = "FULL"
        case checkpoints = "NORMAL"
    }

    /// Runs `body` in a transaction, and commits it unless that throws. One that writes begins with its first statement:
    /// a group that turns out to have none takes no lock.
    ///
    /// By statements that stay prepared: GRDB would compile them anew each time, which costs as much as a small read.
    func inTransaction(_ kind: Transaction, _ body: () throws -> Void) throws {
        due = .success(kind)
        defer { due = nil }
        if kind == .reading { try begin() }
        do {
            try body()
            switch due {
            case nil: try control("COMMIT")
            case .success: break
            case .failure(let error): throw error
            }
        } catch {
            // After some failures SQLite has rolled back by itself.
            if database.isInsideTransaction { try? control("ROLLBACK") }
            throw error
        }
    }

    /// Whether what runs next is part of the transaction: SQLite ends it after some failures.
    var isInTransaction: Bool {
        if case .success = due { true } else { database.isInsideTransaction }
    }

    /// Begins the transaction that is due, if there is one.
    func begin() throws {
        guard let kind = try due?.get() else { return }
        do {
            switch kind {
            case .reading: break
            case .writing: try setSync(.everyCommit)
            case .writingUnsynced: try setSync(.checkpoints)
            }
            try control(kind == .reading ? "BEGIN DEFERRED" : "BEGIN IMMEDIATE")
            due = nil
        } catch {
            // Whatever follows must not be committed by itself.
            due = .failure(error)
            throw error
        }
    }

    /// Runs a statement of a transaction, which isn't counted.
    private func control(_ sql: String) throws {
        let statement = SQLiteStatement(prepared: try memory.statement(sql, on: database), memory: memory)
        defer { statement.end() }
        _ = try step(statement)
    }

    /// Asked for before each transaction, so that nothing is committed at another level than its own: if this fails, it
    /// does.
    private func setSync(_ level: SyncLevel) throws {
        guard memory.syncLevel != level else { return }
        memory.syncLevel = nil
        // This pragma acts when it's compiled, so that it can't stay prepared.
        let sql = "PRAGMA synchronous = \(level.rawValue)"
        let code = sqlite3_exec(database.sqliteConnection, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code), sql: sql) }
        memory.syncLevel = level
    }
}

extension SQLiteConnection {
    /// One step of deferred work, in a transaction of its own that isn't synced. The next commit syncs it; what a crash
    /// undoes is done again.
    func advance(_ work: any DeferredWork, by limit: Int) throws -> Bool {
        try step { try work.advance(by: limit, on: self) }
    }

    /// A step of removing what erased rows left behind, as `advance`.
    func removeTraces(_ work: any DeferredWork) throws -> Bool {
        try step { try work.removeTraces(on: self) }
    }

    private func step(_ body: () throws -> Bool) throws -> Bool {
        var hasMore = false
        try inTransaction(.writingUnsynced) { hasMore = try body() }
        return hasMore
    }
}

/// Counts the statements that ran, so that tests can bound work instead of time.
package final class StatementCount: Sendable {
    private let count = Atomic<Int>(0)

    package init() {}

    package var value: Int { count.load(ordering: .relaxed) }
    package func add() { count.wrappingAdd(1, ordering: .relaxed) }
}
