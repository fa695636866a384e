import NIOCore
import Testing

@testable import Gateway

@Suite struct FragmentAssemblerTests {
    @Test func joinsFragmentsAroundControlFrames() throws {
        let events = try read([
            .text("Hel", isFinal: false), .ping("p"), .continuation("lo ", isFinal: false),
            MaskedFrame(opcode: 10), .continuation("you", isFinal: true), .close(1000),
        ])
        #expect(
            events == [
                .ping(ByteBuffer(string: "p")), .pong, .text(ByteBuffer(string: "Hello you")),
                .close(ByteBuffer(bytes: [3, 232])),
            ]
        )
    }

    /// However the bytes are cut, the messages are the same.
    @Test func readsByteByByte() throws {
        let frames: [MaskedFrame] = [
            .text("a€", isFinal: false), .continuation("😀", isFinal: true), .binary(Array(repeating: 9, count: 300)),
            .text(""), .ping("x"),
        ]
        var reader = FragmentAssembler(maxMessageSize: 1000)
        var buffer = ByteBuffer()
        var events: [FragmentAssembler.Event] = []
        for byte in frames.buffer.readableBytesView {
            buffer.writeInteger(byte)
            while let event = try reader.next(from: &buffer) { events.append(event) }
        }
        #expect(events == (try read(frames)))
        #expect(events.count == 4)
        #expect(buffer.readableBytes == 0)
    }

    @Test(arguments: [
        [MaskedFrame.continuation("a", isFinal: true)],
        [.text("a", isFinal: false), .text("b")],
        [.text("a", isFinal: false), .binary([1])],
        [.text("a", isFinal: false), .continuation("b", isFinal: true), .continuation("c", isFinal: true)],
    ])
    func refusesFragmentsOutOfOrder(_ frames: [MaskedFrame]) {
        #expect(throws: WebSocketProtocolError.protocolError) { try read(frames) }
    }

    /// A megabyte of fragments of one byte, and of none at all.
    @Test(arguments: ["x", ""])
    func boundsTheFragments(_ fragment: String) {
        let flood = Array(repeating: MaskedFrame.continuation(fragment, isFinal: false), count: 1 << 16)
        #expect(throws: WebSocketProtocolError.messageTooBig) { try read([.text("", isFinal: false)] + flood) }
    }

    @Test func boundsTheMessageNotTheFrame() throws {
        let half = String(repeating: "a", count: 500)
        #expect(try read([.text(half, isFinal: false), .continuation(half, isFinal: true)]).count == 1)
        #expect(throws: WebSocketProtocolError.messageTooBig) {
            try read([.text(half, isFinal: false), .continuation(half + "a", isFinal: true)])
        }
        #expect(throws: WebSocketProtocolError.messageTooBig) { try read([.text(half + half + "a")]) }
    }

    /// A text that is wrong already in its first fragment isn't waited for.
    @Test func refusesInvalidTextAtItsFirstFragment() {
        #expect(throws: WebSocketProtocolError.invalidPayload) {
            try read([MaskedFrame(opcode: 1, payload: [0x61, 0xFF], isFinal: false)])
        }
    }

    @Test func takesAnyBytesAsBinary() throws {
        #expect(try read([.binary([0xFF, 0xFE])]) == [.binary(ByteBuffer(bytes: [0xFF, 0xFE]))])
    }

    private func read(_ frames: [MaskedFrame]) throws -> [FragmentAssembler.Event] {
        var reader = FragmentAssembler(maxMessageSize: 1000)
        var buffer = frames.buffer
        var events: [FragmentAssembler.Event] = []
        while let event = try reader.next(from: &buffer) { events.append(event) }
        return events
    }
}
