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
struct ContentStore: Sendable {
    let folder: String

    /// - Throws: `FileError` if the folders can't be created.
    init(folder: String) throws {
        self.folder = folder
        for path in [folder, "\(folder)/uploads", "\(folder)/temporary"] { try Self.makeFolder(path) }
        // Only one process uses the data folder, so everything here is left over from an earlier run.
        for leftover in try Self.list("\(folder)/temporary") { Self.remove("\(folder)/temporary/\(leftover)") }
    }

    var uploadsFolder: String { "\(folder)/uploads" }
    func path(of hash: ContentHash) -> String { "\(folder)/\(hash.description.prefix(2))/\(hash)" }
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

    static func hash(of file: OpenFile) throws -> ContentHash {
        var hash = SHA256()
        try forEachChunk(of: file, in: 0..<file.size()) { chunk, _ in hash.update(data: chunk) }
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
