import CPostgreSQL
import Storage

/// PostgreSQL's client library, which is loaded when it's first needed.
package enum PostgreSQLLibrary {
    /// - Throws: `StorageError.unusable` with what to install if the library isn't there.
    package static func load() throws {
        let reason: String
        switch postgresql_load() {
        case POSTGRESQL_LOADED: return
        case POSTGRESQL_TOO_OLD: reason = "its client library libpq is older than version 14; upgrade it"
        default: reason = "its client library isn't installed; install libpq5 (apt-get install libpq5)"
        }
        throw StorageError.unusable(path: "PostgreSQL", reason: reason)
    }
}
