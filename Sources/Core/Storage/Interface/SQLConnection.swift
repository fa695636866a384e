public import Domain

/// A connection inside a transaction. It never leaves the closure that received it.
///
/// Statements are portable SQL (`$1`, `ON CONFLICT`, `RETURNING`). Parameters first appear in ascending order, so that
/// engines which number them by appearance agree. SQL text never comes from outside: values are always bound.
///
/// ```swift
/// let names = try connection.query("SELECT name FROM notes WHERE owner_id = $1", owner) { try $0.text(0) }
/// ```
public protocol SQLConnection {
    /// Runs a statement.
    ///
    /// - Returns: the number of rows that it changed.
    @discardableResult
    func execute(_ sql: String, _ arguments: [any SQLBindable]) throws -> Int

    /// Runs a statement of which nobody needs the number of changed rows. An engine may send it on its way without
    /// waiting: its error then comes out of a later call, or fails the job at its end.
    func executeLater(_ sql: String, _ arguments: [any SQLBindable]) throws

    /// Calls `body` for each row, in order, until it returns `false`.
    func forEach(_ sql: String, _ arguments: [any SQLBindable], _ body: (any SQLRow) throws -> Bool) throws

    /// Whether the database has a table of this name.
    func hasTable(_ name: String) throws -> Bool

    /// Finds words in texts.
    var fullText: any FullTextEngine { get }

    /// What the database's clock says: the same one for all servers over it. Within a transaction it goes on.
    func time() throws -> Timestamp

    /// Says that this transaction erases something for good, such as a message's text. Within seconds after the commit
    /// the engine removes from its files what the erased rows left behind. Called by every transaction that erases
    /// what somebody wrote or is.
    func markErasure()

    /// Says that this transaction changes what other servers of the database may remember for long: anything but the
    /// positions of chats.
    func expireMemory()
}

extension SQLConnection {
    public func expireMemory() {}
    /// That of an engine in the server's own process is the system's.
    public func time() throws -> Timestamp { SystemClock().now() }

    public func executeLater(_ sql: String, _ arguments: [any SQLBindable]) throws { try execute(sql, arguments) }

    public func executeLater(_ sql: String, _ arguments: any SQLBindable...) throws { try executeLater(sql, arguments) }

    @discardableResult
    public func execute(_ sql: String, _ arguments: any SQLBindable...) throws -> Int {
        try execute(sql, arguments)
    }

    /// All rows, each mapped to a value.
    public func query<Value>(
        _ sql: String,
        _ arguments: any SQLBindable...,
        row: (any SQLRow) throws -> Value
    ) throws -> [Value] {
        try query(sql, arguments, row: row)
    }

    public func query<Value>(
        _ sql: String,
        _ arguments: [any SQLBindable],
        row: (any SQLRow) throws -> Value
    ) throws -> [Value] {
        var values: [Value] = []
        try forEach(sql, arguments) {
            values.append(try row($0))
            return true
        }
        return values
    }

    /// The first row, or `nil` if there is none.
    public func first<Value>(
        _ sql: String,
        _ arguments: any SQLBindable...,
        row: (any SQLRow) throws -> Value
    ) throws -> Value? {
        var value: Value?
        try forEach(sql, arguments) {
            value = try row($0)
            return false
        }
        return value
    }

    public func exists(_ sql: String, _ arguments: any SQLBindable...) throws -> Bool {
        var found = false
        try forEach(sql, arguments) { _ in
            found = true
            return false
        }
        return found
    }

    /// Inserts a row.
    ///
    /// ```swift
    /// try connection.insert("INSERT INTO notes (id, text)", [id, text], "ON CONFLICT (id) DO NOTHING")
    /// ```
    ///
    /// - Parameters:
    ///   - into: the statement up to its list of columns.
    ///   - values: those of the columns, in their order.
    ///   - rest: what follows the values.
    public func insert(_ into: String, _ values: [any SQLBindable], _ rest: String = "") throws {
        try execute("\(into) VALUES (\(placeholders(count: values.count))) \(rest)", values)
    }

    /// `$first, $first+1, …` for a list of `count` values. A list of none is one that nothing is in: not every engine takes `()`.
    public func placeholders(from first: Int = 1, count: Int) -> String {
        count == 0 ? "NULL" : (0..<count).map { "$\(first + $0)" }.joined(separator: ", ")
    }
}
