import Domain
import Storage

/// `SQLConnection` inside a transaction of a session.
final class PostgreSQLConnection: SQLConnection {
    let session: PostgreSQLSession
    private let statements: StatementCount
    private let erasure: () -> Void
    /// How many rows were changed; those of statements that aren't answered yet count as one.
    private(set) var changes = 0
    /// Whether other servers have to forget what they remember.
    private(set) var isMemoryExpired = false
    /// Whether there is nothing to commit: all statements were queries.
    private(set) var hasOnlyRead = true
    /// The error that has undone the transaction: the server refuses everything after it.
    private(set) var failure: PostgreSQLError?

    init(_ session: PostgreSQLSession, statements: StatementCount, erasure: @escaping () -> Void = {}) {
        self.session = session
        self.statements = statements
        self.erasure = erasure
    }

    var fullText: any FullTextEngine { PostgreSQLFullTextEngine() }

    func markErasure() { erasure() }

    func expireMemory() { (isMemoryExpired, hasOnlyRead) = (true, false) }

    func hasTable(_ name: String) throws -> Bool {
        try exists(
            "SELECT 1 FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = $1",
            name
        )
    }

    func time() throws -> Timestamp {
        let sql = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
        return try first(sql) { try $0.timestamp(0) } ?? .latest
    }

    func execute(_ sql: String, _ arguments: [any SQLBindable]) throws -> Int {
        hasOnlyRead = false
        if arguments.isEmpty, SchemaTranslation.concerns(sql) { return try changeSchema(sql) }
        let result = try noting { try session.run(sql, arguments) }
        guard result.isChange else { return 0 }
        changes += result.affectedRows
        return result.affectedRows
    }

    func executeLater(_ sql: String, _ arguments: [any SQLBindable]) throws {
        hasOnlyRead = false
        try noting { try session.send(sql, arguments) }
        changes += 1
    }

    func forEach(_ sql: String, _ arguments: [any SQLBindable], _ body: (any SQLRow) throws -> Bool) throws {
        let result = try noting { try session.run(sql, arguments) }
        if result.isChange { (changes, hasOnlyRead) = (changes + result.affectedRows, false) }
        for row in 0..<result.rowCount {
            guard try body(PostgreSQLRow(result: result, row: Int32(clamping: row))) else { return }
        }
    }

    /// Runs a statement on tables, which isn't kept prepared.
    private func changeSchema(_ sql: String) throws -> Int {
        for statement in SchemaTranslation.statements(for: sql) { try noting { try session.execute(statement) } }
        changes += 1
        return 0
    }

    /// Waits until all statements so far are answered.
    func settle() throws { try noting { try session.settle() } }

    /// Call this after a rollback to a savepoint: the server accepts statements again.
    func recover() { failure = nil }

    private func noting<Value>(_ body: () throws -> Value) throws -> Value {
        if let failure { throw failure }
        statements.add()
        do {
            return try body()
        } catch let error as PostgreSQLError {
            failure = error
            throw error
        }
    }
}
