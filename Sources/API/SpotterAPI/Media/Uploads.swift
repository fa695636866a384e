public import Domain

/// Starts an upload: `POST /v1/media` as JSON. The bytes follow with `PATCH /v1/media/{mediaId}`.
///
/// ```swift
/// let request = NewUploadRequest(clientMediaId: "b1946ac9", fileName: "squat.mp4", size: 1_048_576)
/// ```
public struct NewUploadRequest: APIValue {
    /// Chosen by the sender. A repeated request with the same id returns the first upload.
    public let clientMediaId: String
    public let fileName: String
    /// In bytes.
    public let size: Int64

    public init(clientMediaId: String, fileName: String, size: Int64) {
        self.clientMediaId = clientMediaId
        self.fileName = fileName
        self.size = size
    }

    public static var example: NewUploadRequest {
        NewUploadRequest(clientMediaId: "b1946ac9", fileName: "squat.jpg", size: 48_213)
    }
}

/// Clients name the type that they take a file for. The server looks at the content instead.
extension NewUploadRequest: AcceptsUnreadFields {
    static var unreadFields: [String] { ["contentType", "mimeType"] }
}

/// One of the user's own uploads, and its progress.
public struct UploadResponse: APIValue {
    public let media: UploadStatus

    public init(media: UploadStatus) { self.media = media }

    public static var example: UploadResponse {
        UploadResponse(
            media: UploadStatus(
                id: Examples.media.id,
                clientMediaId: "b1946ac9",
                state: .uploading,
                offset: 16_384,
                size: 48_213,
                kind: .image,
                mimeType: "image/jpeg",
                fileName: "squat.jpg",
                thumbnail: false,
                createdAt: Examples.time
            )
        )
    }
}

/// A file of another user that the user may see.
public struct MediaResponse: APIValue {
    public let media: Media

    public init(media: Media) { self.media = media }
    public static var example: MediaResponse { MediaResponse(media: Examples.media) }
}
