import NIOCore

/// Frames of one loop turn, joined into few buffers: a write costs more than a copy of a few hundred bytes.
///
/// A lone frame isn't copied, so that the recipients of a message share its bytes.
struct OutgoingBatch {
    /// Frames above this size are written by themselves.
    static let maxCopiedFrameSize = 1024
    static let maxBatchSize = 16 * 1024

    private var joined: ByteBuffer?

    var byteCount: Int { joined?.readableBytes ?? 0 }

    /// Appends a frame.
    ///
    /// - Returns: Earlier frames that don't fit into one buffer with this one, and must be written first.
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
