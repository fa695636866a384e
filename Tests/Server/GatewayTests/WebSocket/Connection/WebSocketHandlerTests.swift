import NIOCore
import Testing

@testable import Gateway

@Suite struct WebSocketHandlerTests {
    @Test func deliversABurstAndFlushesOnce() throws {
        let rig = try WebSocketRig()
        rig.session.onText = { connection, text in connection.send(text: text.uppercased()) }
        try rig.receive(.text("a"), .ping("p"), .text("b"))
        #expect(rig.session.log == ["opened", "text a", "text b", "burst"])
        #expect(try rig.sent() == [.text("A"), .pong("p"), .text("B")])
        #expect(rig.flushes == 1)
    }

    @Test func joinsFramesAcrossReads() throws {
        let rig = try WebSocketRig()
        let bytes = [MaskedFrame.text("hello", isFinal: false), .ping("x"), .continuation(" you", isFinal: true)].buffer
        for byte in bytes.readableBytesView { try rig.receive(bytes: ByteBuffer(bytes: [byte])) }
        #expect(rig.session.log == ["opened", "text hello you", "burst"])
        #expect(try rig.sent() == [.pong("x")])
    }

    @Test(
        arguments: [
            (MaskedFrame(opcode: 1, payload: [0xFF]), 1007),
            (MaskedFrame(opcode: 1, reservedBits: 4), 1002),
            (MaskedFrame(opcode: 1, maskingKey: nil), 1002),
            (MaskedFrame(opcode: 3), 1002),
            (MaskedFrame(opcode: 1, payload: Array(repeating: 97, count: 131_073)), 1009),
            (MaskedFrame(opcode: 8, payload: [3]), 1002),
            (MaskedFrame.close(1005), 1002),
        ]
    )
    func tellsWhatIsWrongAndEnds(frame: MaskedFrame, code: Int) throws {
        let rig = try WebSocketRig()
        try rig.receive(.text("before"), frame, .text("after"))
        #expect(try rig.sent().map(\.closeCode) == [code])
        #expect(rig.endedStream)
        // The messages before the fault count, and their burst ends.
        #expect(rig.session.log == ["opened", "text before", "burst", "closed"])
        // What still comes is dropped until the peer ends its half.
        try rig.receive(.text("later"))
        #expect(!rig.isClosed)
        rig.fire(ChannelEvent.inputClosed)
        #expect(rig.isClosed)
        #expect(rig.session.log.count == 4)
    }

    @Test func sessionMayRefuseBinary() throws {
        let rig = try WebSocketRig()
        try rig.receive(.binary([1, 2]))
        #expect(try rig.sent().map(\.closeCode) == [1003])
        #expect(rig.session.log == ["opened", "binary 2", "burst", "closed"])
    }

    @Test func measuresActivityByTheLoopsClock() throws {
        let rig = try WebSocketRig()
        let connection = try #require(rig.session.connection)
        let start = connection.lastActivity
        rig.advance(seconds: 40)
        #expect(connection.lastActivity == start)
        try rig.receive(.ping())
        #expect(connection.lastActivity - start == .seconds(40))
    }
}
