public import Domain
public import NIOCore
public import SpotterAPI
import Storage

extension MediaUploads {
    /// Adds bytes to an upload, and finishes it with the last.
    ///
    /// Whatever arrives before the connection breaks is kept.
    /// - Parameters:
    ///   - length: how many bytes come, where that's known.
    ///   - offset: how many the client believes to be there.
    /// - Throws: `UploadConflict`, `SpotterError`.
    public func append<Body: AsyncSequence & Sendable>(
        _ body: Body,
        length: Int64?,
        to id: MediaID,
        at offset: Int64,
        by actor: Actor
    ) async throws -> UploadStatus where Body.Element == ByteBuffer {
        let media = try await own(id, by: actor)
        if media.state == .ready { return try await status(of: media) }
        let result = try await locks.withLock(id) {
            // Somebody may have finished it between.
            let media = try await own(id, by: actor)
            if media.state == .ready { return try await status(of: media) }
            let actual = try await self.offset(of: media)
            guard actual == offset else {
                throw UploadConflict(reason: .wrongOffset, offset: actual, size: media.size)
            }
            return try await take(body, length: length, into: media, at: offset)
        }
        guard let result else {
            throw UploadConflict(reason: .busy, offset: try await self.offset(of: media), size: media.size)
        }
        return result
    }

    /// A whole file at once; one that broke off before begins anew.
    public func upload<Body: AsyncSequence & Sendable>(
        _ new: New,
        body: Body,
        by actor: Actor
    ) async throws -> (upload: UploadStatus, isNew: Bool) where Body.Element == ByteBuffer {
        let (begun, isNew) = try await beginRow(new, by: actor)
        if begun.state == .ready { return (try await status(of: begun), false) }
        let result = try await locks.withLock(begun.id) {
            let media = try await own(begun.id, by: actor)
            if media.state == .ready { return try await status(of: media) }
            let path = store.partialPath(media.id)
            try await Disk.run { try OpenFile(path, .writing).truncate(to: 0) }
            return try await take(body, length: new.size, into: media, at: 0)
        }
        guard let result else {
            throw UploadConflict(reason: .busy, offset: try await offset(of: begun), size: begun.size)
        }
        return (result, isNew)
    }

    private func take<Body: AsyncSequence & Sendable>(
        _ body: Body,
        length: Int64?,
        into media: StoredMedia,
        at start: Int64
    ) async throws -> UploadStatus where Body.Element == ByteBuffer {
        if let length, length > media.size - start { throw Self.tooManyBytes(media.size) }
        let path = store.partialPath(media.id)
        let file = try await Disk.run { try OpenFile(path, .writing) }
        var offset = start
        var isTypeKnown = false
        do {
            for try await chunk in body {
                let count = Int64(chunk.readableBytes)
                guard count <= media.size - offset else { throw Self.tooManyBytes(media.size) }
                let position = offset
                try await Disk.run { try chunk.withUnsafeReadableBytes { try file.write($0, at: position) } }
                offset += count
                guard !isTypeKnown, offset >= min(media.size, Int64(MediaType.headLength)) else { continue }
                try await checkLimit(media, file)
                isTypeKnown = true
            }
        } catch {
            // The connection broke, or there was too much: what came is kept, and told truly after a power cut as well.
            try? await Disk.run { try file.synchronize() }
            throw error
        }
        try await Disk.run { try file.synchronize() }
        guard offset == media.size else { return UploadStatus(media, offset: offset) }
        return try await status(of: try await finish(media, file))
    }

    /// As soon as the first bytes say what it is, so that nobody sends 100 MB in vain.
    private func checkLimit(_ media: StoredMedia, _ file: OpenFile) async throws {
        let head = try await Disk.run { try file.read(at: 0, count: MediaType.headLength) }
        let type = MediaType(head: head)
        let limit = limits.bytes(of: type)
        guard media.size > limit else { return }
        try await discard(media)
        throw tooLarge(type, limit: limit)
    }

    /// Forgets an upload that can't become anything.
    func discard(_ media: StoredMedia) async throws {
        _ = try await database.write { connection in
            try connection.execute("DELETE FROM media WHERE id = $1 AND state = 'uploading'", media.id)
        }
        let path = store.partialPath(media.id)
        try await Disk.run { ContentStore.remove(path) }
    }

    private static func tooManyBytes(_ size: Int64) -> SpotterError {
        .invalid("More bytes than the \(size) that the upload began with.")
    }
}
