import Testing

@testable import EventBus

@Suite struct OutboxTests {
    private func add(_ messages: [[UInt8]], to outbox: inout Outbox) -> [Bool] { messages.map { outbox.add($0) } }

    @Test func itHoldsSoManyMessages() {
        var outbox = Outbox()
        #expect(outbox.isEmpty)
        let room = add(Array(repeating: [1], count: Outbox.maxMessages + 1), to: &outbox)
        #expect(room.firstIndex(of: false) == Outbox.maxMessages)
        let taken = outbox.take()
        #expect(taken.count == Outbox.maxMessages && outbox.isEmpty)
        #expect(add([[2]], to: &outbox) == [true])
    }

    /// Long messages are few.
    @Test func itHoldsSoManyBytes() {
        var outbox = Outbox()
        let half = [UInt8](repeating: 0, count: Outbox.maxBytes / 2)
        #expect(add([half, half, [1]], to: &outbox) == [true, true, false])
        _ = outbox.take()
        // One alone may be longer: it could never be sent otherwise.
        #expect(add([half + half + half, [1]], to: &outbox) == [true, false])
    }
}
