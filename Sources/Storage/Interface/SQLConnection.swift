/// A connection inside a transaction. It never leaves the closure that received it.
///
/// Statements are plain SQL that every engine takes (`$1`, `ON CONFLICT`, `RETURNING`). Parameters appear in the text
/// in ascending order for the first time, so that engines which number them by appearance agree. Text never comes from
/// outside: values are always bound.
public protocol SQLConnection {
    /// Runs a statement; the number of rows that it changed.
    @discardableResult
    func execute(_ sql: String, _ arguments: [any SQLBindable]) throws -> Int

    /// Calls `body` for each row, in order, until it answers `false`.
    func forEach(_ sql: String, _ arguments: [any SQLBindable], _ body: (any SQLRow) throws -> Bool) throws
}

extension SQLConnection {
    @discardableResult
    public func execute(_ sql: String, _ arguments: any SQLBindable...) throws -> Int {
        try execute(sql, arguments)
    }

    /// All rows, each made into a value.
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

    /// The first row, or nothing.
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

    /// `$first, $first+1, …` for a list of `count` values.
    public func placeholders(from first: Int = 1, count: Int) -> String {
        (0..<count).map { "$\(first + $0)" }.joined(separator: ", ")
    }
}
