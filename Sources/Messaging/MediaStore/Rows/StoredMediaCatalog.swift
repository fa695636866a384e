public import Accounts
public import Domain
public import Storage

/// Looks up stored files for the modules that refer to them.
public struct StoredMediaCatalog: MediaCatalog {
    public init() {}

    public func files(_ ids: [MediaID], on connection: any SQLConnection) throws -> [MediaID: CatalogedFile] {
        let files = try connection.query(
            "SELECT \(StoredMedia.columns) FROM media f WHERE f.id IN",
            in: ids
        ) { try StoredMedia(row: $0) }
        return Dictionary(
            files.map { ($0.id, CatalogedFile(media: $0.media, ownerId: $0.ownerId, isReady: $0.state == .ready)) },
            uniquingKeysWith: { first, _ in first }
        )
    }
}
