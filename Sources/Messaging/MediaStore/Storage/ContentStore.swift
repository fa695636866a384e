import Crypto
import Domain
import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A content-addressed store: files are named by the hash of their bytes, stored once and never changed.
///
/// `<folder>/<2 digits>/<hash>` holds finished files, `<folder>/uploads` unfinished uploads, `<folder>/temporary` work
/// in progress, which is deleted at start. Every call blocks.
///
/// Several servers may share the folder. None of them holds a lock while another one stores what it removes; see `keep(_:as:)`
/// and `remove(_:unless:)`.
struct ContentStore: Sendable {
    let folder: String
    let isShared: Bool

    /// Seconds after which work in progress of other servers counts as left over.
    private static let maxAge = 86_400

    /// - Parameter isShared: whether other servers use the folder, too.
    /// - Throws: `FileError` if the folders can't be created.
    init(folder: String, isShared: Bool = false) throws {
        self.folder = folder
        self.isShared = isShared
        for path in [folder, "\(folder)/uploads", "\(folder)/temporary"] { try Self.makeFolder(path) }
        // If only one process uses the folder, everything here is left over from an earlier run.
        for leftover in try Self.list("\(folder)/temporary") {
            let path = "\(folder)/temporary/\(leftover)"
            if !isShared || Self.age(of: path) > Self.maxAge { Self.remove(path) }
        }
    }

    private static func age(of path: String) -> Int {
        var status = stat()
        guard stat(path, &status) == 0 else { return 0 }
        return time(nil) - status.st_mtim.tv_sec
    }

    var uploadsFolder: String { "\(folder)/uploads" }
    func path(of hash: ContentHash) -> String { "\(folder)/\(StoredFiles.path(of: hash.description))" }
    func partialPath(_ id: MediaID) -> String { "\(uploadsFolder)/\(id)" }
    func temporaryPath() -> String { "\(folder)/temporary/\(UUID())" }

    /// Moves a finished, synced file at `path` into the store.
    func insert(_ path: String, as hash: ContentHash) throws {
        let target = self.path(of: hash)
        let parent = "\(folder)/\(hash.description.prefix(2))"
        try Self.makeFolder(parent)
        // If the file exists, its bytes are the same, so replacing it changes nothing.
        guard rename(path, target) == 0 else { throw FileError("rename", target) }
        try Self.synchronizeFolder(parent)
    }

    /// As `insert`, where other servers may remove it until a row names it: the file at `path` stays until `keep` was called
    /// after the row's commit.
    func offer(_ path: String, as hash: ContentHash) throws {
        let parent = "\(folder)/\(hash.description.prefix(2))"
        try Self.makeFolder(parent)
        guard link(path, self.path(of: hash)) == 0 || errno == EEXIST else { throw FileError("link", path) }
        try Self.synchronizeFolder(parent)
    }

    /// Makes sure that what was offered is there, now that everybody sees the row.
    func keep(_ path: String, as hash: ContentHash) throws {
        try offer(path, as: hash)
        Self.remove(path)
    }

    /// Removes a file that no row seems to name. Another server may just be writing such a row: so the file is first put aside, and
    /// comes back if there is one then. Whoever has committed it before that finds the file missing and stores it again.
    func remove(_ hash: ContentHash, unless isReferenced: () async throws -> Bool) async throws {
        let path = path(of: hash)
        guard isShared else { return try await BlockingIO.run { Self.remove(path) } }
        let aside = temporaryPath()
        try await BlockingIO.run {
            guard rename(path, aside) == 0 || errno == ENOENT else { throw FileError("rename", path) }
        }
        let isNeeded: Bool
        do {
            isNeeded = try await isReferenced()
        } catch {
            try? await BlockingIO.run { _ = rename(aside, path) }
            throw error
        }
        try await BlockingIO.run {
            guard isNeeded else { return Self.remove(aside) }
            guard rename(aside, path) == 0 || errno == ENOENT else { throw FileError("rename", aside) }
            // If somebody has stored the same file again, both names were left.
            Self.remove(aside)
        }
    }

    /// Copies part of a file to a temporary file, syncs it, and returns its path and hash.
    func extract(_ range: Range<Int64>, of file: OpenFile) throws -> (path: String, hash: ContentHash) {
        let path = temporaryPath()
        let target = try OpenFile(path, .new)
        var hash = SHA256()
        try Self.forEachChunk(of: file, in: range) { chunk, offset in
            hash.update(data: chunk)
            try target.write(chunk, at: offset - range.lowerBound)
        }
        try target.synchronize()
        return (path, ContentHash(hash.finalize()))
    }

    static func hash(of file: OpenFile) throws -> ContentHash { try hash(of: file, in: 0..<file.size()) }

    static func hash(of file: OpenFile, in range: Range<Int64>) throws -> ContentHash {
        var hash = SHA256()
        try forEachChunk(of: file, in: range) { chunk, _ in hash.update(data: chunk) }
        return ContentHash(hash.finalize())
    }

    private static func forEachChunk(
        of file: OpenFile,
        in range: Range<Int64>,
        _ body: ([UInt8], Int64) throws -> Void
    ) throws {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let chunk = try file.read(at: offset, count: Int(min(range.upperBound - offset, 256 << 10)))
            guard !chunk.isEmpty else { throw SpotterError(.internalError, "a stored file is shorter than it was") }
            try body(chunk, offset)
            offset += Int64(chunk.count)
        }
    }

    // MARK: Folders

    /// Deletes a file if it exists.
    static func remove(_ path: String) { unlink(path) }

    static func list(_ path: String) throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path) }

    private static func makeFolder(_ path: String) throws {
        if mkdir(path, 0o700) == 0 { return try synchronizeFolder((path as NSString).deletingLastPathComponent) }
        guard errno == EEXIST else { throw FileError("mkdir", path) }
    }

    /// Syncs a folder: a new file's name is durable only once its folder is.
    private static func synchronizeFolder(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError("open", path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileError("fsync", path) }
    }
}
