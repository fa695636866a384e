import Domain

/// The type of a file as its bytes reveal it. The type that the client claims is ignored.
enum MediaType: String, Sendable, CaseIterable {
    case jpeg, png, webp, gif, heif
    case pdf
    case mp4, quickTime, webm
    /// Anything else, including SVG and HTML: served as bytes, never rendered.
    case other

    var kind: MediaKind {
        switch self {
        case .jpeg, .png, .webp, .gif, .heif: .image
        case .pdf: .pdf
        case .mp4, .quickTime, .webm: .video
        case .other: .file
        }
    }

    /// The type that is stored: HEIF images are re-encoded as JPEG, which every browser displays.
    var stored: MediaType { self == .heif ? .jpeg : self }

    var mimeType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        case .webp: "image/webp"
        case .gif: "image/gif"
        case .heif: "image/heic"
        case .pdf: "application/pdf"
        case .mp4: "video/mp4"
        case .quickTime: "video/quicktime"
        case .webm: "video/webm"
        case .other: "application/octet-stream"
        }
    }

    /// The matching file name extensions, the usual one first. Empty if any extension is allowed.
    var extensions: [String] {
        switch self {
        case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
        case .png: ["png"]
        case .webp: ["webp"]
        case .gif: ["gif"]
        case .heif: ["heic", "heif", "avif"]
        case .pdf: ["pdf"]
        case .mp4: ["mp4", "m4v", "3gp"]
        case .quickTime: ["mov", "qt"]
        case .webm: ["webm"]
        case .other: []
        }
    }
}
