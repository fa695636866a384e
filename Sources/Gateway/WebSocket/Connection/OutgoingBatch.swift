import NIOCore

/// The frames of one loop turn, joined into few buffers, because a write costs more than copying a few hundred bytes.
///
/// A single frame isn't copied, so that a message's recipients share its bytes.
struct OutgoingBatch {
    /// Larger frames are written separately.
    static let maxCopiedFrameSize = 1024
    static let maxBatchSize = 16 * 1024

    private var joined: ByteBuffer?

    var byteCount: Int { joined?.readableBytes ?? 0 }

    /// Appends a frame.
    ///
    /// - Returns: earlier frames that don't fit into one buffer with this one and must be written first.
    mutating func add(_ frame: ByteBuffer) -> ByteBuffer? {
        guard var batch = joined.take() else {
            joined = frame
            return nil
        }
        guard
            frame.readableBytes <= Self.maxCopiedFrameSize,
            batch.readableBytes + frame.readableBytes <= Self.maxBatchSize
        else {
            joined = frame
            return batch
        }
        batch.writeImmutableBuffer(frame)
        joined = batch
        return nil
    }

    mutating func take() -> ByteBuffer? { joined.take() }
}
