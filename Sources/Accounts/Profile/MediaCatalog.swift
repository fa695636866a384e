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

/// Contains no files; for processes that store none.
public struct EmptyMediaCatalog: MediaCatalog {
    public init() {}

    public func files(_ ids: [MediaID], on connection: any SQLConnection) -> [MediaID: CatalogedFile] { [:] }
}
