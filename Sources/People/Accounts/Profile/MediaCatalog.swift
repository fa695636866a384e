public import Domain
public import Storage

/// Facts about files, for the modules below the one that stores them.
public protocol MediaCatalog: Sendable {
    /// The files with these ids, regardless of owner; unknown ids are omitted.
    func files(_ ids: [MediaID], on connection: any SQLConnection) throws -> [MediaID: CatalogedFile]
}

/// A stored file, with the facts that decide who may use it.
public struct CatalogedFile: Sendable, Hashable {
    public let media: Media
    public let ownerId: UserID
    /// Whether its upload is complete.
    public let isReady: Bool

    public init(media: Media, ownerId: UserID, isReady: Bool) {
        self.media = media
        self.ownerId = ownerId
        self.isReady = isReady
    }
}

extension [MediaID: CatalogedFile] {
    /// - Throws: `not_found` unless the file is the actor's. Somebody else's is as unknown as one that isn't there.
    public func own(_ id: MediaID, of actor: Actor) throws -> CatalogedFile {
        guard let file = self[id], Access.can(actor, .own(file.ownerId)) else {
            throw SpotterError.notFound("file of yours")
        }
        return file
    }
}

extension CatalogedFile {
    /// Everybody who sees a chat list loads the photos of the people and groups in it.
    public static let maxPhotoBytes: Int64 = 5 << 20
    public static let maxPhotoPixels = 25_000_000

    /// - Throws: `invalid_request` if the image is too large for the photo of a person or group.
    public func requireSizeOfPhoto() throws {
        let (pixels, overflow) = (media.width ?? 0).multipliedReportingOverflow(by: media.height ?? 0)
        guard media.size <= Self.maxPhotoBytes, !overflow, pixels <= Self.maxPhotoPixels else {
            throw SpotterError.invalid(
                "A photo takes at most \(Self.maxPhotoBytes >> 20) MB and \(Self.maxPhotoPixels / 1_000_000) million pixels; choose a smaller one."
            )
        }
    }
}

/// Contains no files; for processes that store none.
public struct EmptyMediaCatalog: MediaCatalog {
    public init() {}

    public func files(_ ids: [MediaID], on connection: any SQLConnection) -> [MediaID: CatalogedFile] { [:] }
}
