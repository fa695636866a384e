package import Domain
import Storage

/// A video that a model makes.
package enum VideoJobEntity {}
package typealias VideoJobID = ID<VideoJobEntity>

/// A video in the making, or made. Only its owner sees it.
package struct VideoJob: Sendable, Hashable {
    package enum State: String, Sendable { case processing, completed, failed }

    package let id: VideoJobID
    package let ownerId: UserID
    /// By which it was chosen.
    package let model: String
    let upstreamId: String
    package internal(set) var state = State.processing
    /// From 0 to 1, as far as the provider says.
    package internal(set) var progress: Double?
    /// The finished video among the owner's files.
    package internal(set) var mediaId: MediaID?
    /// Why there is none, for its owner.
    package internal(set) var error: String?
    package let createdAt: Timestamp

    static let columns =
        "id, owner_id, model, upstream_id, state, progress, media_id, error, created_at"

    init(id: VideoJobID, ownerId: UserID, model: String, upstreamId: UpstreamJobID, createdAt: Timestamp) {
        self.id = id
        self.ownerId = ownerId
        self.model = model
        self.upstreamId = upstreamId.text
        self.createdAt = createdAt
    }

    init(row: any SQLRow) throws {
        id = try row.id(0)
        ownerId = try row.id(1)
        model = try row.text(2)
        upstreamId = try row.text(3)
        state = try row.word(4)
        progress = row.isNull(5) ? nil : try row.double(5)
        mediaId = try row.optionalID(6)
        error = try row.optionalText(7)
        createdAt = try row.timestamp(8)
    }
}
