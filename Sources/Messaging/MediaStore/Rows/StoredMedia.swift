import Domain
import Messaging
import Storage

/// A row of `media`.
struct StoredMedia: Sendable, Hashable {
    enum State: String, Sendable { case uploading, ready }

    struct Thumbnail: Sendable, Hashable {
        let hash: ContentHash
        let type: MediaType
    }

    let id: MediaID
    let ownerId: UserID
    let clientMediaId: String
    var kind: MediaKind
    var mimeType: String
    var fileName: String
    /// Of what is stored; while it's uploading, of what will be sent.
    var size: Int64
    var width: Int?
    var height: Int?
    var state: State
    /// Nothing while it's uploading.
    var hash: ContentHash?
    var thumbnail: Thumbnail?
    let createdAt: Timestamp

    /// In `ready_at`, and in `created_at` of an upload: to be deleted as soon as nothing shows it.
    static let erased: Int64 = 0

    static let columns = """
        f.id, f.owner_id, f.client_media_id, f.kind, f.mime_type, f.file_name, f.size, f.width, f.height, f.state,
        f.sha256, f.thumbnail_sha256, f.thumbnail_type, f.created_at
        """

    init(row: any SQLRow) throws {
        id = try row.id(0)
        ownerId = try row.id(1)
        clientMediaId = try row.text(2)
        mimeType = try row.text(4)
        kind = try Self.kind(stored: row.word(3), mimeType)
        fileName = try row.text(5)
        size = try row.int(6)
        width = try row.optionalInt(7).map { Int($0) }
        height = try row.optionalInt(8).map { Int($0) }
        state = try row.word(9)
        hash = try row.optionalHash(10)
        thumbnail = try row.optionalHash(11).map { Thumbnail(hash: $0, type: try row.word(12)) }
        createdAt = try row.timestamp(13)
    }

    init(id: MediaID, ownerId: UserID, clientMediaId: String, fileName: String, size: Int64, createdAt: Timestamp) {
        self.id = id
        self.ownerId = ownerId
        self.clientMediaId = clientMediaId
        kind = .file
        mimeType = MediaType.other.mimeType
        self.fileName = fileName
        self.size = size
        state = .uploading
        self.createdAt = createdAt
    }

    /// The table says `file` for a sound, whose media type tells it.
    private static func kind(stored: MediaKind, _ mimeType: String) -> MediaKind {
        stored == .file && mimeType.hasPrefix("audio/") ? .audio : stored
    }

    private var storedKind: MediaKind { kind == .audio ? .file : kind }

    /// The file as those who may see it know it.
    var media: Media {
        Media(
            id: id,
            kind: kind,
            mimeType: mimeType,
            fileName: fileName,
            size: size,
            width: width,
            height: height,
            thumbnail: thumbnail != nil
        )
    }

    static func find(_ id: MediaID, on connection: any SQLConnection) throws -> StoredMedia? {
        try connection.first("SELECT \(columns) FROM media f WHERE f.id = $1", id) { try StoredMedia(row: $0) }
    }

    /// With whether something shows it that this user sees.
    static func find(
        _ id: MediaID,
        forUser user: UserID,
        on connection: any SQLConnection
    ) throws -> (media: StoredMedia, isShown: Bool)? {
        try connection.first(
            """
            SELECT \(columns), f.state = 'ready' AND \(ShownMedia.condition(on: "f.id", to: "$1"))
            FROM media f WHERE f.id = $2
            """,
            user,
            id
        ) { (try StoredMedia(row: $0), try $0.bool(14)) }
    }

    static func find(
        of owner: UserID,
        clientMediaId: String,
        on connection: any SQLConnection
    ) throws -> StoredMedia? {
        try connection.first(
            "SELECT \(columns) FROM media f WHERE f.owner_id = $1 AND f.client_media_id = $2",
            owner,
            clientMediaId
        ) { try StoredMedia(row: $0) }
    }

    func insert(on connection: any SQLConnection) throws {
        try connection.execute(
            """
            INSERT INTO media (id, owner_id, client_media_id, kind, mime_type, file_name, size, has_thumbnail, state,
                created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8, $9)
            """,
            id,
            ownerId,
            clientMediaId,
            storedKind.rawValue,
            mimeType,
            fileName,
            size,
            state.rawValue,
            createdAt
        )
    }

    /// The upload has ended. - Returns: whether it was there, and still open.
    func markReady(at now: Timestamp, on connection: any SQLConnection) throws -> Bool {
        try connection.execute(
            """
            UPDATE media SET kind = $1, mime_type = $2, file_name = $3, size = $4, width = $5, height = $6,
                has_thumbnail = $7, thumbnail_sha256 = $8, thumbnail_type = $9, sha256 = $10, state = 'ready',
                ready_at = $11
            WHERE id = $12 AND state = 'uploading'
            """,
            storedKind.rawValue,
            mimeType,
            fileName,
            size,
            width,
            height,
            thumbnail != nil,
            thumbnail?.hash,
            thumbnail?.type.rawValue,
            hash,
            now,
            id
        ) == 1
    }
}
