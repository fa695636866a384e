import Domain

/// What a file is, as its bytes say. What its sender says counts for nothing.
enum MediaType: String, Sendable, CaseIterable {
    case jpeg, png, webp, gif, heif
    case pdf
    case mp4, quickTime, webm
    /// Whatever else: handed out as bytes, never to be shown. SVG and HTML among them.
    case other

    var kind: MediaKind {
        switch self {
        case .jpeg, .png, .webp, .gif, .heif: .image
        case .pdf: .pdf
        case .mp4, .quickTime, .webm: .video
        case .other: .file
        }
    }

    /// What is stored for it: a HEIF picture is re-encoded as JPEG, which every browser shows.
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

    /// File name extensions that tell the truth, the usual one first; empty where any does.
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
