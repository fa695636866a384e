public import Accounts
public import Domain
import Messaging
import SpotterAPI
import Storage

/// Exports the files that a user uploaded or may see, with their names.
public struct MediaExport: AccountExportParticipant {
    private let library: MediaLibrary

    public init(library: MediaLibrary) { self.library = library }

    public var tables: [String: TableExport] { ["media": .exported(in: "media-*.json, media/")] }

    public func export(_ user: User, to archive: AccountExportArchive) async throws {
        var last = MediaID(high: 0, low: 0)
        for part in 1... {
            let files = try await files(of: user, after: last)
            guard let end = files.last else { return }
            last = end.id
            var entries: [ExportedMedia.Entry] = []
            for file in files {
                let path = "media/\(file.id)-\(file.fileName)"
                let isThere = try await copy(file.id, of: user, as: path, to: archive)
                entries.append(
                    .init(media: file.media, isOwn: file.ownerId == user.id, path: isThere ? path : nil)
                )
            }
            try await archive.document("media-\(part.padded).json", ExportedMedia(files: entries))
        }
    }

    /// The next finished files by id.
    private func files(of user: User, after last: MediaID) async throws -> [StoredMedia] {
        try await library.database.read { connection in
            try connection.query(
                """
                SELECT \(StoredMedia.columns) FROM media f
                WHERE (f.owner_id = $1 OR \(ShownMedia.condition(on: "f.id", to: "$1"))) AND f.id > $2
                  AND f.state = 'ready'
                ORDER BY f.id LIMIT 100
                """,
                user.id,
                last
            ) { try StoredMedia(row: $0) }
        }
    }

    /// Returns whether the file's bytes are there and the user may still see them.
    private func copy(_ id: MediaID, of user: User, as path: String, to archive: AccountExportArchive) async throws
        -> Bool
    {
        let content: MediaLibrary.Content
        do {
            content = try await library.content(id, for: user.asActor)
        } catch let error as SpotterError where error.code == .notFound {
            return false
        }
        let file = try await content.source.file(in: library.store)
        try await archive.file(path, size: content.size) { offset, count in
            try await BlockingIO.run { try file.read(at: offset, count: count) }
        }
        return true
    }
}
