public import Domain
import Messaging
public import NIOCore
import Storage

/// Reads and deletes stored files, with a permission check at each access.
public struct MediaLibrary: Sendable {
    let database: any Database
    let store: ContentStore
    let files: any ContentFiles
    let contentLocks: ContentLocks
    let uploadLocks: UploadLocks

    /// Bytes to be served, with their metadata.
    public struct Content: Sendable {
        let source: ContentSource
        public let size: Int64
        public let mimeType: String
        public let fileName: String
        /// Identifies the bytes: other bytes have another tag.
        public let tag: String

        /// How many bytes are best read at a time.
        public var piece: Int { source.piece }

        /// Reads `count` bytes; fewer only at the end.
        ///
        /// - Throws: `unavailable` if files are elsewhere and can't be reached.
        public func read(at offset: Int64, count: Int) async throws -> ByteBuffer {
            try await source.read(at: offset, count: count)
        }

        /// All bytes, which are read a piece at a time.
        func bytes() async throws -> [UInt8] {
            var bytes: [UInt8] = []
            try await source.forEachPiece { piece, _ in bytes += piece.readableBytesView }
            return bytes
        }
    }

    /// Describes a file.
    ///
    /// - Throws: `not_found`, both if there is no such file and if the actor may not see it.
    public func media(_ id: MediaID, for actor: Actor) async throws -> Media {
        try await find(id, for: actor).media
    }

    /// Opens a file.
    ///
    /// - Throws: `not_found`, both if there is no such file and if the actor may not see it.
    public func content(_ id: MediaID, for actor: Actor) async throws -> Content {
        let media = try await find(id, for: actor)
        guard let hash = media.hash else { throw SpotterError.notFound("file") }
        return try await open(hash, mimeType: media.mimeType, fileName: media.fileName)
    }

    /// Describes one of the actor's own files.
    ///
    /// - Throws: `not_found`, also for a file that the actor may only see.
    public func own(_ id: MediaID, of actor: Actor) async throws -> Media {
        let media = try await find(id, for: actor)
        guard Access.can(actor, .own(media.ownerId)) else { throw SpotterError.notFound("file") }
        return media.media
    }

    /// All bytes of a file, for one that is known to be small.
    ///
    /// - Throws: `not_found`, both if there is no such file and if the actor may not see it.
    public func bytes(of id: MediaID, for actor: Actor) async throws -> [UInt8] {
        try await content(id, for: actor).bytes()
    }

    /// Opens a small image of at most 150 × 150 pixels.
    ///
    /// - Throws: `not_found` if there is none that the actor may see.
    public func thumbnail(_ id: MediaID, for actor: Actor) async throws -> Content {
        let media = try await find(id, for: actor)
        guard let thumbnail = media.thumbnail else { throw SpotterError.notFound("thumbnail") }
        let name = FileName.withMatchingExtension(media.fileName, thumbnail.type)
        return try await open(thumbnail.hash, mimeType: thumbnail.type.mimeType, fileName: name)
    }

    /// Deletes a file of the actor that nothing uses, or cancels an unfinished upload.
    ///
    /// - Throws: `not_found` if the actor has no such file; `conflict` if a message, a photo or a question uses it, or a request is
    ///   uploading it.
    public func delete(_ id: MediaID, by actor: Actor) async throws {
        let removed = try await uploadLocks.withLock(id) {
            try await database.write { connection in
                guard let media = try StoredMedia.find(id, on: connection), Access.can(actor, .own(media.ownerId))
                else { throw SpotterError.notFound("file") }
                connection.markErasure()
                try connection.execute("DELETE FROM media AS f WHERE f.id = $1 AND \(ShownMedia.isUnused("f.id"))", id)
                guard try StoredMedia.find(id, on: connection) == nil else {
                    throw SpotterError(
                        .conflict,
                        "A message, a photo or a question to the assistant has this file; delete that first."
                    )
                }
                return media
            }
        }
        guard let removed else {
            throw SpotterError(.conflict, "This file is being uploaded; wait for that to end.", retryable: true)
        }
        try await files.removeUpload(removed, in: store)
        for hash in [removed.hash, removed.thumbnail?.hash].compactMap(\.self) { try await removeIfUnreferenced(hash) }
    }

    /// Removes the content if no row references it.
    func removeIfUnreferenced(_ hash: ContentHash) async throws {
        try await contentLocks.withExclusiveLock(hash) {
            guard try await !isReferenced(hash) else { return }
            try await files.remove(hash) { try await isReferenced(hash) }
        }
    }

    func isReferenced(_ hash: ContentHash) async throws -> Bool {
        try await database.read { connection in
            try connection.exists("SELECT 1 FROM media WHERE sha256 = $1", hash)
                || connection.exists("SELECT 1 FROM media WHERE thumbnail_sha256 = $1", hash)
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

    func open(_ hash: ContentHash, mimeType: String, fileName: String) async throws -> Content {
        guard let source = try await files.source(of: hash) else {
            // It was removed between the query and the opening.
            throw SpotterError.notFound("file")
        }
        return Content(
            source: source,
            size: try await source.size(),
            mimeType: mimeType,
            fileName: fileName,
            tag: hash.description
        )
    }
}
