public import Domain
public import NIOCore
public import SpotterAPI
import Storage

extension MediaUploads {
    /// Appends bytes to an upload, and finishes it with the last byte.
    ///
    /// Bytes that arrive before the connection breaks are kept.
    /// - Parameters:
    ///   - length: the number of bytes in `body`, if known.
    ///   - offset: the number of bytes that the client believes to be stored.
    /// - Throws: `UploadConflict` if the offset is wrong or another request is appending; `not_found` if the upload
    ///   isn't the actor's; `too_large` if the file exceeds the limit of its type; `invalid_request` if there are more
    ///   bytes than announced or the file is damaged; `storage_full` if the disk is full or nearly so.
    public func append<Body: AsyncSequence & Sendable>(
        _ body: Body,
        length: Int64?,
        to id: MediaID,
        at offset: Int64,
        by actor: Actor
    ) async throws -> UploadStatus where Body.Element == ByteBuffer {
        let media = try await ownedUpload(id, by: actor)
        if media.state == .ready { return try await status(of: media) }
        let result = try await uploadLocks.withLock(id) {
            // Another request may have finished it in the meantime.
            let media = try await ownedUpload(id, by: actor)
            if media.state == .ready { return try await status(of: media) }
            let actual = try await self.offset(of: media)
            guard actual == offset else {
                throw UploadConflict(reason: .wrongOffset, offset: actual, size: media.size)
            }
            return try await receive(body, length: length, into: media, at: offset)
        }
        guard let result else {
            throw UploadConflict(reason: .busy, offset: try await self.offset(of: media), size: media.size)
        }
        return result
    }

    /// Uploads a whole file at once. An earlier attempt that broke off is restarted. Of one that is refused for now, such
    /// as by a limit on pictures, nothing is kept.
    ///
    /// - Throws: as `begin` and `append`.
    public func upload<Body: AsyncSequence & Sendable>(
        _ new: New,
        body: Body,
        by actor: Actor
    ) async throws -> (upload: UploadStatus, isNew: Bool) where Body.Element == ByteBuffer {
        let (upload, isNew) = try await beginRow(new, by: actor)
        if upload.state == .ready { return (try await status(of: upload), false) }
        let result = try await uploadLocks.withLock(upload.id) {
            let media = try await ownedUpload(upload.id, by: actor)
            if media.state == .ready { return try await status(of: media) }
            let path = store.partialPath(media.id)
            try await BlockingIO.run { try OpenFile(path, .writing).truncate(to: 0) }
            if !isNew { await files.pieces?.remove(media.id) }
            do {
                return try await receive(body, length: new.size, into: media, at: 0)
            } catch let error as SpotterError where error.retryable {
                // The next attempt sends everything again, so nothing of this one counts against the user.
                try await discard(media)
                throw error
            }
        }
        guard let result else {
            throw UploadConflict(reason: .busy, offset: try await offset(of: upload), size: upload.size)
        }
        return (result, isNew)
    }

    private func receive<Body: AsyncSequence & Sendable>(
        _ body: Body,
        length: Int64?,
        into media: StoredMedia,
        at start: Int64
    ) async throws -> UploadStatus where Body.Element == ByteBuffer {
        if let length, length > media.size - start { throw Self.tooManyBytes(media.size) }
        try await floor.requireRoom()
        let path = store.partialPath(media.id)
        let file = try await BlockingIO.run { try OpenFile(path, .writing) }
        var offset = start
        // The first bytes may be at another server.
        var isTypeKnown = start > 0 && files.pieces != nil
        do {
            for try await chunk in body {
                let count = Int64(chunk.readableBytes)
                guard count <= media.size - offset else { throw Self.tooManyBytes(media.size) }
                let position = offset
                try await BlockingIO.run { try chunk.withUnsafeReadableBytes { try file.write($0, at: position) } }
                offset += count
                guard !isTypeKnown, offset >= min(media.size, Int64(MediaType.sniffLength)) else { continue }
                try await checkTypeLimit(media, file)
                isTypeKnown = true
            }
        } catch {
            // The connection broke, or there were too many bytes. The received bytes are kept, and synced so that the
            // reported offset also holds after a power failure.
            try? await BlockingIO.run { try file.synchronize() }
            if let pieces = files.pieces, !(error is SpotterError) {
                let end = offset
                // Not by this task, which ends with its connection.
                await Task { try? await pieces.put(start..<end, of: file, as: media.id) }.value
            }
            throw error
        }
        try await BlockingIO.run { try file.synchronize() }
        guard offset == media.size else {
            try await files.pieces?.put(start..<offset, of: file, as: media.id)
            return UploadStatus(media, offset: offset)
        }
        guard start > 0, let pieces = files.pieces else { return try await status(of: try await finish(media, file)) }
        guard try await pieces.complete(file, of: media.id, before: start) else {
            let now = try await database.read { try StoredMedia.find(media.id, on: $0) }
            guard let now else { throw SpotterError.notFound("file") }
            if now.state == .ready { return try await status(of: now) }
            throw UploadConflict(reason: .wrongOffset, offset: try await pieces.end(of: media.id), size: media.size)
        }
        let ready = try await finish(media, file)
        await pieces.remove(media.id)
        return try await status(of: ready)
    }

    /// Called as soon as the first bytes reveal the type, so that a client doesn't send 100 MB in vain.
    private func checkTypeLimit(_ media: StoredMedia, _ file: OpenFile) async throws {
        let head = try await BlockingIO.run { try file.read(at: 0, count: MediaType.sniffLength) }
        let type = MediaType(sniffing: head)
        let limit = limits.bytes(of: type)
        guard media.size > limit else { return }
        try await discard(media)
        throw tooLarge(type, limit: limit)
    }

    /// Deletes an upload that can never be completed.
    func discard(_ media: StoredMedia) async throws {
        _ = try await database.write { connection in
            try connection.execute("DELETE FROM media WHERE id = $1 AND state = 'uploading'", media.id)
        }
        try await files.removeUpload(media, in: store)
    }

    private static func tooManyBytes(_ size: Int64) -> SpotterError {
        .invalid("More bytes than the \(size) that the upload began with.")
    }
}
