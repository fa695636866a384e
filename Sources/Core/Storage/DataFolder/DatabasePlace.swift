import Foundation

/// Where the database of a data folder is.
public enum DatabasePlace: Sendable {
    /// A file in the folder.
    case inside
    /// A server of its own. The folder has a mark, by which the database knows it.
    case elsewhere

    /// - Throws: `StorageError.folderUnusable` if the folder's database isn't here.
    func require(_ file: String, in folder: String) throws {
        let holdsOne = DataFolder.size(of: file) ?? 0 > 0
        switch self {
        case .inside:
            guard !holdsOne, DataFolder.databaseMark(in: folder) != nil else { return }
            throw StorageError.folderUnusable(
                folder: folder,
                reason: "its database is PostgreSQL's; name it by --database postgres://…"
            )
        case .elsewhere:
            guard holdsOne else { return }
            throw StorageError.folderUnusable(
                folder: folder,
                reason: "it holds a database of its own, spotter.db; leave --database away, or move it "
                    + "(spotter migrate --from \(folder) --to postgres://…)"
            )
        }
    }

    /// How to back the folder up.
    var backup: String {
        switch self {
        case .inside: "Back it up by `spotter backup`."
        case .elsewhere: "Its database is PostgreSQL's: back up both, the database first."
        }
    }
}

extension DataFolder {
    private static func markPath(_ folder: String) -> String { "\(folder)/database" }

    static func databaseMark(in folder: String) -> String? {
        let text = FileManager.default.contents(atPath: markPath(folder)).map { String(decoding: $0, as: UTF8.self) }
        return text?.split(whereSeparator: \.isWhitespace).first.map(String.init)
    }

    /// The mark by which a database elsewhere knows this folder, made when it's first asked for. Messages without their
    /// files and keys are of little use, so the two are opened together only.
    ///
    /// - Throws: `StorageError.folderUnusable` if it can't be written.
    public func databaseMark() throws -> String {
        if let mark = Self.databaseMark(in: path) { return mark }
        var random = SystemRandomNumberGenerator()
        let mark = String(UInt64.random(in: .min ... .max, using: &random), radix: 16)
        try PrivateFile.write(Array("\(mark)\n".utf8), to: Self.markPath(path))
        return mark
    }

    /// Makes a file of this folder its database, in one step: a crash leaves the one or the other.
    ///
    /// - Throws: `StorageError.folderUnusable`.
    public func adoptDatabase(_ file: String) throws {
        try PrivateFile.rename(file, to: databasePath)
        try? FileManager.default.removeItem(atPath: Self.markPath(path))
    }

    /// Gives the folder's database another name, since it's elsewhere from now on.
    ///
    /// - Returns: its new path.
    /// - Throws: `StorageError.folderUnusable`.
    public func setDatabaseAside() throws -> String {
        let aside = "\(databasePath).moved"
        try PrivateFile.rename(databasePath, to: aside)
        return aside
    }
}
