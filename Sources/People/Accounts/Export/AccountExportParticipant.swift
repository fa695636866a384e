public import Domain

/// Writes one module's data of a user into an export.
///
/// `AccountExport` calls its participants in the order given to it. What they write, the user may read by the API as well.
public protocol AccountExportParticipant: Sendable {
    /// What becomes of each of the module's tables that refer to users. A test compares this with the schema.
    var tables: [String: TableExport] { get }

    /// Writes the data page by page, so that memory stays bounded whatever there is.
    func export(_ user: User, to archive: AccountExportArchive) async throws
}

/// What an export does with a table.
public enum TableExport: Sendable, Hashable {
    /// It's in these files of the archive.
    case exported(in: String)
    /// It isn't in the archive, for this reason.
    case omitted(because: String)
}

extension User {
    package var asActor: Actor { Actor(userId: id, role: role) }
}
