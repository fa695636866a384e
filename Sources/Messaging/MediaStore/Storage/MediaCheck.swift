import Domain
import Foundation
public import Storage

/// Compares the stored files with their rows, for `spotter admin check`. Reads every file.
public struct MediaCheck: Sendable {
    private let database: any Database
    private let folder: String

    public init(database: any Database, folder: String) {
        self.database = database
        self.folder = folder
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
            let (folder, hashes) = (folder, Set(expected.map(\.hash)))
            return try await BlockingIO.run {
                var faults = incomplete.map { "file \($0): its row is finished but names no content" }
                for (done, file) in expected.enumerated() {
                    progress(done, expected.count)
                    if let fault = Self.fault(of: file, in: folder) { faults.append("file \(file.media): \(fault)") }
                }
                return faults + Self.orphans(in: folder, known: hashes, uploads: uploads)
            }
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

    private static func fault(of expected: Expected, in folder: String) -> String? {
        let what = expected.size == nil ? "the thumbnail" : "the content"
        do {
            let file = try OpenFile(path(of: expected.hash, in: folder), .reading)
            let size = try file.size()
            if let wanted = expected.size, size != wanted { return "\(what) has \(size) bytes instead of \(wanted)" }
            return try ContentStore.hash(of: file) == expected.hash ? nil : "\(what) was changed"
        } catch let error as FileError where error.isMissing {
            return "\(what) is missing"
        } catch {
            return "\(what) can't be read: \(ErrorText.of(error))"
        }
    }

    private static func path(of hash: ContentHash, in folder: String) -> String {
        "\(folder)/\(hash.description.prefix(2))/\(hash)"
    }

    /// Files that no row names. The server removes them by itself within a day.
    private static func orphans(in folder: String, known: Set<ContentHash>, uploads: Set<MediaID>) -> [String] {
        var faults: [String] = []
        for part in (try? ContentStore.list(folder))?.sorted() ?? [] where part.count == 2 {
            for name in (try? ContentStore.list("\(folder)/\(part)"))?.sorted() ?? [] {
                if ContentHash(hex: name).map(known.contains) != true {
                    faults.append("\(part)/\(name) belongs to nothing")
                }
            }
        }
        for name in (try? ContentStore.list("\(folder)/uploads"))?.sorted() ?? [] where !name.hasSuffix(".lock") {
            if MediaID(name).map(uploads.contains) != true { faults.append("uploads/\(name) belongs to no upload") }
        }
        return faults
    }
}
