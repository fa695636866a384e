import NIOCore
import NIOEmbedded
import Testing

@testable import Gateway

@Suite struct TimeoutQueueTests {
    @Test func eachEndsAtItsTime() {
        let loop = EmbeddedEventLoop()
        var over: [String] = []
        func schedule(_ name: String, _ length: TimeAmount = .seconds(10)) -> TimeoutQueue.Timeout {
            TimeoutQueue.schedule(after: length, on: loop) { over.append(name) }
        }
        let first = schedule("first")
        _ = schedule("short", .seconds(3))
        loop.advanceTime(by: .seconds(4))
        #expect(over == ["short"])
        _ = schedule("second")
        let cancelled = schedule("cancelled")
        loop.advanceTime(by: .seconds(1))
        let last = schedule("last")
        first.cancel()
        cancelled.cancel()
        loop.advanceTime(by: .seconds(8))
        #expect(over == ["short"])
        loop.advanceTime(by: .seconds(1))
        #expect(over == ["short", "second"])
        loop.advanceTime(by: .seconds(1))
        #expect(over == ["short", "second", "last"])
        last.cancel()
        // From inside a timeout, and after all have ended.
        _ = TimeoutQueue.schedule(after: .seconds(1), on: loop) {
            _ = TimeoutQueue.schedule(after: .seconds(1), on: loop) { over.append("nested") }
        }
        loop.advanceTime(by: .seconds(1))
        #expect(over.last == "last")
        loop.advanceTime(by: .seconds(1))
        #expect(over.last == "nested")
    }

    /// What a timeout holds is released when it is cancelled, not when it would have ended.
    @Test func aCancelledOneHoldsNothing() {
        final class Held {}
        let loop = EmbeddedEventLoop()
        weak var held: Held?
        do {
            let object = Held()
            held = object
            TimeoutQueue.schedule(after: .seconds(1), on: loop) { _ = object }.cancel()
        }
        #expect(held == nil)
    }
}
