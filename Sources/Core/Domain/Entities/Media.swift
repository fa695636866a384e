/// How clients can show a file.
public enum MediaKind: String, Sendable, Codable, CaseIterable {
    case image, video, audio, pdf, file

    /// A kind that this version doesn't know counts as `file`.
    public init(from decoder: any Decoder) throws {
        self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .file
    }
}

/// A stored file's description for those who may see it. Its bytes are served by routes of their own.
public struct Media: Sendable, Hashable, Codable, Identifiable {
    public let id: MediaID
    public let kind: MediaKind
    /// Detected by the server from the content, not as the uploader claimed.
    public let mimeType: String
    public let fileName: String
    /// In bytes.
    public let size: Int64
    /// In pixels; set for images and videos whose size is known.
    @Nullable public var width: Int?
    @Nullable public var height: Int?
    /// Whether a preview picture can be fetched.
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
