import NIOCore

/// The frames of one loop turn, joined into few buffers, because a write costs more than copying a few hundred bytes.
///
/// A single frame isn't copied, so that a message's recipients share its bytes.
struct OutgoingBatch {
    /// Larger frames are written separately.
    static let maxCopiedFrameSize = 1024
    static let maxBatchSize = 16 * 1024
    /// A buffer for several frames begins with this size, so that it needn't grow often.
    private static let minBatchSize = 4 * 1024

    private var joined: ByteBuffer?
    /// Whether `joined` is a single frame, whose bytes others may share.
    private var isShared = false

    var byteCount: Int { joined?.readableBytes ?? 0 }

    /// Appends a frame.
    ///
    /// - Returns: earlier frames that don't fit into one buffer with this one and must be written first.
    mutating func add(_ frame: ByteBuffer) -> ByteBuffer? {
        guard var batch = joined.take() else {
            joined = frame
            isShared = true
            return nil
        }
        guard
            frame.readableBytes <= Self.maxCopiedFrameSize,
            batch.readableBytes + frame.readableBytes <= Self.maxBatchSize
        else {
            joined = frame
            isShared = true
            return batch
        }
        if !isShared { batch.writeImmutableBuffer(frame) } else { batch = Self.joining(batch, frame) }
        isShared = false
        joined = batch
        return nil
    }

    private static func joining(_ first: ByteBuffer, _ second: ByteBuffer) -> ByteBuffer {
        var both = ByteBuffer()
        both.reserveCapacity(max(minBatchSize, first.readableBytes + second.readableBytes))
        both.writeImmutableBuffer(first)
        both.writeImmutableBuffer(second)
        return both
    }

    mutating func take() -> ByteBuffer? { joined.take() }
}
