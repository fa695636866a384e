public import Domain
import Storage

/// Stored files, for those who may see them at this moment.
public struct MediaLibrary: Sendable {
    let database: any Database
    let store: ContentStore
    let pins: ContentPins
    let locks: UploadLocks

    /// Bytes to be handed out, with what has to be said about them.
    public struct Content: Sendable {
        public let file: OpenFile
        public let size: Int64
        public let mimeType: String
        public let fileName: String
        /// Names the bytes: other bytes have another tag.
        public let tag: String
    }

    /// What a file is.
    /// - Throws: `not_found`, the same where there's none and where it isn't for this actor.
    public func media(_ id: MediaID, for actor: Actor) async throws -> Media {
        try await find(id, for: actor).media
    }

    public func content(_ id: MediaID, for actor: Actor) async throws -> Content {
        let media = try await find(id, for: actor)
        guard let hash = media.hash else { throw SpotterError.notFound("file") }
        return try await open(hash, mimeType: media.mimeType, fileName: media.fileName)
    }

    /// A small picture, at most 150 pixels wide and high.
    public func thumbnail(_ id: MediaID, for actor: Actor) async throws -> Content {
        let media = try await find(id, for: actor)
        guard let thumbnail = media.thumbnail else { throw SpotterError.notFound("thumbnail") }
        let name = FileName.fitting(media.fileName, thumbnail.type)
        return try await open(thumbnail.hash, mimeType: thumbnail.type.mimeType, fileName: name)
    }

    /// Takes away a file of one's own that nothing shows; an upload that hasn't ended is given up.
    public func delete(_ id: MediaID, by actor: Actor) async throws {
        let removed = try await locks.withLock(id) {
            try await database.write { connection in
                guard let media = try StoredMedia.find(id, on: connection), Access.can(actor, .own(media.ownerId))
                else { throw SpotterError.notFound("file") }
                try connection.execute("DELETE FROM media AS f WHERE f.id = $1 AND \(MediaUse.isUnused)", id)
                guard try StoredMedia.find(id, on: connection) == nil else {
                    throw SpotterError(.conflict, "A message or a photo shows this file; delete that first.")
                }
                return media
            }
        }
        guard let removed else {
            throw SpotterError(.conflict, "This file is being uploaded; wait for that to end.", retryable: true)
        }
        let partial = store.partialPath(id)
        try await Disk.run { ContentStore.remove(partial) }
        for hash in [removed.hash, removed.thumbnail?.hash].compactMap(\.self) { try await removeUnnamed(hash) }
    }

    /// Takes the bytes away if no row names them.
    func removeUnnamed(_ hash: ContentHash) async throws {
        try await pins.removing(hash) {
            let isNamed = try await database.read { connection in
                try connection.exists("SELECT 1 FROM media WHERE sha256 = $1", hash)
                    || connection.exists("SELECT 1 FROM media WHERE thumbnail_sha256 = $1", hash)
            }
            guard !isNamed else { return }
            let path = store.path(of: hash)
            try await Disk.run { ContentStore.remove(path) }
        }
    }

    private func find(_ id: MediaID, for actor: Actor) async throws -> StoredMedia {
        let found = try await database.read { connection -> StoredMedia? in
            let found = try StoredMedia.find(id, forUser: actor.userId, on: connection)
            guard let (media, isShown) = found else { return nil }
            return Access.can(actor, .readMedia(owner: media.ownerId, isShown: isShown)) ? media : nil
        }
        guard let found else { throw SpotterError.notFound("file") }
        return found
    }

    private func open(_ hash: ContentHash, mimeType: String, fileName: String) async throws -> Content {
        let path = store.path(of: hash)
        return try await Disk.run {
            do {
                let file = try OpenFile(path, .reading)
                return Content(
                    file: file,
                    size: try file.size(),
                    mimeType: mimeType,
                    fileName: fileName,
                    tag: hash.description
                )
            } catch let error as FileError where error.isMissing {
                // It was removed between the two looks.
                throw SpotterError.notFound("file")
            }
        }
    }
}
