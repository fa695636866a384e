import Crypto
import Domain
import NIOCore
public import Storage

/// Compares the stored files with their rows, for `spotter admin check`. Reads every file.
public struct MediaCheck: Sendable {
    private let database: any Database
    private let store: ContentStore
    private let files: any ContentFiles

    public init(_ media: MediaServices) {
        database = media.library.database
        store = media.library.store
        files = media.library.files
    }

    private struct Expected: Sendable {
        let media: MediaID
        let hash: ContentHash
        /// `nil` for thumbnails, whose size no row holds.
        let size: Int64?
    }

    /// - Parameter progress: called now and then with the number of files that were read, and of all.
    public func run(progress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }) async -> [DataFault]
    {
        await [DataFault].collecting("media") {
            let (expected, uploads, incomplete) = try await rows()
            var faults = incomplete.map { "file \($0): its row is finished but names no content" }
            for (done, file) in expected.enumerated() {
                progress(done, expected.count)
                if let fault = await fault(of: file) { faults.append("file \(file.media): \(fault)") }
            }
            return try await faults + orphans(known: Set(expected.map(\.hash)), uploads: uploads)
        }
    }

    private func rows() async throws -> (expected: [Expected], uploads: Set<MediaID>, incomplete: [MediaID]) {
        try await database.read { connection in
            var (expected, uploads, incomplete): ([Expected], Set<MediaID>, [MediaID]) = ([], [], [])
            try connection.forEach("SELECT \(StoredMedia.columns) FROM media f ORDER BY f.created_at, f.id", []) {
                row in
                let media = try StoredMedia(row: row)
                switch (media.state, media.hash) {
                case (.uploading, _): uploads.insert(media.id)
                case (.ready, nil): incomplete.append(media.id)
                case (.ready, let hash?): expected.append(Expected(media: media.id, hash: hash, size: media.size))
                }
                if let thumbnail = media.thumbnail {
                    expected.append(Expected(media: media.id, hash: thumbnail.hash, size: nil))
                }
                return true
            }
            return (expected, uploads, incomplete)
        }
    }

    private func fault(of expected: Expected) async -> String? {
        let what = expected.size == nil ? "the thumbnail" : "the content"
        do {
            guard let source = try await files.source(of: expected.hash) else { return "\(what) is missing" }
            let size = try await source.size()
            if let wanted = expected.size, size != wanted { return "\(what) has \(size) bytes instead of \(wanted)" }
            var hash = SHA256()
            try await source.forEachPiece { part, _ in part.withUnsafeReadableBytes { hash.update(bufferPointer: $0) } }
            return ContentHash(hash.finalize()) == expected.hash ? nil : "\(what) was changed"
        } catch {
            return "\(what) can't be read: \(ErrorText.of(error))"
        }
    }

    /// Files that no row names. The server removes them by itself within a day.
    private func orphans(known: Set<ContentHash>, uploads: Set<MediaID>) async throws -> [String] {
        var (faults, strays): ([String], [String]) = ([], [])
        try await files.forEach(stray: { strays.append($0) }) { hashes in
            for hash in hashes where !known.contains(hash) {
                faults.append("\(StoredFiles.path(of: hash.description)) belongs to nothing")
            }
        }
        faults += strays.map { "\($0) belongs to nothing" }
        let names = try await BlockingIO.run { [store] in try ContentStore.list(store.uploadsFolder).sorted() }
        for name in names where !name.hasSuffix(".lock") {
            if MediaID(name).map(uploads.contains) != true { faults.append("uploads/\(name) belongs to no upload") }
        }
        return faults
    }
}
