import Domain
import NIOCore
import ObjectStorage

/// Where finished files are, by the hash of their bytes: a folder or an object store. Unfinished ones are in `ContentStore`.
protocol ContentFiles: Sendable {
    /// What has arrived of unfinished ones, where other servers don't find it in a folder.
    var pieces: UploadPieces? { get }

    /// Stores finished, synced files before a row names them. Another server may take them for unused until `confirm`.
    func add(_ files: [ProcessedFile]) async throws

    /// Makes sure that they are there, now that everybody sees the row, and moves or removes them where they were made.
    func confirm(_ files: [ProcessedFile]) async throws

    /// - Returns: `nil` if there is no such file.
    func source(of hash: ContentHash) async throws -> ContentSource?

    /// Removes a file that no row seems to name, unless one does after all.
    func remove(_ hash: ContentHash, unless isReferenced: () async throws -> Bool) async throws

    /// Brings back what a server that died had put aside, if a row names it.
    func recover(_ isReferenced: (ContentHash) async throws -> Bool) async throws

    /// All files, in parts. Names that aren't a hash are left alone; `stray` is told of them.
    func forEach(stray: (String) -> Void, _ body: ([ContentHash]) async throws -> Void) async throws
}

extension ContentFiles {
    var pieces: UploadPieces? { nil }

    /// Removes what has arrived of an upload that is over.
    func removeUpload(_ media: StoredMedia, in store: ContentStore) async throws {
        try await BlockingIO.run { ContentStore.remove(store.partialPath(media.id)) }
        if media.state == .uploading { await pieces?.remove(media.id) }
    }
}

/// A file that was made of an upload.
struct ProcessedFile: Sendable {
    let path: String
    let hash: ContentHash
}

/// The bytes of a stored file.
enum ContentSource: Sendable {
    case file(OpenFile)
    case object(ObjectFiles, ContentHash, size: Int64)

    /// How much is best read at a time: each part of an object is a request.
    var piece: Int {
        switch self {
        case .file: 128 << 10
        case .object: 1 << 20
        }
    }

    func size() async throws -> Int64 {
        switch self {
        case .file(let file): try await BlockingIO.run { try file.size() }
        case .object(_, _, let size): size
        }
    }

    /// Reads `count` bytes; fewer only at the end.
    func read(at offset: Int64, count: Int) async throws -> ByteBuffer {
        switch self {
        case .file(let file): try await BlockingIO.run { ByteBuffer(bytes: try file.read(at: offset, count: count)) }
        case .object(let files, let hash, let size):
            try await files.read(hash, offset..<max(offset, min(size, offset + Int64(count))))
        }
    }

    /// Calls `body` with all bytes from front to back.
    func forEachPiece(_ body: (ByteBuffer, _ offset: Int64) async throws -> Void) async throws {
        let size = try await size()
        var offset: Int64 = 0
        while offset < size {
            let part = try await read(at: offset, count: Int(min(size - offset, Int64(piece))))
            guard part.readableBytes > 0 else {
                throw SpotterError(.internalError, "a stored file is shorter than it was")
            }
            try await body(part, offset)
            offset += Int64(part.readableBytes)
        }
    }

    /// The bytes as a file on this disk, a copy that goes with it where they are elsewhere.
    func file(in store: ContentStore) async throws -> OpenFile {
        if case .file(let file) = self { return file }
        let copy = try await BlockingIO.run {
            let path = store.temporaryPath()
            defer { ContentStore.remove(path) }
            return try OpenFile(path, .new)
        }
        try await forEachPiece { part, offset in
            try await BlockingIO.run { try part.withUnsafeReadableBytes { try copy.write($0, at: offset) } }
        }
        return copy
    }
}
