import Domain

/// Limits on uploads.
public struct MediaLimits: Sendable, Hashable {
    /// Maximum bytes of one file, by the type that its content has.
    public var imageBytes: Int64 = 15 << 20
    public var pdfBytes: Int64 = 10 << 20
    public var videoBytes: Int64 = 100 << 20
    public var fileBytes: Int64 = 25 << 20
    /// Maximum bytes of all files of one user. Unfinished uploads count with their full size.
    public var userBytes: Int64 = 5 << 30
    /// Maximum width times height of an image; for animations, of all frames together.
    public var imagePixels: Int64 = 50_000_000
    /// Maximum bytes of a decoded image: width times height times channels times bytes of a channel. Enough for any image of
    /// `imagePixels` with 8 bits a channel.
    var decodedImageBytes: Int64 { max(256 << 20, imagePixels * 4) }
    /// Maximum number of unfinished uploads of one user.
    public var unfinishedUploads = 100

    /// What is read of a PDF for a language model: so many pages, so many characters of them in all.
    public var textPages = 50
    public var textCharacters = 60_000
    /// Larger PDFs aren't read.
    public var textBytes: Int64 = 32 << 20

    public init() {}

    /// The maximum for any type, used until the type is known.
    var maxBytes: Int64 { max(imageBytes, pdfBytes, videoBytes, fileBytes) }

    func bytes(of type: MediaType) -> Int64 {
        switch type.kind {
        case .image: imageBytes
        case .pdf: pdfBytes
        case .video: videoBytes
        case .audio, .file: fileBytes
        }
    }
}
