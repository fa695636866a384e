import CVectorKernels
import Synchronization

/// What readers see of a partition: its chunks, and one word that says how far they may look.
///
/// A write is published by storing that word, and so is seen entirely or not at all. When the chunks change, a new
/// view takes this one's place, and this one's word stays as it is: whoever still reads it sees the partition as it
/// was, because the rows that die later do so at a later clock.
///
/// `@unchecked Sendable`: the spans point into `chunks`, which live as long, and follow `Chunk`'s rule.
final class PartitionView: @unchecked Sendable {
    private let chunks: [Chunk]
    private let sealed: [vk_span]
    private let tail: vk_span
    /// Rows of the tail, shifted by 32, and the clock.
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

    /// The partition at this moment. The spans are valid as long as this object lives.
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
