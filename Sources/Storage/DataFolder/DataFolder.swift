import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// The folder that holds everything a server stores, locked by one process at a time.
///
/// ```swift
/// let folder = try DataFolder(path: "spotter-data")
/// print(folder.databasePath)  // spotter-data/spotter.db
/// ```
public final class DataFolder: Sendable {
    public let path: String
    private let lockDescriptor: Int32

    public var databasePath: String { "\(path)/spotter.db" }
    public var mediaPath: String { "\(path)/media" }
    /// Copies of vectors that the database holds, for a quick start.
    public var vectorsPath: String { "\(path)/vectors" }

    /// Secret keys, each in a file of its own, which nobody who has only the database has.
    public var keysPath: String { "\(path)/keys" }

    /// Creates the folder if it's missing, readable by its owner only, and locks it for the lifetime of this object.
    ///
    /// - Throws: `StorageError.locked` or `.folderUnusable`.
    public init(path: String) throws {
        self.path = path
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw StorageError.folderUnusable(folder: path, reason: Self.reason(error))
        }
        let descriptor = open("\(path)/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StorageError.folderUnusable(folder: path, reason: String(cString: strerror(errno)))
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let holder = (try? String(contentsOfFile: "\(path)/lock", encoding: .utf8)) ?? ""
            close(descriptor)
            let pid = holder.trimmingCharacters(in: .whitespacesAndNewlines)
            throw StorageError.locked(folder: path, pid: pid.isEmpty ? "unknown" : pid)
        }
        lockDescriptor = descriptor
        let pid = Array("\(getpid())\n".utf8)
        ftruncate(descriptor, 0)
        guard pwrite(descriptor, pid, pid.count, 0) == pid.count else {
            throw StorageError.folderUnusable(folder: path, reason: String(cString: strerror(errno)))
        }
    }

    deinit {
        // Closing alone would leave it locked while a child process that is being started holds a copy of the descriptor.
        flock(lockDescriptor, LOCK_UN)
        close(lockDescriptor)
    }

    private static func reason(_ error: any Error) -> String {
        let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        return underlying?.localizedDescription ?? error.localizedDescription
    }
}
