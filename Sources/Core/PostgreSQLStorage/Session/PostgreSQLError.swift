/// A failure of a statement or of a connection, by its SQLSTATE
/// (https://www.postgresql.org/docs/current/errcodes-appendix.html).
package struct PostgreSQLError: Error, Sendable, CustomStringConvertible {
    package let state: String
    /// The engine's words, without its details, which may hold what users wrote.
    package let message: String
    package var sql: String?

    /// The connection is gone. Whether a commit that was on its way has happened isn't known.
    static func connectionLost(_ message: String) -> PostgreSQLError {
        PostgreSQLError(state: "08006", message: message)
    }

    /// Whether the connection is gone or about to be: the server stops, was stopped, or has become a standby.
    var isConnectionLost: Bool {
        state.hasPrefix("08") || ["57P01", "57P02", "57P03", "25P03", "25006", "57P05"].contains(state)
    }

    /// Whether the same transaction may well succeed when it's run again: a serialisation failure, a deadlock, or a
    /// statement that was prepared before its tables changed.
    var isTransient: Bool { ["40001", "40P01", "55P03", "0A000", "26000"].contains(state) }

    /// Whether another transaction has held a lock for too long.
    var isLockTimeout: Bool { state == "55P03" }

    /// Whether statements that were prepared earlier have to be prepared again.
    var hasOutdatedStatements: Bool { ["0A000", "26000"].contains(state) }

    package var description: String {
        var text = "\(message) (PostgreSQL \(state))"
        if let sql { text += " in \(sql.prefix(160))" }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
