import Domain

/// How much may be uploaded.
public struct MediaLimits: Sendable, Hashable {
    /// Bytes of one file, by what its bytes say that it is.
    public var imageBytes: Int64 = 15 << 20
    public var pdfBytes: Int64 = 10 << 20
    public var videoBytes: Int64 = 100 << 20
    public var fileBytes: Int64 = 25 << 20
    /// Everything that one user has uploaded, unfinished uploads as long as they will be.
    public var userBytes: Int64 = 5 << 30
    /// Width times height of a picture, all frames of a moving one together.
    public var imagePixels: Int64 = 50_000_000
    /// Uploads of one user that have begun and not ended.
    public var unfinishedUploads = 100

    public init() {}

    /// The largest file of all, for when nobody knows yet what it is.
    var largest: Int64 { max(imageBytes, pdfBytes, videoBytes, fileBytes) }

    func bytes(of type: MediaType) -> Int64 {
        switch type.kind {
        case .image: imageBytes
        case .pdf: pdfBytes
        case .video: videoBytes
        case .file: fileBytes
        }
    }
}
