import CVectorKernels
import Synchronization

/// What readers see of a partition: its chunks, and one word with the number of rows and the clock.
///
/// Storing that word publishes a write, so readers see the write entirely or not at all. When the chunks change, a new
/// view replaces this one, whose word no longer changes. Readers that still hold it see the partition as it was,
/// because rows that are deleted later are deleted at a later clock.
///
/// `@unchecked Sendable`: the spans point into `chunks`, which live as long as this object and follow `Chunk`'s rule.
final class PartitionView: @unchecked Sendable {
    private let chunks: [Chunk]
    private let sealed: [vk_span]
    private let tail: vk_span
    /// The number of rows in the tail, shifted left by 32, and the clock.
    private let state: Atomic<UInt64>

    init(sealed: [(chunk: Chunk, count: Int)], tail: Chunk, tailCount: Int, clock: UInt32) {
        chunks = sealed.map(\.chunk) + [tail]
        self.sealed = sealed.map { $0.chunk.span(count: $0.count) }
        self.tail = tail.span(count: 0)
        state = Atomic(Self.word(tailCount, clock))
    }

    func publish(tailCount: Int, clock: UInt32) {
        state.store(Self.word(tailCount, clock), ordering: .releasing)
    }

    var chunkCount: Int { chunks.count }

    /// The partition at this moment. The spans are valid as long as this object is alive.
    func append(to spans: inout [vk_span]) {
        let state = state.load(ordering: .acquiring)
        let clock = UInt32(truncatingIfNeeded: state)
        for var span in sealed {
            span.clock = clock
            spans.append(span)
        }
        var tail = tail
        tail.clock = clock
        tail.count = UInt32(truncatingIfNeeded: state >> 32)
        if tail.count > 0 { spans.append(tail) }
    }

    private static func word(_ tailCount: Int, _ clock: UInt32) -> UInt64 {
        UInt64(tailCount) << 32 | UInt64(clock)
    }
}
