public import Domain
public import Storage

/// What the modules below the one that stores files need to know of them.
public protocol MediaCatalog: Sendable {
    /// The files with these ids, whoever owns them; unknown ids are left out.
    func files(_ ids: [MediaID], on connection: any SQLConnection) throws -> [MediaID: CatalogedFile]
}

/// A stored file with the facts that decide whether somebody may use it.
public struct CatalogedFile: Sendable, Hashable {
    public let media: Media
    public let ownerId: UserID
    /// Its upload is complete.
    public let isReady: Bool

    public init(media: Media, ownerId: UserID, isReady: Bool) {
        self.media = media
        self.ownerId = ownerId
        self.isReady = isReady
    }
}

/// Knows no files; for processes that store none.
public struct EmptyMediaCatalog: MediaCatalog {
    public init() {}

    public func files(_ ids: [MediaID], on connection: any SQLConnection) -> [MediaID: CatalogedFile] { [:] }
}
