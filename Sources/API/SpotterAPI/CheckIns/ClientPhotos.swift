public import Domain

/// The pictures that a client has sent: `GET /v1/clients/{userId}/photos`.
///
/// ```swift
/// let before = response.hasMore ? response.next : nil
/// ```
public struct ClientPhotosResponse: APIValue {
    /// The newest first.
    public let photos: [ClientPhoto]
    /// Whether there may be older ones.
    public let hasMore: Bool
    /// What to ask for these with, as `before`: not every message with a file has a picture.
    @Nullable public var next: MessageID?

    public init(photos: [ClientPhoto], hasMore: Bool, next: MessageID? = nil) {
        self.photos = photos
        self.hasMore = hasMore
        self.next = next
    }

    public static var example: ClientPhotosResponse {
        ClientPhotosResponse(photos: [Examples.clientPhoto], hasMore: true, next: Examples.clientPhoto.messageId)
    }
}
