import GRDB
import GRDBSQLite

/// A compiled statement, which is finalised with the last reference to it: let it go on its connection's queue.
///
/// GRDB keeps every statement that is to stay prepared until the connection closes.
final class PreparedStatement {
    let sql: String
    let handle: OpaquePointer
    /// When it was asked for last, as `StatementMemory` counts.
    var lastUse: UInt64 = 0

    /// - Throws: `DatabaseError` if `sql` isn't one statement.
    init(_ sql: String, on database: GRDB.Database) throws {
        var (handle, isAlone) = (OpaquePointer?.none, true)
        let code = sql.withCString { text in
            var rest: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v3(
                database.sqliteConnection,
                text,
                -1,
                UInt32(SQLITE_PREPARE_PERSISTENT),
                &handle,
                &rest
            )
            isAlone = rest.map { String(cString: $0).allSatisfy(\.isWhitespace) } ?? true
            return code
        }
        guard code == SQLITE_OK else {
            throw DatabaseError(
                resultCode: ResultCode(rawValue: code),
                message: sqlite3_errmsg(database.sqliteConnection).map { String(cString: $0) },
                sql: sql
            )
        }
        guard let handle, isAlone else {
            sqlite3_finalize(handle)
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "not one statement", sql: sql)
        }
        (self.sql, self.handle) = (sql, handle)
    }

    deinit { sqlite3_finalize(handle) }
}
