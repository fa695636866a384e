import Domain
import Logging
import Storage

extension MediaUploads {
    /// The result of processing an upload: files, already synced to disk, to be moved into the store.
    private struct ProcessedUpload: Sendable {
        var media: StoredMedia
        var files: [ProcessedFile]
    }

    /// Called once all bytes have arrived: detects the type, creates the files to serve, and returns once they are on
    /// disk.
    func finish(_ media: StoredMedia, _ file: OpenFile) async throws -> StoredMedia {
        let type = try await BlockingIO.run { MediaType(sniffing: try file.read(at: 0, count: MediaType.sniffLength)) }
        guard media.size <= limits.bytes(of: type) else {
            try await discard(media)
            throw tooLarge(type, limit: limits.bytes(of: type))
        }
        let processed = try await process(media, file, type)
        let partial = store.partialPath(media.id)
        do {
            return try await contentLocks.withSharedLock(Set(processed.files.map(\.hash))) {
                try await files.add(processed.files)
                var ready = processed.media
                if try await !markReady(ready, announced: media.size) {
                    // Another server may have been faster, which can have other bytes of a picture.
                    let now = try await database.read { try StoredMedia.find(media.id, on: $0) }
                    guard let now, now.state == .ready else { throw SpotterError.notFound("file") }
                    ready = now
                }
                try await files.confirm(processed.files)
                try await BlockingIO.run { ContentStore.remove(partial) }
                return ready
            }
        } catch {
            // What was received is kept for the next attempt, which makes the rest again.
            let made = processed.files.map(\.path).filter { $0 != partial }
            try? await BlockingIO.run { for path in made { ContentStore.remove(path) } }
            throw error
        }
    }

    /// Ends an upload, with the size of what is stored in the place of what was announced. Only a picture can have grown;
    /// it is deleted if its owner's files would then take more than they may.
    /// - Returns: whether the upload was there, and still open.
    /// - Throws: `too_large`.
    func markReady(_ media: StoredMedia, announced: Int64) async throws -> Bool {
        let now = clock.now()
        let isReady: Bool? = try await database.write { [self] connection in
            guard try media.size <= announced || hasRoom(of: media.ownerId, for: media.size - announced, on: connection)
            else { return nil }
            return try media.markReady(at: now, on: connection)
        }
        guard let isReady else {
            try await discard(media)
            throw tooMuch
        }
        return isReady
    }

    private func process(_ media: StoredMedia, _ file: OpenFile, _ type: MediaType) async throws -> ProcessedUpload {
        var media = media
        media.kind = type.kind
        media.mimeType = type.stored.mimeType
        media.fileName = FileName.withMatchingExtension(media.fileName, type.stored)
        media.state = .ready
        switch type {
        case .jpeg, .png, .webp, .gif, .heif: return try await processImage(media, file, type)
        case .mp4, .quickTime, .webm, .pdf, .other:
            do {
                try await BlockingIO.run { try Self.stripMetadata(of: file, type) }
            } catch is VideoMetadataStripper.Damaged {
                try await discard(media)
                throw SpotterError.invalid("This video is damaged: it can't be read as MP4 or QuickTime.")
            } catch is WebMMetadataStripper.Damaged {
                try await discard(media)
                throw SpotterError.invalid("This video is damaged: it can't be read as WebM.")
            } catch is AudioTagStripper.Damaged {
                try await discard(media)
                throw SpotterError.invalid("This recording is damaged: it can't be read as M4A.")
            }
            if let sound = try await BlockingIO.run({ try Self.sound(in: file, type) }) {
                media.kind = .audio
                media.mimeType = sound.container.mimeType
            }
            let hash = try await BlockingIO.run { try ContentStore.hash(of: file) }
            media.hash = hash
            return ProcessedUpload(media: media, files: [ProcessedFile(path: store.partialPath(media.id), hash: hash)])
        }
    }

    /// Longer files aren't read to see whether they are sounds: a voice message and a song are shorter.
    private static let maxSoundBytes: Int64 = 32 << 20

    /// The recording that a file is; `nil` if it is none, or has moving pictures.
    private static func sound(in file: OpenFile, _ type: MediaType) throws -> AudioRecording? {
        guard [.mp4, .webm, .other].contains(type) else { return nil }
        let size = try file.size()
        guard size <= maxSoundBytes else { return nil }
        return AudioRecording(try file.read(at: 0, count: Int(size)))
    }

    /// Removes who, where and with what from a file, in place. Types without known places for it are stored as they are.
    private static func stripMetadata(of file: OpenFile, _ type: MediaType) throws {
        switch type {
        case .mp4, .quickTime:
            var stripper = try VideoMetadataStripper(file)
            try stripper.run()
        case .webm:
            var stripper = try WebMMetadataStripper(file)
            try stripper.run()
        case .pdf: try PDFMetadataStripper.strip(file)
        case .other: try AudioTagStripper.strip(file)
        case .jpeg, .png, .webp, .gif, .heif: return
        }
        try file.synchronize()
    }

    private func processImage(_ media: StoredMedia, _ file: OpenFile, _ type: MediaType) async throws -> ProcessedUpload
    {
        let path = store.temporaryPath()
        defer { ContentStore.remove(path) }
        let converted: ImageWorker.Converted
        do {
            let output = try await BlockingIO.run { try OpenFile(path, .new) }
            converted = try await images.convert(file, type, for: media.ownerId, into: output)
        } catch let error as ImageError {
            logger.log(
                level: error.concernsOperator ? .error : .notice,
                "a picture was refused",
                metadata: ["media": "\(media.id)", "reason": "\(error)"]
            )
            if !error.isTransient { try await discard(media) }
            throw error.spotterError
        }
        let (content, thumbnail) = try await BlockingIO.run { [store] in
            (
                try store.extract(converted.content, of: converted.file),
                try store.extract(converted.thumbnail, of: converted.file)
            )
        }
        var media = media
        media.size = Int64(converted.content.count)
        media.width = converted.width
        media.height = converted.height
        media.hash = content.hash
        media.thumbnail = .init(hash: thumbnail.hash, type: converted.thumbnailType)
        return ProcessedUpload(
            media: media,
            files: [content, thumbnail].map { ProcessedFile(path: $0.path, hash: $0.hash) }
        )
    }
}
