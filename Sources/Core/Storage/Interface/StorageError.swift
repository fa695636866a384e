/// An error of the data folder or its database. Each prints as one line that says what to do.
public enum StorageError: Error, Sendable, CustomStringConvertible {
    /// There is no data folder here, and the command doesn't make one.
    case missing(folder: String)
    case unusable(path: String, reason: String)
    case locked(folder: String, pid: String)
    /// Another server writes to a database that isn't in a data folder.
    case databaseInUse(address: String)
    case folderUnusable(folder: String, reason: String)
    case newerSchema(found: String, known: String)
    /// The database is of an older version, and the command isn't the one that brings it up to date.
    case olderSchema(folder: String, pending: Int)
    /// The database is missing, empty or without tables, and this isn't a new folder.
    case missingDatabase(path: String)
    case writeFailed(String)
    /// A statement failed for a reason that concerns nobody but the operator.
    case statementFailed(String)

    public var description: String {
        switch self {
        case .missing(let folder):
            "there is no data folder \(folder); nothing was created: name an existing one with --data, or a running server with --server"
        case .unusable(let path, let reason):
            "can't use the database \(path): \(reason)"
        case .locked(let folder, let pid):
            "the data folder \(folder) is in use by another spotter (pid \(pid)); stop it first or choose another --data"
        case .databaseInUse(let address):
            "the database \(address) is in use by another spotter; stop it first"
        case .folderUnusable(let folder, let reason):
            "can't use the data folder \(folder): \(reason)"
        case .newerSchema(let found, let known):
            "the data folder was written by a newer spotter (schema \(found), this one knows \(known)); upgrade spotter"
        case .olderSchema(let folder, let pending):
            "the data folder \(folder) is of an older version (\(pending) changes behind); nothing was changed. Back it up "
                + "(spotter backup FILE --data \(folder)), since there is no way back, then start the server on it once "
                + "(spotter serve), which brings it up to date"
        case .missingDatabase(let path):
            "\(path) is missing or holds nothing, but the folder was in use, or the file was copied without the files "
                + "beside it; restore a backup (spotter restore ARCHIVE --data DIR), or choose an empty folder to begin with"
        case .writeFailed(let reason):
            "the database could not be written: \(reason)"
        case .statementFailed(let reason):
            "the database refused a statement: \(reason)"
        }
    }
}
