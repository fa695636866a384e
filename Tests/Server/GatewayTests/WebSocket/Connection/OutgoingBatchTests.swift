import NIOCore
import Testing

@testable import Gateway

@Suite struct OutgoingBatchTests {
    @Test func joinsSmallFramesInOrder() {
        var batch = OutgoingBatch()
        for text in ["a", "b", "c"] {
            let earlier = batch.add(ByteBuffer(string: text))
            #expect(earlier == nil)
        }
        #expect(batch.byteCount == 3)
        let joined = batch.take()
        #expect(joined == ByteBuffer(string: "abc"))
        #expect(batch.byteCount == 0)
    }

    @Test func handsOnEarlierFramesBeforeALargeOne() {
        let large = ByteBuffer(repeating: 1, count: OutgoingBatch.maxCopiedFrameSize + 1)
        var batch = OutgoingBatch()
        _ = batch.add(ByteBuffer(string: "a"))
        #expect(batch.add(large) == ByteBuffer(string: "a"))
        #expect(batch.take() == large)
    }

    @Test func aBatchStaysBounded() {
        let frame = ByteBuffer(repeating: 1, count: 1000)
        var batch = OutgoingBatch()
        var written = 0
        for _ in 0..<100 {
            written += batch.add(frame)?.readableBytes ?? 0
            #expect(batch.byteCount <= OutgoingBatch.maxBatchSize)
        }
        #expect(written + batch.byteCount == 100_000)
    }

    /// Other recipients hold the same frame: joining mustn't write into it.
    @Test func leavesSharedFramesAlone() {
        let shared = ServerFrame.text("shared")
        var first = OutgoingBatch()
        var second = OutgoingBatch()
        _ = first.add(shared)
        _ = second.add(shared)
        _ = first.add(ByteBuffer(string: "more"))
        #expect(second.take() == ServerFrame.text("shared"))
        #expect(shared == ServerFrame.text("shared"))
    }
}
