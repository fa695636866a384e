/// An error of the data folder or its database. Each prints as one line that says what to do.
public enum StorageError: Error, Sendable, CustomStringConvertible {
    /// There is no data folder here, and the command doesn't make one.
    case missing(folder: String)
    case unusable(path: String, reason: String)
    case locked(folder: String, pid: String)
    case folderUnusable(folder: String, reason: String)
    case newerSchema(found: String, known: String)
    case writeFailed(String)

    public var description: String {
        switch self {
        case .missing(let folder):
            "there is no data folder \(folder); nothing was created: name an existing one with --data, or a running server with --server"
        case .unusable(let path, let reason):
            "can't use the database \(path): \(reason)"
        case .locked(let folder, let pid):
            "the data folder \(folder) is in use by another spotter (pid \(pid)); stop it first or choose another --data"
        case .folderUnusable(let folder, let reason):
            "can't use the data folder \(folder): \(reason)"
        case .newerSchema(let found, let known):
            "the data folder was written by a newer spotter (schema \(found), this one knows \(known)); upgrade spotter"
        case .writeFailed(let reason):
            "the database could not be written: \(reason)"
        }
    }
}
