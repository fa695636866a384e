import Domain
import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// The file `audit.key` in the folder of keys, readable by its owner only.
///
/// A new key is first written beside it as `audit.key.new`. It takes its place once the database holds a log that was
/// sealed with it, so that a crash in between loses nothing, and so that a key file never stands beside a database
/// without a log unless somebody has removed the log.
struct AuditKeyFile: Sendable {
    static let name = "audit.key"

    let folder: String

    private var path: String { "\(folder)/\(Self.name)" }
    private var newPath: String { path + ".new" }

    /// The key; `nil` if there is no file.
    /// - Throws: `unavailable` if the file isn't readable or holds no key.
    func read() throws -> AuditKey? { try read(path) }

    /// A key that hasn't been adopted yet.
    func readNew() -> AuditKey? {
        // A crash may have left half a file; nothing was sealed with it then.
        (try? read(newPath)) ?? nil
    }

    /// Writes a new key, which `adopt` makes the key.
    /// - Throws: `unavailable` if it can't be written.
    func makeNew() throws -> AuditKey {
        let key = AuditKey()
        unlink(newPath)
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw failure("create", folder) }
        let descriptor = open(newPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("create", newPath) }
        defer { close(descriptor) }
        let bytes = Array("\(key.hexadecimal)\n".utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
            throw failure("write", newPath)
        }
        synchronizeFolder()
        return key
    }

    /// Makes the new key the key.
    func adopt() throws {
        guard rename(newPath, path) == 0 else { throw failure("rename", newPath) }
        synchronizeFolder()
    }

    /// Puts the file's name on the disk, too: the log must not be sealed with a key that a power failure takes away.
    private func synchronizeFolder() {
        for path in [folder, "\(folder)/.."] {
            let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard directory >= 0 else { continue }
            fsync(directory)
            close(directory)
        }
    }

    /// What to do about a key that is missing beside a log.
    var missing: String {
        "\(path) is missing, but the database holds an audit log that was sealed with it; restore that file from "
            + "a backup. If it is lost, `spotter admin audit reseal` gives up the proof of what was logged before."
    }

    private func read(_ path: String) throws -> AuditKey? {
        guard access(path, F_OK) == 0 else { return nil }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { throw failure("read", path) }
        guard let key = AuditKey(hexadecimal: text) else {
            throw SpotterError(.unavailable, "\(path) holds no key; restore the file from a backup.")
        }
        return key
    }

    private func failure(_ action: String, _ path: String) -> SpotterError {
        SpotterError(.unavailable, "can't \(action) \(path): \(String(cString: strerror(errno)))")
    }
}
