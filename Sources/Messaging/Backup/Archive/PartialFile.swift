import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A file that gets its name only when it's whole: until then it's called `NAME.partial`, also after a crash.
public final class PartialFile: Sendable {
    static let ending = ".partial"

    public let destination: String
    let file: RawFile

    var path: String { file.path }
    /// Where the copy of the database stands while the archive is made.
    var databasePath: String { Self.databasePath(of: path) }

    /// - Throws: `BackupError` if the destination exists, can't be written, or is being written by another process.
    public init(_ destination: String) throws {
        self.destination = destination
        try Self.requireAbsence(of: destination)
        file = try RawFile(writing: destination + Self.ending, isNew: false)
        guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw BackupError("\(destination) is being written by another process")
        }
        try file.truncate()
        unlink(Self.databasePath(of: path))
    }

    /// Writes what comes from elsewhere.
    public func write(_ bytes: [UInt8], at offset: Int64) throws { try file.write(bytes, at: offset) }

    /// Reads everything again and compares it with the manifest.
    ///
    /// - Throws: `BackupError` if this isn't a whole backup.
    public func verify(progress: (BackupProgress) throws -> Void) throws -> Manifest {
        let reader = try ArchiveReader(file)
        var done: Int64 = 0
        return try reader.verify { count in
            done += count
            try progress(BackupProgress(step: .verifying, share: Double(done) / Double(max(1, reader.size))))
        }
    }

    /// Gives the file its name, durably.
    ///
    /// - Throws: `BackupError` if there is one of that name by now; never replaces it.
    public func publish() throws {
        try file.synchronize()
        if link(path, destination) == 0 {
            unlink(path)
        } else {
            // A file system without links.
            guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(errno) else {
                throw RawFile.failure("can't write", destination)
            }
            try Self.requireAbsence(of: destination)
            guard rename(path, destination) == 0 else { throw RawFile.failure("can't write", destination) }
        }
        try RawFile.synchronizeFolder(Self.folder(of: destination))
    }

    /// Removes everything that was begun.
    public func discard() {
        unlink(path)
        unlink(databasePath)
        unlink(databasePath + "-journal")
    }

    /// Removes what backups that were killed left in a folder.
    static func removeLeftovers(in folder: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where name.hasSuffix(ending) && name.hasPrefix("spotter-") {
            let path = "\(folder)/\(name)"
            let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
                unlink(path)
                unlink(databasePath(of: path))
            }
            close(descriptor)
        }
    }

    private static func databasePath(of path: String) -> String { "\(path)-database" }

    static func folder(of path: String) -> String {
        // Foundation's own way traps for a name of one character.
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func requireAbsence(of path: String) throws {
        var status = stat()
        guard lstat(path, &status) != 0 else {
            throw BackupError("\(path) exists, and a backup never replaces anything; choose another name")
        }
    }
}
