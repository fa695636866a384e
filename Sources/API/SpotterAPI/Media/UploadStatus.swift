public import Domain

/// An upload as its owner sees it: the file's properties, and how much of it has arrived.
///
/// ```swift
/// func missing(_ upload: UploadStatus) -> Int64 { upload.size - upload.offset }
/// ```
public struct UploadStatus: Sendable, Hashable, Codable, Identifiable {
    /// `ready` once all bytes have arrived and the file has been checked.
    public enum State: String, Sendable, Codable, CaseIterable { case uploading, ready }

    public let id: MediaID
    public let clientMediaId: String
    public let state: State
    /// The number of bytes that have arrived. The next part starts here.
    public let offset: Int64
    /// The announced size in bytes. Once `ready`, the stored size: a picture is re-encoded.
    public let size: Int64
    public let kind: MediaKind
    public let mimeType: String
    public let fileName: String
    /// In pixels.
    @Nullable public var width: Int?
    @Nullable public var height: Int?
    public let thumbnail: Bool
    public let createdAt: Timestamp

    public init(
        id: MediaID,
        clientMediaId: String,
        state: State,
        offset: Int64,
        size: Int64,
        kind: MediaKind,
        mimeType: String,
        fileName: String,
        width: Int? = nil,
        height: Int? = nil,
        thumbnail: Bool,
        createdAt: Timestamp
    ) {
        self.id = id
        self.clientMediaId = clientMediaId
        self.state = state
        self.offset = offset
        self.size = size
        self.kind = kind
        self.mimeType = mimeType
        self.fileName = fileName
        self.width = width
        self.height = height
        self.thumbnail = thumbnail
        self.createdAt = createdAt
    }
}
