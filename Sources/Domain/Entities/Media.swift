/// What a file is to a reader: how it may be shown.
public enum MediaKind: String, Sendable, Codable, CaseIterable {
    case image, video, pdf, file
}

/// A stored file as those who may see it know it. Its bytes have routes of their own.
public struct Media: Sendable, Hashable, Codable, Identifiable {
    public let id: MediaID
    public let kind: MediaKind
    /// As sniffed by the server, not as claimed.
    public let mimeType: String
    public let fileName: String
    /// Bytes.
    public let size: Int64
    /// Pixels; of images and videos where they're known.
    @Nullable public var width: Int?
    @Nullable public var height: Int?
    /// Whether there's a small picture of it.
    public let thumbnail: Bool

    public init(
        id: MediaID,
        kind: MediaKind,
        mimeType: String,
        fileName: String,
        size: Int64,
        width: Int? = nil,
        height: Int? = nil,
        thumbnail: Bool
    ) {
        self.id = id
        self.kind = kind
        self.mimeType = mimeType
        self.fileName = fileName
        self.size = size
        self.width = width
        self.height = height
        self.thumbnail = thumbnail
    }
}
