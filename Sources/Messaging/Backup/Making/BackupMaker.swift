import Domain
import Foundation
import MediaStore
import Storage

#if canImport(Glibc)
    import Glibc
#endif

/// Makes one verified archive of a data folder, whether or not a server runs on it. Every call blocks.
struct BackupMaker {
    let source: BackupSource
    let clock: any WallClock
    let progress: @Sendable (BackupProgress) throws -> Void

    /// Copies the database first and then the files that the copy names, which never change. Reads the archive again
    /// before it gets its name.
    ///
    /// - Throws: `BackupError` or `StorageError`; nothing is left behind then.
    ///
    /// - Parameter publishes: whether the archive gets its name. Otherwise it stays a partial file.
    func make(_ destination: PartialFile, publishes: Bool) throws -> Manifest {
        do {
            let manifest = try write(destination)
            unlink(destination.databasePath)
            try destination.file.synchronize()
            let read = try destination.verify(progress: progress)
            guard read == manifest else { throw BackupError("\(destination.path) can't be read as it was written") }
            if publishes { try destination.publish() }
            return manifest
        } catch {
            destination.discard()
            throw error
        }
    }

    private func write(_ destination: PartialFile) throws -> Manifest {
        let begin = clock.now()
        // The copy, and the same in the archive.
        let live = DataFolder.databasePath(in: source.folder)
        try Room.require(2 * (Room.size(of: live) + Room.size(of: live + "-wal")), for: destination.destination)
        // Created first, so that nobody else can read it.
        _ = try RawFile(writing: destination.databasePath, isNew: true)
        let snapshot = try DatabaseSnapshot.take(of: source.database, at: destination.databasePath) { share in
            try progress(BackupProgress(step: .database, share: share))
        }
        let schema = try snapshot.migrations()
        let hashes = try snapshot.read { try StoredFiles.hashes(on: $0) }
        // An older schema may lack a table.
        let counts = (try? snapshot.read { try source.counts($0) }) ?? [:]

        let files = hashes.map { "\(DataFolder.mediaPath(in: source.folder))/\(StoredFiles.path(of: $0))" }
        let database = try RawFile(reading: destination.databasePath)
        try Room.require(
            try database.size() + files.reduce(0) { $0 + Room.size(of: $1) },
            for: destination.destination
        )

        var writer = ArchiveWriter(destination.file, at: begin)
        _ = try writer.add(EntryName.database, database) { _ in
            try progress(BackupProgress(step: .files, share: 0))
        }
        for (name, bytes) in try keys() { try writer.add(EntryName.key(name), bytes) }
        if let bytes = source.configuration { try writer.add(EntryName.configuration, bytes) }
        var (missing, damaged): ([String], [String]) = ([], [])
        for (index, (hash, path)) in zip(hashes, files).enumerated() {
            let here = BackupProgress(step: .files, share: Double(index) / Double(hashes.count))
            try progress(here)
            guard FileManager.default.fileExists(atPath: path), let file = try? RawFile(reading: path) else {
                missing.append(hash)
                continue
            }
            if try writer.add(EntryName.media(hash), file, progress: { _ in try progress(here) }) != hash {
                damaged.append(hash)
            }
        }
        let manifest = Manifest(
            serverVersion: source.serverVersion,
            createdAt: begin,
            schema: schema,
            counts: counts,
            entries: writer.entries,
            missing: missing,
            damaged: damaged
        )
        try writer.finish(manifest)
        return manifest
    }

    private func keys() throws -> [(String, [UInt8])] {
        let folder = DataFolder.keysPath(in: source.folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return try names.filter(EntryName.isKeyName).sorted().map { name in
            let file = try RawFile(reading: "\(folder)/\(name)")
            return (name, try file.read(at: 0, count: Int(clamping: try file.size())))
        }
    }
}
