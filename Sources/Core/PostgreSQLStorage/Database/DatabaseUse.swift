package import Storage

/// Whose database it is, so that the files, the keys and the messages of one server stay together.
public enum DatabaseUse: Sendable {
    /// Nobody asks.
    case anything
    /// That of a data folder, by its mark. If the folder is new, the database may be empty and is the folder's from then on.
    case folder(mark: String, isNew: Bool)
    /// The copy of a data folder's database, while it isn't complete.
    case copy(mark: String)

    /// - Throws: `StorageError.unusable` if it isn't.
    func begin(on connection: PostgreSQLConnection, at place: SessionFactory) throws {
        func refuse(_ reason: String) -> StorageError { .unusable(path: place.address.description, reason: reason) }
        guard let mark else { return }
        let isEmpty = try !connection.exists(
            "SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')"
        )
        let (owner, source) = (try Self.owner(on: connection), try CopyMark.source(on: connection))
        switch self {
        case _ where owner == mark: return
        case _ where owner != nil:
            throw refuse(
                "it belongs to another data folder, without whose files and keys it isn't whole"
                    + (place.isShared ? "; copy the file database and the folder keys from it into this one" : "")
            )
        case .folder where source != nil:
            throw refuse("what is copied into it isn't complete; go on with spotter migrate")
        case .copy where source != nil:
            guard source == mark else {
                throw refuse("another folder's database is being copied into it; choose an empty one (createdb)")
            }
        case _ where !isEmpty:
            throw refuse("it holds tables that aren't a server's; give spotter a database of its own (createdb)")
        case .folder(_, let isNew):
            guard isNew else {
                throw refuse(
                    "it holds nothing, but its data folder was in use; restore the dump, or name the right database"
                )
            }
            try Self.claim(for: mark, on: connection)
        case .copy: try CopyMark.begin(source: mark, on: connection)
        case .anything: return
        }
    }

    private var mark: String? {
        switch self {
        case .anything: nil
        case .folder(let mark, _), .copy(let mark): mark
        }
    }

    /// The mark of the folder that the database belongs to; `nil` if it isn't a server's, or not yet.
    private static func owner(on connection: any SQLConnection) throws -> String? {
        guard try connection.hasTable("storage_owner") else { return nil }
        return try connection.first("SELECT folder FROM storage_owner") { try $0.text(0) }
    }

    /// Makes the database that of a folder.
    package static func claim(for mark: String, on connection: any SQLConnection) throws {
        try connection.execute("CREATE TABLE storage_owner (folder TEXT PRIMARY KEY)")
        try connection.execute("INSERT INTO storage_owner (folder) VALUES ($1)", mark)
    }
}
