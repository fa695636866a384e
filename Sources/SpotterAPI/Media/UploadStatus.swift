public import Domain

/// An upload as its owner sees it: what it is, and how much of it has arrived.
public struct UploadStatus: Sendable, Hashable, Encodable, Identifiable {
    public enum State: String, Sendable, Encodable { case uploading, ready }

    public let id: MediaID
    public let clientMediaId: String
    public let state: State
    /// Bytes that have arrived; the next ones begin here.
    public let offset: Int64
    /// Bytes that were promised, or once it's ready, that are stored: a picture is re-encoded.
    public let size: Int64
    public let kind: MediaKind
    public let mimeType: String
    public let fileName: String
    @Nullable public var width: Int?
    @Nullable public var height: Int?
    public let thumbnail: Bool
    public let createdAt: Timestamp

    init(_ media: StoredMedia, offset: Int64) {
        id = media.id
        clientMediaId = media.clientMediaId
        state = media.state == .ready ? .ready : .uploading
        self.offset = offset
        size = media.size
        kind = media.kind
        mimeType = media.mimeType
        fileName = media.fileName
        width = media.width
        height = media.height
        thumbnail = media.thumbnail != nil
        createdAt = media.createdAt
    }
}

/// Bytes can't be added here and now; where they can is told with it.
public struct UploadConflict: Error, Sendable, Hashable {
    public enum Reason: Sendable { case wrongOffset, busy }

    public let reason: Reason
    /// Bytes that have arrived.
    public let offset: Int64
    public let size: Int64

    /// What it looks like as an error of the API.
    public var shown: SpotterError {
        switch reason {
        case .wrongOffset:
            SpotterError(.conflict, "The next bytes begin at \(offset); send Upload-Offset: \(offset).")
        case .busy:
            SpotterError(
                .conflict,
                "Another request is adding to this upload; wait for it to end.",
                retryable: true,
                retryAfterMs: 1000
            )
        }
    }
}
