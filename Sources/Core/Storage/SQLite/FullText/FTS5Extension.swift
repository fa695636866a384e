import GRDB
import GRDBSQLite

/// What full text adds to FTS5: the tokenizer `spotter` and the function `text_relevance`. A connection without them can't
/// use the tables of an index, not even through a trigger.
enum FTS5Extension {
    /// - Throws: `DatabaseError` if SQLite was built without FTS5.
    static func register(on database: GRDB.Database) throws {
        guard let api = api(of: database.sqliteConnection), api.pointee.iVersion >= 2,
            WordTokenizer.register(with: api) == SQLITE_OK, TextRelevance.register(with: api) == SQLITE_OK
        else { throw DatabaseError(resultCode: .SQLITE_ERROR, message: "SQLite's full-text search (FTS5) is missing") }
    }

    /// https://www.sqlite.org/fts5.html#extending_fts5
    private static func api(of connection: OpaquePointer?) -> UnsafeMutablePointer<fts5_api>? {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        var api: UnsafeMutablePointer<fts5_api>?
        let code = withUnsafeMutablePointer(to: &api) { api in
            // SQLite compares the type's name when the statement runs.
            "fts5_api_ptr".withCString { type in
                let code = sqlite3_prepare_v2(connection, "SELECT fts5(?1)", -1, &statement, nil)
                guard code == SQLITE_OK else { return code }
                sqlite3_bind_pointer(statement, 1, api, type, nil)
                return sqlite3_step(statement)
            }
        }
        return code == SQLITE_ROW ? api : nil
    }
}

extension Configuration {
    /// Of a connection that knows the server's full text.
    static var withFullText: Configuration {
        var configuration = Configuration()
        configuration.prepareDatabase { try FTS5Extension.register(on: $0) }
        return configuration
    }
}
