import Synchronization

/// The bytes of one user's texts that wait for the disk, over all of the user's sockets.
///
/// The writer stores a share of each user's at a time, and the index of their words is what takes time: without a bound,
/// the megabytes of a user who doesn't wait for acks would wait in memory, and all their shares be full.
final class PendingTexts: Sendable {
    /// Three of the longest messages, or hundreds of usual ones.
    static let maxBytes = 128 << 10

    private let bytes = Atomic<Int>(0)

    /// - Returns: whether the text may be stored now. Then `end` has to be called. A single one always may.
    func begin(_ count: Int) -> Bool {
        let before = bytes.wrappingAdd(count, ordering: .relaxed).oldValue
        guard before > 0, before + count > Self.maxBytes else { return true }
        end(count)
        return false
    }

    func end(_ count: Int) { bytes.wrappingSubtract(count, ordering: .relaxed) }
}
