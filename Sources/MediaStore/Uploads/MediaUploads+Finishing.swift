import Domain
import Logging
import Storage

extension MediaUploads {
    /// What an upload has become: files that wait to be taken into the store, on disk already.
    private struct Product: Sendable {
        var media: StoredMedia
        var files: [(path: String, hash: ContentHash)]
    }

    /// All bytes are there: finds out what they are, makes what is served, and answers once all of it is on disk.
    func finish(_ media: StoredMedia, _ file: OpenFile) async throws -> StoredMedia {
        let type = try await Disk.run { MediaType(head: try file.read(at: 0, count: MediaType.headLength)) }
        guard media.size <= limits.bytes(of: type) else {
            try await discard(media)
            throw tooLarge(type, limit: limits.bytes(of: type))
        }
        let product = try await make(media, file, type)
        let now = clock.now()
        return try await pins.holding(Set(product.files.map(\.hash))) {
            try await Disk.run { [store] in
                for file in product.files { try store.adopt(file.path, as: file.hash) }
            }
            let isOurs = try await database.write { try product.media.markReady(at: now, on: $0) }
            guard isOurs else { throw SpotterError.notFound("file") }
            let partial = store.partialPath(media.id)
            try await Disk.run { ContentStore.remove(partial) }
            return product.media
        }
    }

    private func make(_ media: StoredMedia, _ file: OpenFile, _ type: MediaType) async throws -> Product {
        var media = media
        media.kind = type.kind
        media.mimeType = type.stored.mimeType
        media.fileName = FileName.fitting(media.fileName, type.stored)
        media.state = .ready
        switch type {
        case .jpeg, .png, .webp, .gif, .heif: return try await makePicture(media, file, type)
        case .mp4, .quickTime:
            do {
                try await Disk.run {
                    var scrubber = try LocationScrubber(file)
                    try scrubber.run()
                    try file.synchronize()
                }
            } catch is LocationScrubber.Damaged {
                try await discard(media)
                throw SpotterError.invalid("This video is damaged: it can't be read as MP4 or QuickTime.")
            }
            fallthrough
        case .webm, .pdf, .other:
            let hash = try await Disk.run { try ContentStore.hash(of: file) }
            media.hash = hash
            return Product(media: media, files: [(store.partialPath(media.id), hash)])
        }
    }

    private func makePicture(_ media: StoredMedia, _ file: OpenFile, _ type: MediaType) async throws -> Product {
        let path = store.temporaryPath()
        defer { ContentStore.remove(path) }
        let converted: ImageWorker.Converted
        do {
            let output = try await Disk.run { try OpenFile(path, .new) }
            converted = try await images.convert(file, type, into: output)
        } catch let refusal as ImageRefusal {
            logger.notice("a picture was refused", metadata: ["media": "\(media.id)", "reason": "\(refusal)"])
            if !refusal.isTransient { try await discard(media) }
            throw refusal.shown
        }
        let (content, thumbnail) = try await Disk.run { [store] in
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
        return Product(media: media, files: [content, thumbnail])
    }
}
