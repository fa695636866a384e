import Domain
import Foundation
import Messaging
public import Storage

#if canImport(Glibc)
    import Glibc
#endif

/// Makes a data folder from a backup.
public struct Restore: Sendable {
    private let archive: String
    private let target: String
    private let migrations: [Migration]
    private let takesAnySchema: Bool

    /// - Parameters:
    ///   - target: a folder that doesn't exist or is empty.
    ///   - migrations: those of this server, in their order; a database that has others is a newer one's.
    ///   - takesAnySchema: whether tables, triggers and views that no migration makes come along.
    public init(_ archive: String, to target: String, migrations: [Migration], takesAnySchema: Bool = false) {
        self.archive = archive
        self.migrations = migrations
        self.takesAnySchema = takesAnySchema
        // A slash at the end would make the folder beside it one inside.
        var target = target
        while target.count > 1, target.hasSuffix("/") { target.removeLast() }
        self.target = target
    }

    /// Checks everything, unpacks beside the target, checks the database, and only then gives the folder its name.
    ///
    /// - Throws: `BackupError` or `StorageError`. The target is as it was then.
    public func run(
        progress: @escaping @Sendable (BackupProgress) -> Void = { _ in }
    ) async throws -> Manifest {
        try await BackgroundThread.run { try restore(progress) }
    }

    private func restore(_ progress: (BackupProgress) -> Void) throws -> Manifest {
        try requireEmptyTarget()
        let reader = try ArchiveReader(archive)
        var done: Int64 = 0
        let (manifest, contents) = try reader.check { count in
            done += count
            progress(BackupProgress(step: .verifying, share: Double(done) / Double(max(1, reader.size))))
        }
        try requireKnown(manifest.schema)
        let partial = target + PartialFile.ending
        umask(0o077)
        try? FileManager.default.removeItem(atPath: partial)
        do {
            try RawFile.makeFolder(partial)
            done = 0
            for location in contents {
                let path = "\(partial)/\(location.entry.name)"
                try RawFile.makeFolder(PartialFile.folder(of: path))
                try reader.extract(location, to: path) { count in
                    done += count
                    progress(BackupProgress(step: .restoring, share: Double(done) / Double(max(1, manifest.bytes))))
                }
            }
            let database = try DatabaseSnapshot(checking: DataFolder.databasePath(in: partial))
            // Again, of the database itself.
            try requireKnown(try database.migrations())
            try requireOwnSchema(database)
            try database.write { try RestoredPositions.moveAhead(on: $0) }
            try publish(partial)
        } catch {
            try? FileManager.default.removeItem(atPath: partial)
            throw error
        }
        return manifest
    }

    private func requireKnown(_ schema: [String]) throws {
        let known = Set(migrations.map(\.name))
        guard let unknown = schema.first(where: { !known.contains($0) }) else { return }
        throw BackupError("\(archive) was made by a newer spotter (schema \(unknown)); upgrade spotter to restore it")
    }

    /// Whoever can change an archive could put a trigger into its database, which then acts within the server's statements.
    private func requireOwnSchema(_ database: DatabaseSnapshot) throws {
        guard let differences = try database.schemaDifferences(known: migrations) else {
            throw BackupError("\(archive) holds no database of a Spotter")
        }
        guard !takesAnySchema, !differences.isEmpty else { return }
        let lines = differences.lines
        let shown = lines.prefix(5).joined(separator: ", ") + (lines.count > 5 ? ", and \(lines.count - 5) more" : "")
        throw BackupError(
            "the database in \(archive) isn't as a Spotter makes it: \(shown). That may act behind the server's back. If "
                + "you made these changes yourself, restore with --any-schema; otherwise take another backup"
        )
    }

    private func requireEmptyTarget() throws {
        var status = stat()
        guard lstat(target, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR,
            try FileManager.default.contentsOfDirectory(atPath: target).isEmpty
        else { throw BackupError("\(target) isn't empty, and a restore replaces nothing; choose a new folder") }
    }

    /// The folder gets its name when everything in it is on disk.
    private func publish(_ partial: String) throws {
        let folders = FileManager.default.enumerator(atPath: partial)?.compactMap { $0 as? String } ?? []
        for name in folders {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: "\(partial)/\(name)", isDirectory: &isFolder)
            if isFolder.boolValue { try RawFile.synchronizeFolder("\(partial)/\(name)") }
        }
        try RawFile.synchronizeFolder(partial)
        guard rename(partial, target) == 0 else {
            if errno == EBUSY || errno == EXDEV {
                throw BackupError("\(target) is a mount point; choose a new folder inside it")
            }
            throw RawFile.failure("can't create", target)
        }
        try RawFile.synchronizeFolder(PartialFile.folder(of: target))
    }

}
